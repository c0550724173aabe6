package io.deltacdf.connect.table.parquet.page;

/** How arrays grow while they are filled. */
public final class Growth {
  /** Larger arrays grow by less, because the old and the new one must fit into memory together. */
  private static final int LARGE = 4 << 20;

  private Growth() {}

  /** Returns the next size of an array that has {@code size} elements and needs more. */
  public static int next(int size, int needed) {
    long grown = (long) size + (size < LARGE ? size : size / 4);
    return Math.max(needed, (int) Math.min(grown, Integer.MAX_VALUE - 8L));
  }
}
