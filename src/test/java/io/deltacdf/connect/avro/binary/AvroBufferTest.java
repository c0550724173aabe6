package io.deltacdf.connect.avro.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;

/** The buffer writes what Avro's own encoder writes. */
class AvroBufferTest {
  private final ByteArrayOutputStream expected = new ByteArrayOutputStream();
  private final BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(expected, null);
  private final AvroBuffer buffer = new AvroBuffer(1);

  private void assertSame() {
    assertThat(buffer.toByteArray()).isEqualTo(expected.toByteArray());
    assertThat(buffer.size()).isEqualTo(expected.size());
  }

  @Test
  void numbersOfEveryMagnitude() throws IOException {
    for (int shift = 0; shift < Long.SIZE; shift++) {
      for (long delta = -2; delta <= 2; delta++) {
        for (int sign = -1; sign <= 1; sign += 2) {
          long value = sign * ((1L << shift) + delta);
          buffer.writeLong(value);
          encoder.writeLong(value);
          buffer.writeInt((int) value);
          encoder.writeInt((int) value);
          buffer.writeDouble(Double.longBitsToDouble(value));
          encoder.writeDouble(Double.longBitsToDouble(value));
          buffer.writeFloat(Float.intBitsToFloat((int) value));
          encoder.writeFloat(Float.intBitsToFloat((int) value));
        }
      }
    }
    assertSame();
  }

  @Test
  void stringsOfEveryLengthAndAlphabet() throws IOException {
    String[] alphabets = {"abc", "aé", "日本", "x😀", "\u0000\u007f\u0080"};
    for (String alphabet : alphabets) {
      StringBuilder text = new StringBuilder();
      for (int length = 0; length < 150; length++) {
        buffer.writeString(text.toString());
        encoder.writeString(text.toString());
        text.append(alphabet.charAt(length % alphabet.length()));
      }
    }
    assertSame();
  }

  @Test
  void aLoneSurrogateBecomesAQuestionMark() throws IOException {
    buffer.writeString("a\ud800b");
    encoder.writeString("a\ud800b");
    assertSame();
  }

  @Test
  void bytesBranchesAndEnds() throws IOException {
    byte[] bytes = new byte[5000];
    new Random(1).nextBytes(bytes);
    ByteBuffer part = ByteBuffer.wrap(bytes, 10, 300);
    ByteBuffer direct = ByteBuffer.allocateDirect(7).put(bytes, 0, 7).flip();

    buffer.writeBytes(bytes);
    encoder.writeBytes(bytes);
    buffer.writeBytes(part);
    encoder.writeBytes(part.duplicate());
    buffer.writeBytes(direct);
    encoder.writeBytes(bytes, 0, 7);
    buffer.writeBytes(bytes, 3, 4);
    encoder.writeBytes(bytes, 3, 4);
    buffer.writeRaw(bytes, 1, 12);
    encoder.writeFixed(bytes, 1, 12);
    for (int branch = 0; branch < 64; branch++) {
      buffer.writeBranch(branch);
      encoder.writeIndex(branch);
    }
    buffer.writeBoolean(true);
    encoder.writeBoolean(true);
    buffer.writeBoolean(false);
    encoder.writeBoolean(false);
    buffer.writeEnd();
    encoder.writeArrayEnd();
    assertSame();
    assertThat(part.position()).isEqualTo(10);
  }

  @Test
  void copiesLeaveRoomInFront() {
    buffer.writeInt(1);
    buffer.writeInt(2);
    assertThat(buffer.copyAfter(3, 1)).containsExactly(0, 0, 0, 4);
    buffer.truncate(1);
    assertThat(buffer.toByteArray()).containsExactly(2);
    assertThatThrownBy(() -> buffer.truncate(2)).isInstanceOf(IndexOutOfBoundsException.class);
    buffer.writeRaw(new byte[100], 0, 100);
    buffer.shrink(16);
    assertThat(buffer.size()).isZero();
  }
}
