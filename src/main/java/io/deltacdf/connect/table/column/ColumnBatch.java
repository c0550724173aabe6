package io.deltacdf.connect.table.column;

/**
 * Consecutive rows of one file, as columns. A batch stays valid after its reader has moved on, so
 * that a row can be compared with one of the previous batch.
 */
public interface ColumnBatch {
  /** Returns the number of rows, including those that are not selected. */
  int size();

  /** The schema of the version that the file is read with; {@link #column} takes its ordinals. */
  TableSchema schema();

  /**
   * Returns a column by its ordinal in {@link #schema}.
   *
   * @throws IllegalStateException if the column was not requested from the reader
   */
  Column column(int ordinal);

  /**
   * Whether the row is one of the file's changes: its deletion vector does not hide it, or, where
   * the deletion vector lists the changed rows, names it.
   */
  boolean isSelected(int row);

  /** Returns the row's physical position in the file, from 0. It increases with {@code row}. */
  long position(int row);

  /**
   * Returns the id that the row keeps when its file is rewritten.
   *
   * @throws IllegalStateException if the file was not read with row ids
   */
  default long rowId(int row) {
    throw new IllegalStateException("Row ids were not requested");
  }

  /**
   * Returns the version that last changed the row.
   *
   * @throws IllegalStateException if the file was not read with row ids
   */
  default long rowCommitVersion(int row) {
    throw new IllegalStateException("Row ids were not requested");
  }

  /** Returns what happened to a selected row. */
  ChangeType changeType(int row);
}
