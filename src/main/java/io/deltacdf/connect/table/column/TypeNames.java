package io.deltacdf.connect.table.column;

import java.util.Locale;
import java.util.stream.Collectors;

/** Names types as Delta's schemas do, for people: {@code long}, {@code array<decimal(5,2)>}. */
public final class TypeNames {
  private TypeNames() {}

  /** Returns the name of a type, with the types of its parts. */
  public static String of(DataType type) {
    if (type instanceof DataType.Primitive primitive) {
      return primitive.name().toLowerCase(Locale.ROOT);
    }
    if (type instanceof DataType.Decimal decimal) {
      return "decimal(" + decimal.precision() + "," + decimal.scale() + ")";
    }
    if (type instanceof DataType.Array array) {
      return "array<" + of(array.element()) + ">";
    }
    if (type instanceof DataType.Map map) {
      return "map<" + of(map.key()) + ", " + of(map.value()) + ">";
    }
    return ((DataType.Struct) type)
        .fields().stream()
            .map(
                field ->
                    field.name() + ": " + of(field.type()) + (field.nullable() ? "" : " not null"))
            .collect(Collectors.joining(", ", "struct<", ">"));
  }
}
