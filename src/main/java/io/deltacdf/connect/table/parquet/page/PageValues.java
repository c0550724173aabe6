package io.deltacdf.connect.table.parquet.page;

import org.apache.parquet.io.ParquetDecodingException;
import org.jspecify.annotations.Nullable;

/**
 * The values of a page that are not null, read from first to last. A getter reads the next {@code
 * count} values into the slots of its target from {@code at} on.
 *
 * <p>Values can be read as a wider type: INT32 as longs and doubles, and FLOAT as doubles. INT96 is
 * read as microseconds since the epoch.
 */
public abstract class PageValues {
  public abstract void skip(int count);

  /**
   * Returns the number of bytes of the values that have not been read, 0 if they do not take more
   * than a few bytes each, or {@link Long#MAX_VALUE} if it is not known before they are decoded.
   */
  public long bytesLeft() {
    return 0;
  }

  /** Returns how many of the next {@code count} values have at most {@code bytes} bytes. */
  public int fitting(int count, long bytes) {
    return count;
  }

  public void booleans(boolean[] out, int at, int count) {
    throw mismatch("booleans");
  }

  public void ints(int[] out, int at, int count) {
    throw mismatch("integers");
  }

  public void longs(long[] out, int at, int count) {
    throw mismatch("long integers");
  }

  public void floats(float[] out, int at, int count) {
    throw mismatch("floats");
  }

  public void doubles(double[] out, int at, int count) {
    throw mismatch("doubles");
  }

  /** Reads bytes; only if {@link #bytesDictionary} returns null. */
  public void bytes(BytesBuffer out, int at, int count) {
    throw mismatch("bytes");
  }

  /** Returns the dictionary whose {@link #ids} the page holds, or null if it holds values. */
  public @Nullable BytesDictionary bytesDictionary() {
    return null;
  }

  /** Reads ids of dictionary entries; only if {@link #bytesDictionary} returns a dictionary. */
  public void ids(int[] out, int at, int count) {
    throw mismatch("dictionary ids");
  }

  private ParquetDecodingException mismatch(String requested) {
    return new ParquetDecodingException(
        "a page with the encoding " + getClass().getSimpleName() + " holds no " + requested);
  }
}
