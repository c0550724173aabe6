package io.deltacdf.connect.record.body;

import io.deltacdf.connect.table.column.Column;

/** Writes the values of a field, with the branch of its union if it is optional. */
@FunctionalInterface
interface FieldWriter {
  /**
   * Writes the value of a row, which may be null.
   *
   * @throws io.deltacdf.connect.record.value.NullInRequiredColumnException if the value is null and
   *     the schema requires one; some bytes of the row may be written then
   */
  void write(Column column, int row);
}
