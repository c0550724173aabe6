package io.deltacdf.connect.row;

/** A hash of 128 bits. {@link RowHasher} reuses one instance for all rows. */
public final class Hash128 {
  private long high;
  private long low;

  void set(long newHigh, long newLow) {
    high = newHigh;
    low = newLow;
  }

  long high() {
    return high;
  }

  public long low() {
    return low;
  }
}
