package io.deltacdf.connect.record;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TypeNames;
import java.util.Optional;
import java.util.Set;

/**
 * A column, or a part of one, of which consumers see another type from a version on.
 *
 * @param column its path, such as {@code prices.element.net}
 */
record TypeChange(String column, DataType from, DataType to) {
  private static final Set<DataType> DATES = Set.of(Primitive.DATE, Primitive.TIMESTAMP_NTZ);

  /** The option under which such a change leaves the published type as it is, where one does. */
  Optional<String> stableUnder() {
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
