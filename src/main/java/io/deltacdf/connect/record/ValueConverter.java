package io.deltacdf.connect.record;

import io.deltacdf.connect.table.column.Column;

/** Makes the Connect value of one column, or of a part of it. Not thread-safe. */
@FunctionalInterface
interface ValueConverter {
  /**
   * The value of a row that is not null.
   *
   * @param size takes what the value holds beyond a box
   */
  Object valueAt(Column column, int row, RecordSize size);
}
