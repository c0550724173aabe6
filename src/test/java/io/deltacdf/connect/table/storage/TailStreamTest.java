package io.deltacdf.connect.table.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.SeekableInputStream;
import org.junit.jupiter.api.Test;

class TailStreamTest {
  private static final byte[] FILE = new byte[1_000];

  static {
    new Random(1).nextBytes(FILE);
  }

  /** A file of which only the first {@code length} bytes may be read. */
  private static SeekableInputStream file(int length) {
    ByteArrayInputStream bytes = new ByteArrayInputStream(FILE, 0, length);
    return new DelegatingSeekableInputStream(bytes) {
      @Override
      public long getPos() {
        return (long) length - bytes.available();
      }

      @Override
      public void seek(long position) {
        bytes.reset();
        bytes.skip(position);
      }
    };
  }

  private static byte[] read(SeekableInputStream stream, int from, int length) throws IOException {
    byte[] bytes = new byte[length];
    stream.seek(from);
    stream.readFully(bytes);
    assertThat(stream.getPos()).isEqualTo(from + length);
    return bytes;
  }

  private static byte[] slice(int from, int length) {
    return Arrays.copyOfRange(FILE, from, from + length);
  }

  @Test
  void theTailIsReadOnceAndTheRestFromTheFile() throws IOException {
    int[] tails = {0};
    TailStream stream =
        TailStream.of(
            file(900),
            900,
            () -> {
              tails[0]++;
              return slice(900, 100);
            });
    assertThat(read(stream, 0, 900)).isEqualTo(slice(0, 900));
    assertThat(tails[0]).isZero();

    assertThat(read(stream, 992, 8)).isEqualTo(slice(992, 8));
    assertThat(read(stream, 900, 92)).isEqualTo(slice(900, 92));
    assertThat(tails[0]).isEqualTo(1);
    assertThat(read(stream, 850, 100))
        .as("a footer larger than the tail")
        .isEqualTo(slice(850, 100));
    assertThat(read(stream, 10, 20)).isEqualTo(slice(10, 20));
    stream.seek(999);
    assertThat(stream.read()).isEqualTo(FILE[999] & 0xFF);
    assertThat(stream.read()).isEqualTo(-1);
  }

  @Test
  void aSmallFileIsReadCompletelyAsTheTail() throws IOException {
    TailStream stream = TailStream.ofWholeFile(() -> FILE);

    assertThat(read(stream, 3, 900)).isEqualTo(slice(3, 900));
    assertThatThrownBy(() -> read(stream, 990, 11)).isInstanceOf(EOFException.class);
    stream.close();
  }
}
