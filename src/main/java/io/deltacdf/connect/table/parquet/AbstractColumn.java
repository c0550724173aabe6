package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;

/** A column that has none of the getters; each kind adds its own. */
abstract class AbstractColumn implements Column {
  private final DataType type;

  AbstractColumn(DataType type) {
    this.type = type;
  }

  @Override
  public final DataType type() {
    return type;
  }

  @Override
  public boolean booleanAt(int row) {
    throw noGetter("boolean");
  }

  @Override
  public int intAt(int row) {
    throw noGetter("int");
  }

  @Override
  public long longAt(int row) {
    throw noGetter("long");
  }

  @Override
  public float floatAt(int row) {
    throw noGetter("float");
  }

  @Override
  public double doubleAt(int row) {
    throw noGetter("double");
  }

  @Override
  public String stringAt(int row) {
    throw noGetter("text");
  }

  @Override
  public byte[] bytesAt(int row) {
    throw noGetter("bytes");
  }

  @Override
  public BigDecimal decimalAt(int row) {
    throw noGetter("decimal");
  }

  @Override
  public Column fieldAt(int ordinal) {
    throw noGetter("struct");
  }

  @Override
  public ArrayView arrayAt(int row) {
    throw noGetter("array");
  }

  @Override
  public MapView mapAt(int row) {
    throw noGetter("map");
  }

  private UnsupportedOperationException noGetter(String wanted) {
    return new UnsupportedOperationException("a column of type " + type + " has no " + wanted);
  }
}
