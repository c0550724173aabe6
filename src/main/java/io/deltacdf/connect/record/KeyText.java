package io.deltacdf.connect.record;

import io.deltacdf.connect.table.column.Column;

/** Appends the canonical text of a column's value, which must not be null. */
@FunctionalInterface
interface KeyText {
  void append(StringBuilder text, Column column, int row);
}
