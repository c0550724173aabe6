package io.deltacdf.connect.row;

import com.dynatrace.hash4j.hashing.HashStream128;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import java.util.List;

/**
 * Puts values of one type into a hash, in a form that is equal for equal values and ends by itself.
 * Integers, dates and timestamps are 8 bytes whatever their width, and so are both floating point
 * types: a value hashes the same before and after its column was widened. All NaN are one value,
 * 0.0 and -0.0 are two. Maps are taken in the order of their entries, variants by their JSON text,
 * fields of structs by their physical names, and a null one as one that is not there.
 */
interface ValueHash {
  /** Puts a value that is not null. */
  void put(HashStream128 hash, Column column, int row);

  /** Puts a value or null. */
  default void putNullable(HashStream128 hash, Column column, int row) {
    boolean isNull = column.isNullAt(row);
    hash.putBoolean(isNull);
    if (!isNull) {
      put(hash, column, row);
    }
  }

  static ValueHash of(DataType type) {
    if (type instanceof DataType.Struct struct) {
      return struct(struct.fields());
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
      return map(of(map.key()), of(map.value()));
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

  private static ValueHash struct(List<Field> fields) {
    FieldHash[] values = FieldHash.of(fields);
    return (hash, column, row) -> {
      for (FieldHash field : values) {
        field.put(hash, column.fieldAt(field.ordinal()), row);
      }
      hash.putLong(FieldHash.END);
    };
  }

  private static ValueHash map(ValueHash key, ValueHash value) {
    return (hash, column, row) -> {
      Column.MapView view = column.mapAt(row);
      hash.putInt(view.size());
      for (int i = 0; i < view.size(); i++) {
        key.put(hash, view.keys(), i);
        value.putNullable(hash, view.values(), i);
      }
    };
  }
}
