package io.deltacdf.connect.record.value;

import io.deltacdf.connect.table.column.Column;
import org.jspecify.annotations.Nullable;

/**
 * Converts values that may be null.
 *
 * @param converter converts the values that are not null
 * @param optional whether the schema allows null
 * @param path the path of the column, for messages
 * @param nulls is told of nulls that the schema allows and the table does not; null if the table
 *     allows them, or if nobody is to be told
 */
public record NullableConverter(
    ValueConverter converter, boolean optional, String path, @Nullable RequiredNulls nulls) {
  /**
   * Converts the value of a row; null stays null.
   *
   * @throws NullInRequiredColumnException if the value is null and the schema requires one
   */
  public @Nullable Object convert(Column column, int row, RecordSize size) {
    return isNullAt(column, row) ? null : converter.convert(column, row, size);
  }

  /**
   * Returns whether the value of a row is null.
   *
   * @throws NullInRequiredColumnException if it is and the schema requires one
   */
  public boolean isNullAt(Column column, int row) {
    if (!column.isNullAt(row)) {
      return false;
    }
    if (!optional) {
      throw new NullInRequiredColumnException(path);
    }
    if (nulls != null) {
      nulls.note(path);
    }
    return true;
  }
}
