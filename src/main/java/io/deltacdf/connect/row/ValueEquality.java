package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import java.util.Arrays;
import java.util.List;

/**
 * Compares values of one type. Values are equal if {@link ValueHashes} hashes them the same: all
 * NaN are equal, 0.0 and -0.0 are not, and maps are equal if they have the same entries in the same
 * order. Variants are equal if their published JSON text is.
 */
interface ValueEquality {
  /** Compares values that are not null. */
  boolean equal(Column column, int row, Column other, int otherRow);

  /** Compares values or nulls; null equals null. */
  default boolean equalNullable(Column column, int row, Column other, int otherRow) {
    boolean isNull = column.isNullAt(row);
    return isNull == other.isNullAt(otherRow) && (isNull || equal(column, row, other, otherRow));
  }

  static ValueEquality of(DataType type) {
    if (type instanceof DataType.Struct struct) {
      return struct(struct.fields());
    } else if (type instanceof DataType.Array array) {
      ValueEquality element = of(array.element());
      return (a, i, b, j) -> {
        Column.ArrayView view = a.arrayAt(i);
        Column.ArrayView other = b.arrayAt(j);
        return view.size() == other.size()
            && allEqual(element, view.size(), view.elements(), other.elements());
      };
    } else if (type instanceof DataType.Map map) {
      return map(of(map.key()), of(map.value()));
    } else if (type instanceof DataType.Decimal) {
      return (a, i, b, j) -> a.decimalAt(i).compareTo(b.decimalAt(j)) == 0;
    }
    return switch ((DataType.Primitive) type) {
      case BOOLEAN -> (a, i, b, j) -> a.booleanAt(i) == b.booleanAt(j);
      case BYTE, SHORT, INTEGER, DATE -> (a, i, b, j) -> a.intAt(i) == b.intAt(j);
      case LONG, TIMESTAMP, TIMESTAMP_NTZ -> (a, i, b, j) -> a.longAt(i) == b.longAt(j);
      case FLOAT -> (a, i, b, j) -> Float.compare(a.floatAt(i), b.floatAt(j)) == 0;
      case DOUBLE -> (a, i, b, j) -> Double.compare(a.doubleAt(i), b.doubleAt(j)) == 0;
      case STRING, BINARY, VARIANT -> (a, i, b, j) -> Arrays.equals(a.bytesAt(i), b.bytesAt(j));
    };
  }

  private static ValueEquality struct(List<Field> fields) {
    ValueEquality[] values =
        fields.stream().map(field -> of(field.type())).toArray(ValueEquality[]::new);
    return (a, i, b, j) -> {
      for (int field = 0; field < values.length; field++) {
        if (!values[field].equalNullable(a.fieldAt(field), i, b.fieldAt(field), j)) {
          return false;
        }
      }
      return true;
    };
  }

  private static ValueEquality map(ValueEquality key, ValueEquality value) {
    return (a, i, b, j) -> {
      Column.MapView view = a.mapAt(i);
      Column.MapView other = b.mapAt(j);
      return view.size() == other.size()
          && allEqual(key, view.size(), view.keys(), other.keys())
          && allEqual(value, view.size(), view.values(), other.values());
    };
  }

  private static boolean allEqual(ValueEquality equality, int size, Column column, Column other) {
    for (int i = 0; i < size; i++) {
      if (!equality.equalNullable(column, i, other, i)) {
        return false;
      }
    }
    return true;
  }
}
