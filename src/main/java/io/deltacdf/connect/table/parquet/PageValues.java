package io.deltacdf.connect.table.parquet;

import org.apache.parquet.io.ParquetDecodingException;

/**
 * The values of a page that are not null, first to last. A getter writes the next {@code count}
 * values into an array from {@code at} on, or adds them to a vector. Smaller numbers are read as
 * larger ones: INT32 as longs and doubles, FLOAT as doubles; INT96 is read as the microseconds that
 * it stands for.
 */
abstract class PageValues {
  abstract void skip(int count);

  void booleans(boolean[] out, int at, int count) {
    throw mismatch("booleans");
  }

  void ints(int[] out, int at, int count) {
    throw mismatch("integers");
  }

  void longs(long[] out, int at, int count) {
    throw mismatch("long integers");
  }

  void floats(float[] out, int at, int count) {
    throw mismatch("floats");
  }

  void doubles(double[] out, int at, int count) {
    throw mismatch("doubles");
  }

  void bytes(BytesVector out, int at, int count) {
    throw mismatch("bytes");
  }

  private ParquetDecodingException mismatch(String wanted) {
    return new ParquetDecodingException(
        "a page's encoding (" + getClass().getSimpleName() + ") holds no " + wanted);
  }
}
