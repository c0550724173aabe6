package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.Column;
import java.util.function.IntFunction;

/** Says where a field of one schema finds its values in another schema. */
@FunctionalInterface
interface FieldSource {
  /**
   * Returns the field's values.
   *
   * @param columns returns the columns of the other schema by their ordinals
   */
  Column column(IntFunction<Column> columns);
}
