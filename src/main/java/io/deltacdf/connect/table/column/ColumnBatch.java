package io.deltacdf.connect.table.column;

import io.deltacdf.connect.table.DeltaTable;

/**
 * Consecutive rows of one file, as columns. A batch stays valid after its reader moved on, so that
 * a row may be compared with one of the batch before.
 */
public interface ColumnBatch {
  /** The number of rows, the ones that are not selected included. */
  int size();

  /** The schema whose ordinals {@link #column} takes: that of the version the file is read with. */
  TableSchema schema();

  /**
   * A column by its ordinal in {@link #schema}; throws {@link IllegalStateException} where it was
   * not asked for.
   */
  Column column(int ordinal);

  /**
   * Whether the row is one of the file's changes: not hidden by, or picked out by, its deletion
   * vector.
   */
  boolean isSelected(int row);

  /** The row's physical position in the file, from 0; rises with {@code row}. */
  long position(int row);

  /**
   * The id that the row keeps through rewrites of its file; throws {@link IllegalStateException}
   * where the file was not read {@linkplain DeltaTable#readWithRowIds with row ids}.
   */
  default long rowId(int row) {
    throw new IllegalStateException("row ids were not asked for");
  }

  /** The version that last changed the row; throws as {@link #rowId} does. */
  default long rowCommitVersion(int row) {
    throw new IllegalStateException("row ids were not asked for");
  }

  /** What happened to a selected row. */
  ChangeType changeType(int row);
}
