package io.deltacdf.connect.record;

import io.deltacdf.connect.table.column.Column;

/** Appends the canonical text of a column's value, which is not null. */
@FunctionalInterface
interface KeyText {
  void append(StringBuilder text, Column column, int row);
}
