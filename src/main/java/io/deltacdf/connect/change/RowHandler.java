package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;

/** Publishes the changes of one pass from the rows that it reads, file by file and row by row. */
interface RowHandler {
  /** The next file starts, and is read with this schema. */
  default void startFile(TableSchema schema) {}

  /** Handles the next selected row of the file. */
  void row(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException;

  /**
   * Whether the pass stops before the next row. {@link Passes} decides what follows; if it is the
   * same pass again, changes that are already published are not published again.
   */
  default boolean isSuspended() {
    return false;
  }

  /**
   * Gives back the last row if it waits for the row after it, because it would keep its batch in
   * memory.
   *
   * @return the position of the row, which {@link #row} gets again; negative if no row waits
   */
  default long giveBack() {
    return -1;
  }

  /** The file has no more rows. */
  default void endFile(ChangeEmitter out) throws InterruptedException {}
}
