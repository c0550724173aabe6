package io.deltacdf.connect.record;

import io.deltacdf.connect.table.column.Column;

/**
 * Writes a value that may be null.
 *
 * @param writer the writer of values that are not
 * @param optional whether null is allowed
 * @param column the path of the column, for messages
 */
record NullableConverter(ValueConverter writer, boolean optional, String column) {
  /** The value of a row, or null. */
  Object valueAt(Column source, int row, RecordSize size) {
    if (!source.isNullAt(row)) {
      return writer.valueAt(source, row, size);
    }
    if (!optional) {
      throw new NullInRequiredColumnException(column);
    }
    return null;
  }
}
