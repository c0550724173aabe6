package io.deltacdf.connect.record;

import io.deltacdf.connect.table.column.DataType;
import java.util.Locale;

/** The names of types, for messages. */
final class TypeNames {
  private TypeNames() {}

  static String of(DataType type) {
    if (type instanceof DataType.Decimal decimal) {
      return "decimal(" + decimal.precision() + "," + decimal.scale() + ")";
    } else if (type instanceof DataType.Primitive primitive) {
      return primitive.name().toLowerCase(Locale.ROOT);
    }
    return type.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }
}
