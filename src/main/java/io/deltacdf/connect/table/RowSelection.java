package io.deltacdf.connect.table;

import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * The rows of a file to read, by physical position.
 *
 * @param rows the selected rows, or the rows that are not selected; null if all rows are selected
 * @param wanted whether {@code rows} are the selected ones
 */
record RowSelection(@Nullable Roaring64Bitmap rows, boolean wanted) {
  static final RowSelection ALL = new RowSelection(null, false);

  boolean contains(long position) {
    return rows == null || rows.contains(position) == wanted;
  }

  /** Whether any row from position {@code from} to before {@code to} is selected. */
  boolean containsAny(long from, long to) {
    if (rows == null) {
      return true;
    }
    long named = rankBefore(rows, to) - rankBefore(rows, from);
    return wanted ? named > 0 : named < to - from;
  }

  private static long rankBefore(Roaring64Bitmap rows, long position) {
    return position == 0 ? 0 : rows.rankLong(position - 1);
  }

  /** Returns about how many bytes this takes. */
  long bytes() {
    return rows == null ? 0 : rows.getLongSizeInBytes();
  }

  /** Whether no row is selected. */
  boolean isNone() {
    return wanted && rows != null && rows.isEmpty();
  }

  /**
   * The last position that a deletion vector names, or -1 if there is none. If it is not less than
   * the file's row count, the deletion vector belongs to another file.
   */
  long lastNamed() {
    return rows == null || rows.isEmpty() ? -1 : rows.last();
  }
}
