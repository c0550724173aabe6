package io.deltacdf.connect.record;

import io.deltacdf.connect.table.column.Column;

/** Makes a key of the values in the key columns, none of which is null. */
@FunctionalInterface
interface KeyEncoder {
  Object encode(Column[] columns, int row, RecordSize size);
}
