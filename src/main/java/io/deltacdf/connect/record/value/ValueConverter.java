package io.deltacdf.connect.record.value;

import io.deltacdf.connect.table.column.Column;
import org.jspecify.annotations.Nullable;

/** Converts the values of a column, or of a part of one, to Connect values. Not thread-safe. */
@FunctionalInterface
public interface ValueConverter {
  /**
   * Converts the value of a row, which must not be null. The result is null only for a special
   * value that {@code float.special.handling=null} replaces, which keys do not have.
   *
   * @param size counts what the value holds on the heap beyond a boxed number
   */
  @Nullable Object convert(Column column, int row, RecordSize size);
}
