package io.deltacdf.connect.record;

import io.deltacdf.connect.record.value.RecordSize;
import io.deltacdf.connect.table.column.Column;

/** Encodes the values of the key columns in a row, which must not be null, as a key. */
@FunctionalInterface
interface KeyEncoder {
  Object encode(Column[] columns, int row, RecordSize size);
}
