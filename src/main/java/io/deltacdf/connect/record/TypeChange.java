package io.deltacdf.connect.record;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TypeNames;
import java.util.Optional;
import java.util.Set;

/**
 * A change of the type that consumers see for a column, or for a part of one.
 *
 * @param column the path of the column, such as {@code prices.element.net}
 * @param from the type before the change
 * @param to the type after it
 */
record TypeChange(String column, DataType from, DataType to) {
  private static final Set<DataType> DATES = Set.of(Primitive.DATE, Primitive.TIMESTAMP_NTZ);

  /** Returns the option with which such a change would not change the published type, if any. */
  Optional<String> stableOption() {
    if (from instanceof DataType.Decimal && to instanceof DataType.Decimal) {
      return Optional.of("decimal.handling.mode=string");
    }
    return DATES.contains(from) && DATES.contains(to)
        ? Optional.of("time.precision.mode=isostring")
        : Optional.empty();
  }

  @Override
  public String toString() {
    return "'%s' from %s to %s".formatted(column, TypeNames.of(from), TypeNames.of(to));
  }
}
