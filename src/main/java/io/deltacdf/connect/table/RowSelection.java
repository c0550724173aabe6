package io.deltacdf.connect.table;

import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Which rows of a file count, by physical position.
 *
 * @param rows the rows that count, or the rows that do not; null where all count
 * @param wanted whether {@code rows} are the ones that count
 */
record RowSelection(Roaring64Bitmap rows, boolean wanted) {
  static final RowSelection ALL = new RowSelection(null, false);

  boolean contains(long position) {
    return rows == null || rows.contains(position) == wanted;
  }

  /** Whether any row from position {@code from} to before {@code to} counts. */
  boolean containsAny(long from, long to) {
    if (rows == null) {
      return true;
    }
    long named = rankBefore(to) - rankBefore(from);
    return wanted ? named > 0 : named < to - from;
  }

  private long rankBefore(long position) {
    return position == 0 ? 0 : rows.rankLong(position - 1);
  }

  boolean isNone() {
    return wanted && rows.isEmpty();
  }

  /**
   * Whether all rows named lie in a file of this many rows; else the deletion vector is not of this
   * file.
   */
  boolean fits(long rowCount) {
    return rows == null || rows.isEmpty() || rows.last() < rowCount;
  }
}
