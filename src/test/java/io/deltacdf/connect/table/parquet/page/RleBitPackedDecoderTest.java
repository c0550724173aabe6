package io.deltacdf.connect.table.parquet.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.io.ParquetDecodingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RleBitPackedDecoderTest {
  private static byte[] encode(int bitWidth, int... values) throws IOException {
    try (RunLengthBitPackingHybridEncoder encoder =
        new RunLengthBitPackingHybridEncoder(bitWidth, 64, 4096, new HeapByteBufferAllocator())) {
      for (int value : values) {
        encoder.writeInt(value);
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      encoder.toBytes().writeAllTo(bytes);
      return bytes.toByteArray();
    }
  }

  /** Returns runs of many lengths between random values. */
  private static int[] values(int bitWidth) {
    Random random = new Random(bitWidth);
    int bound = bitWidth >= 31 ? Integer.MAX_VALUE : Math.max(1, 1 << bitWidth);
    int[] values = new int[5_000];
    int i = 0;
    while (i < values.length) {
      int value = random.nextInt(bound);
      int run = random.nextBoolean() ? 1 : random.nextInt(60);
      for (int end = Math.min(values.length, i + run); i < end; i++) {
        values[i] = value;
      }
    }
    return values;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 5, 7, 8, 12, 17, 20, 31, 32})
  void valuesAreDecodedInPortionsOfAnySize(int bitWidth) throws IOException {
    int[] values = values(bitWidth);
    byte[] bytes = encode(bitWidth, values);
    for (int portion : new int[] {1, 2, 7, 8, 9, 100, 5_000}) {
      RleBitPackedDecoder decoder = new RleBitPackedDecoder(bytes, 0, bytes.length, bitWidth);
      int[] read = new int[values.length];
      for (int at = 0; at < read.length; at += portion) {
        decoder.read(read, at, Math.min(portion, read.length - at));
      }
      assertThat(read).isEqualTo(values);
    }
  }

  @Test
  void levelsAreDecodedAsBytes() throws IOException {
    int[] values = values(3);
    byte[] bytes = encode(3, values);
    RleBitPackedDecoder decoder = new RleBitPackedDecoder(bytes, 0, bytes.length, 3);

    byte[] read = new byte[values.length];
    decoder.read(read, 0, 11);
    decoder.read(read, 11, read.length - 11);

    for (int i = 0; i < values.length; i++) {
      assertThat(read[i]).isEqualTo((byte) values[i]);
    }
  }

  @Test
  void aSingleRunIsRecognized() throws IOException {
    byte[] run = encode(1, new int[100]);
    assertThat(new RleBitPackedDecoder(run, 0, run.length, 1).skipRunOf(0, 100)).isTrue();
    assertThat(new RleBitPackedDecoder(run, 0, run.length, 1).skipRunOf(1, 100)).isFalse();
    assertThat(new RleBitPackedDecoder(run, 0, run.length, 1).skipRunOf(0, 1_000)).isFalse();
    byte[] mixed = encode(1, 0, 1, 0, 1);
    assertThat(new RleBitPackedDecoder(mixed, 0, mixed.length, 1).skipRunOf(0, 1)).isFalse();
  }

  @Test
  void malformedBytesAreRejected() {
    byte[] none = {};
    assertRejected(none, 1);
    assertRejected(new byte[] {0}, 1);
    assertRejected(new byte[] {3}, 1);
    assertRejected(new byte[] {-1, -1, -1, -1, -1, -1}, 1);
    assertThatThrownBy(() -> new RleBitPackedDecoder(none, 0, 0, 33))
        .isInstanceOf(ParquetDecodingException.class);
  }

  private static void assertRejected(byte[] bytes, int bitWidth) {
    assertThatThrownBy(
            () -> new RleBitPackedDecoder(bytes, 0, bytes.length, bitWidth).read(new int[8], 0, 8))
        .isInstanceOf(ParquetDecodingException.class);
  }

  @Test
  void aRunOfAValueWithTooManyBitsIsRefused() {
    byte[] run = {2 << 1, 3};
    assertThatThrownBy(() -> new RleBitPackedDecoder(run, 0, 2, 1).read(new byte[2], 0, 2))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessage("a run repeats 3, which has more than 1 bits");
  }
}
