package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.Column;

/** Shows the values of a column as values of another type. */
@FunctionalInterface
interface ColumnConversion {
  Column of(Column column);
}
