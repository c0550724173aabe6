package io.deltacdf.connect.record;

/** Adds up what a record holds on the heap, in bytes, while it is filled. */
final class RecordSize {
  /** A string's object and array headers, with the reference to it. */
  private static final int STRING = 56;

  /** A boxed number, or an array's header, with the reference to it. */
  private static final int BOX = 24;

  private long bytes;

  void reset(long fixed) {
    bytes = fixed;
  }

  void addString(String value) {
    bytes += STRING + value.length();
  }

  void addBytes(int length) {
    bytes += BOX + length;
  }

  void addFields(int count) {
    bytes += (long) BOX * count;
  }

  int get() {
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }
}
