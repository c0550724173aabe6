package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.FieldNames;
import io.deltacdf.connect.table.column.NullColumn;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts between the types that a column has in two schemas of a table. The second type is the
 * first one, or one to which Delta can widen it (see "Type Widening" in the protocol).
 */
final class ColumnConversions {
  private ColumnConversions() {}

  /**
   * Returns the conversion, or nothing if some value of {@code from} has no equal in {@code to}.
   */
  static Optional<ColumnConversion> between(DataType from, DataType to) {
    if (from.equals(to)) {
      return Optional.of(column -> column);
    } else if (from instanceof DataType.Struct a && to instanceof DataType.Struct b) {
      List<FieldSource> fields = ofFields(a.fields(), b.fields());
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
      return Optional.ofNullable(toPrimitive(a, b));
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

  /**
   * Returns how many decimal digits the integers of a type can have. For other types the result is
   * larger than the precision of any decimal.
   */
  private static int digitsOf(Primitive type) {
    return switch (type) {
      case BYTE -> 3;
      case SHORT -> 5;
      case INTEGER -> 10;
      case LONG -> 19;
      default -> Integer.MAX_VALUE;
    };
  }

  private static @Nullable ColumnConversion toPrimitive(Primitive from, Primitive to) {
    return switch (to) {
      // The getters of integers also read narrower ones.
      case SHORT -> from == Primitive.BYTE ? column -> column : null;
      case INTEGER -> from == Primitive.BYTE || from == Primitive.SHORT ? column -> column : null;
      case LONG -> isIntOrNarrower(from) ? column -> column : null;
      case DOUBLE ->
          isIntOrNarrower(from)
              ? ConvertedColumn.IntegerToDouble::new
              : from == Primitive.FLOAT ? ConvertedColumn.FloatToDouble::new : null;
      case TIMESTAMP_NTZ -> from == Primitive.DATE ? ConvertedColumn.DateToTimestamp::new : null;
      default -> null;
    };
  }

  private static boolean isIntOrNarrower(Primitive type) {
    return type == Primitive.BYTE || type == Primitive.SHORT || type == Primitive.INTEGER;
  }

  /**
   * Returns the sources of the fields {@code to}, which are the columns of a schema or the fields
   * of a struct. A field has its values in the field with the same physical name. If an overwrite
   * replaced a field by a new one with the same name, the new one has its values in the old one,
   * because a key follows its columns in the same way.
   */
  static List<FieldSource> ofFields(List<Field> from, List<Field> to) {
    return to.stream().map(field -> source(field, from, to)).toList();
  }

  private static FieldSource source(Field field, List<Field> from, List<Field> to) {
    int ordinal = ordinalOfSource(field, from, to);
    if (ordinal >= 0) {
      Optional<ColumnConversion> found = between(from.get(ordinal).type(), field.type());
      if (found.isPresent()) {
        ColumnConversion conversion = found.get();
        return columns -> conversion.of(columns.apply(ordinal));
      }
    }
    NullColumn nulls = new NullColumn(field.type());
    return columns -> nulls;
  }

  private static int ordinalOfSource(Field field, List<Field> from, List<Field> to) {
    int same = FieldNames.physicalOrdinalOf(from, field.physicalName());
    if (same >= 0) {
      return same;
    }
    int replaced = FieldNames.ordinalOf(from, field.name());
    return replaced >= 0 && FieldNames.physicalOrdinalOf(to, from.get(replaced).physicalName()) < 0
        ? replaced
        : -1;
  }
}
