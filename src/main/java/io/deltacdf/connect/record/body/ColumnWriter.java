package io.deltacdf.connect.record.body;

import io.deltacdf.connect.table.column.Column;

/** Writes the values of a column to the buffer of its table. Not thread-safe. */
@FunctionalInterface
interface ColumnWriter {
  /** Writes the value of a row, which must not be null. */
  void write(Column column, int row);
}
