package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.parquet.page.PageValues;
import java.util.Arrays;

/** DOUBLE, from DOUBLE, FLOAT or INT32. */
final class DoubleVector extends LeafVector {
  private double[] values;

  DoubleVector(DataType type, int capacity) {
    super(type, capacity);
    values = new double[capacity];
  }

  @Override
  void resize(int capacity) {
    values = Arrays.copyOf(values, capacity);
  }

  @Override
  void read(PageValues page, int at, int count) {
    page.doubles(values, at, count);
  }

  @Override
  void move(int from, int to) {
    values[to] = values[from];
  }

  @Override
  public double doubleAt(int row) {
    return values[row];
  }
}
