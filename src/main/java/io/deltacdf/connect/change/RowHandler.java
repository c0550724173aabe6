package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;

/** What one pass publishes of the rows that it sees, file by file and row by row. */
interface RowHandler {
  /** The rows of another file follow, read with this schema. */
  default void startFile(TableSchema schema) {}

  /** Looks at the next selected row of the file. */
  void row(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException;

  /**
   * Whether the pass ends before the next row. What follows is up to {@link Passes}; where it is
   * the same pass again, what is published is not published again.
   */
  default boolean isOver() {
    return false;
  }

  /** The file has no more rows. */
  default void endFile(ChangeEmitter out) throws InterruptedException {}
}
