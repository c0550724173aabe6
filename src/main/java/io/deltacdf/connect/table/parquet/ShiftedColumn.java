package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;

/** The rows of another column from the row {@code first} on. */
final class ShiftedColumn implements Column {
  private final Column column;
  private final int first;

  ShiftedColumn(Column column, int first) {
    this.column = column;
    this.first = first;
  }

  @Override
  public DataType type() {
    return column.type();
  }

  @Override
  public boolean isNullAt(int row) {
    return column.isNullAt(first + row);
  }

  @Override
  public boolean booleanAt(int row) {
    return column.booleanAt(first + row);
  }

  @Override
  public int intAt(int row) {
    return column.intAt(first + row);
  }

  @Override
  public long longAt(int row) {
    return column.longAt(first + row);
  }

  @Override
  public float floatAt(int row) {
    return column.floatAt(first + row);
  }

  @Override
  public double doubleAt(int row) {
    return column.doubleAt(first + row);
  }

  @Override
  public String stringAt(int row) {
    return column.stringAt(first + row);
  }

  @Override
  public byte[] bytesAt(int row) {
    return column.bytesAt(first + row);
  }

  @Override
  public BigDecimal decimalAt(int row) {
    return column.decimalAt(first + row);
  }

  @Override
  public Column fieldAt(int ordinal) {
    return new ShiftedColumn(column.fieldAt(ordinal), first);
  }

  @Override
  public ArrayView arrayAt(int row) {
    return column.arrayAt(first + row);
  }

  @Override
  public MapView mapAt(int row) {
    return column.mapAt(first + row);
  }
}
