package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Shows the values of a column as those of the type that it has in another schema: of the same
 * type, or of one that Delta widens the first one to (protocol, "Type Widening").
 */
@FunctionalInterface
interface ColumnConversion {
  Column of(Column column);

  /** The conversion from one type to another; empty where not each value has its equal there. */
  static Optional<ColumnConversion> between(DataType from, DataType to) {
    if (from.equals(to)) {
      return Optional.of(column -> column);
    } else if (from instanceof DataType.Struct a && to instanceof DataType.Struct b) {
      Fields fields = fields(a.fields(), b.fields());
      return Optional.of(column -> new ConvertedColumn.OfStruct(column, to, fields));
    } else if (from instanceof DataType.Array a && to instanceof DataType.Array b) {
      return between(a.element(), b.element())
          .map(element -> column -> new ConvertedColumn.OfArray(column, to, element));
    } else if (from instanceof DataType.Map a && to instanceof DataType.Map b) {
      return between(a.key(), b.key())
          .flatMap(
              key ->
                  between(a.value(), b.value())
                      .map(value -> column -> new ConvertedColumn.OfMap(column, to, key, value)));
    } else if (to instanceof DataType.Decimal decimal) {
      return toDecimal(from, decimal);
    } else if (from instanceof Primitive a && to instanceof Primitive b) {
      return toPrimitive(a, b);
    }
    return Optional.empty();
  }

  private static Optional<ColumnConversion> toDecimal(DataType from, DataType.Decimal to) {
    int digits = to.precision() - to.scale();
    if (from instanceof DataType.Decimal decimal) {
      return decimal.scale() <= to.scale() && decimal.precision() - decimal.scale() <= digits
          ? Optional.of(column -> new ConvertedColumn.ToDecimal(column, to))
          : Optional.empty();
    }
    return from instanceof Primitive primitive && digitsOf(primitive) <= digits
        ? Optional.of(column -> new ConvertedColumn.IntegerToDecimal(column, to))
        : Optional.empty();
  }

  /** The decimal digits that the integers of a type need; more than any decimal has for others. */
  private static int digitsOf(Primitive type) {
    return switch (type) {
      case BYTE -> 3;
      case SHORT -> 5;
      case INTEGER -> 10;
      case LONG -> 19;
      default -> Integer.MAX_VALUE;
    };
  }

  private static Optional<ColumnConversion> toPrimitive(Primitive from, Primitive to) {
    ColumnConversion conversion =
        switch (to) {
          // A getter of integers takes narrower ones too.
          case SHORT -> from == Primitive.BYTE ? column -> column : null;
          case INTEGER ->
              from == Primitive.BYTE || from == Primitive.SHORT ? column -> column : null;
          case LONG -> isIntOrNarrower(from) ? column -> column : null;
          case DOUBLE ->
              isIntOrNarrower(from)
                  ? ConvertedColumn.IntegerToDouble::new
                  : from == Primitive.FLOAT ? ConvertedColumn.FloatToDouble::new : null;
          case TIMESTAMP_NTZ ->
              from == Primitive.DATE ? ConvertedColumn.DateToTimestamp::new : null;
          default -> null;
        };
    return Optional.ofNullable(conversion);
  }

  private static boolean isIntOrNarrower(Primitive type) {
    return type == Primitive.BYTE || type == Primitive.SHORT || type == Primitive.INTEGER;
  }

  /**
   * The conversion of columns, or of the fields of a struct. They are the same by their physical
   * names; where one is replaced by a new one of its name, as an overwrite may do, that takes its
   * place, as it does for keys ({@link io.deltacdf.connect.change.KeyResolver}).
   */
  static Fields fields(List<Field> from, List<Field> to) {
    List<Fields.Source> sources = new ArrayList<>();
    for (Field field : to) {
      int ordinal = sourceOf(field, from, to);
      sources.add(
          new Fields.Source(
              ordinal,
              field.type(),
              ordinal < 0 ? Optional.empty() : between(from.get(ordinal).type(), field.type())));
    }
    return new Fields(sources);
  }

  private static int sourceOf(Field field, List<Field> from, List<Field> to) {
    int same = physicalOrdinal(from, field.physicalName());
    if (same >= 0) {
      return same;
    }
    for (int i = 0; i < from.size(); i++) {
      if (from.get(i).name().equalsIgnoreCase(field.name())
          && physicalOrdinal(to, from.get(i).physicalName()) < 0) {
        return i;
      }
    }
    return -1;
  }

  private static int physicalOrdinal(List<Field> fields, String physicalName) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).physicalName().equalsIgnoreCase(physicalName)) {
        return i;
      }
    }
    return -1;
  }

  /** Where each field of a schema finds its values in another one. */
  final class Fields {
    private record Source(int ordinal, DataType type, Optional<ColumnConversion> conversion) {}

    private final List<Source> sources;

    private Fields(List<Source> sources) {
      this.sources = sources;
    }

    /**
     * A field's values.
     *
     * @param columns the columns of the other schema by their ordinals
     */
    Column column(int ordinal, IntFunction<Column> columns) {
      Source source = sources.get(ordinal);
      return source.conversion.isPresent()
          ? source.conversion.get().of(columns.apply(source.ordinal))
          : new ConvertedColumn.WithoutValues(source.type);
    }
  }
}
