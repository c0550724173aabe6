package io.deltacdf.connect.change;

import io.deltacdf.connect.table.Column;
import io.deltacdf.connect.table.ColumnBatch;
import io.deltacdf.connect.table.DataType;
import io.deltacdf.connect.table.TableSchema;
import java.util.Arrays;

/** Whether two rows of one file have the same key. Null equals null. Boxes nothing. */
final class KeyEquality {
  private final int[] ordinals;
  private final ValueEquality[] values;

  KeyEquality(TableSchema schema, KeyColumns key) {
    ordinals = key.ordinals().stream().mapToInt(Integer::intValue).toArray();
    values = new ValueEquality[ordinals.length];
    for (int i = 0; i < ordinals.length; i++) {
      values[i] = of(schema.fields().get(ordinals[i]).type());
    }
  }

  boolean equal(ColumnBatch batch, int row, ColumnBatch otherBatch, int otherRow) {
    for (int i = 0; i < ordinals.length; i++) {
      Column column = batch.column(ordinals[i]);
      Column other = otherBatch.column(ordinals[i]);
      boolean isNull = column.isNullAt(row);
      if (isNull != other.isNullAt(otherRow)
          || (!isNull && !values[i].equal(column, row, other, otherRow))) {
        return false;
      }
    }
    return true;
  }

  private static ValueEquality of(DataType type) {
    if (type instanceof DataType.Primitive primitive) {
      return switch (primitive) {
        case BOOLEAN -> (a, i, b, j) -> a.booleanAt(i) == b.booleanAt(j);
        case BYTE, SHORT, INTEGER, DATE -> (a, i, b, j) -> a.intAt(i) == b.intAt(j);
        case LONG, TIMESTAMP, TIMESTAMP_NTZ -> (a, i, b, j) -> a.longAt(i) == b.longAt(j);
        case FLOAT -> (a, i, b, j) -> Float.compare(a.floatAt(i), b.floatAt(j)) == 0;
        case DOUBLE -> (a, i, b, j) -> Double.compare(a.doubleAt(i), b.doubleAt(j)) == 0;
        case STRING, BINARY -> (a, i, b, j) -> Arrays.equals(a.bytesAt(i), b.bytesAt(j));
        case VARIANT -> throw noKey(type);
      };
    }
    if (type instanceof DataType.Decimal) {
      return (a, i, b, j) -> a.decimalAt(i).compareTo(b.decimalAt(j)) == 0;
    }
    throw noKey(type);
  }

  /** Key columns are checked when they are resolved; nested types never come here. */
  private static IllegalArgumentException noKey(DataType type) {
    return new IllegalArgumentException("Values of type " + type + " cannot be a key");
  }

  @FunctionalInterface
  private interface ValueEquality {
    boolean equal(Column column, int row, Column other, int otherRow);
  }
}
