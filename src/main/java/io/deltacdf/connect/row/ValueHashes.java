package io.deltacdf.connect.row;

import com.dynatrace.hash4j.hashing.Hashing;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Creates hashes of values. Equal values add the same bytes, and no value's bytes are the beginning
 * of another's.
 *
 * <ul>
 *   <li>Integers, dates and timestamps of any width add 8 bytes, and so do both floating point
 *       types. A value therefore has the same hash before and after its column is widened.
 *   <li>All NaN are the same value; 0.0 and -0.0 are different.
 *   <li>Maps add their entries in order, and variants their JSON text.
 *   <li>Fields are added in the order of their physical names, and null fields are left out. Rows
 *       of two schemas of a table therefore have the same hash if one schema lacks a field that is
 *       null in the other, or has its fields in another order.
 * </ul>
 */
final class ValueHashes {
  /** Marks the end of a struct's fields. It is unlikely to be the tag of a field. */
  private static final long END_OF_STRUCT = 0;

  private ValueHashes() {}

  static ValueHash of(DataType type) {
    if (type instanceof DataType.Struct struct) {
      return ofStruct(struct.fields());
    } else if (type instanceof DataType.Array array) {
      ValueHash element = of(array.element());
      return (hash, column, row) -> {
        Column.ArrayView view = column.arrayAt(row);
        hash.putInt(view.size());
        for (int i = 0; i < view.size(); i++) {
          element.putNullable(hash, view.elements(), i);
        }
      };
    } else if (type instanceof DataType.Map map) {
      return ofMap(of(map.key()), of(map.value()));
    } else if (type instanceof DataType.Decimal) {
      return (hash, column, row) ->
          hash.putByteArray(column.decimalAt(row).unscaledValue().toByteArray());
    }
    return switch ((DataType.Primitive) type) {
      case BOOLEAN -> (hash, column, row) -> hash.putBoolean(column.booleanAt(row));
      case BYTE, SHORT, INTEGER, LONG, DATE, TIMESTAMP, TIMESTAMP_NTZ ->
          (hash, column, row) -> hash.putLong(column.longAt(row));
      case FLOAT ->
          (hash, column, row) -> hash.putLong(Double.doubleToLongBits(column.floatAt(row)));
      case DOUBLE ->
          (hash, column, row) -> hash.putLong(Double.doubleToLongBits(column.doubleAt(row)));
      case STRING, BINARY, VARIANT -> (hash, column, row) -> hash.putByteArray(column.bytesAt(row));
    };
  }

  private static ValueHash ofStruct(List<Field> structFields) {
    FieldHash[] fields = ofFields(structFields);
    return (hash, column, row) -> {
      for (FieldHash field : fields) {
        field.put(hash, column.fieldAt(field.ordinal()), row);
      }
      hash.putLong(END_OF_STRUCT);
    };
  }

  private static ValueHash ofMap(ValueHash key, ValueHash value) {
    return (hash, column, row) -> {
      Column.MapView view = column.mapAt(row);
      hash.putInt(view.size());
      for (int i = 0; i < view.size(); i++) {
        key.put(hash, view.keys(), i);
        value.putNullable(hash, view.values(), i);
      }
    };
  }

  /** Returns the hashes of fields in the order in which they are added. */
  static FieldHash[] ofFields(List<Field> fields) {
    return IntStream.range(0, fields.size())
        .boxed()
        .sorted(Comparator.comparing(ordinal -> fields.get(ordinal).physicalName()))
        .map(ordinal -> ofField(ordinal, fields.get(ordinal)))
        .toArray(FieldHash[]::new);
  }

  private static FieldHash ofField(int ordinal, Field field) {
    String tag = field.physicalName() + '\n' + kind(field.type());
    return new FieldHash(ordinal, Hashing.xxh3_64().hashCharsToLong(tag), of(field.type()));
  }

  /** Returns the same text for all types whose equal values add the same bytes. */
  private static String kind(DataType type) {
    if (type instanceof DataType.Array array) {
      return "array of " + kind(array.element());
    } else if (type instanceof DataType.Map map) {
      return "map of " + kind(map.key()) + " to " + kind(map.value());
    } else if (type instanceof DataType.Decimal decimal) {
      return "decimal of scale " + decimal.scale();
    } else if (type instanceof DataType.Struct) {
      return "struct";
    }
    DataType.Primitive primitive = (DataType.Primitive) type;
    return switch (primitive) {
      case BYTE, SHORT, INTEGER, LONG -> "integer";
      case FLOAT, DOUBLE -> "floating point";
      default -> primitive.name();
    };
  }
}
