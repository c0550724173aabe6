package io.deltacdf.connect.record.value;

/** Adds up about how many bytes a record occupies on the heap, while it is created. */
public final class RecordSize {
  /** The object and array headers of a string, and the reference to it. */
  private static final int STRING = 56;

  /** A boxed number or the header of an array, and the reference to it. */
  private static final int BOX = 24;

  private long bytes;

  public void reset(long fixed) {
    bytes = fixed;
  }

  public void addString(String value) {
    bytes += STRING + value.length();
  }

  public void addBytes(int length) {
    bytes += BOX + length;
  }

  public void addFields(int count) {
    bytes += (long) BOX * count;
  }

  public int get() {
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }
}
