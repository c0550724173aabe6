package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.parquet.page.PageValues;
import java.util.Arrays;

/** FLOAT. */
final class FloatVector extends LeafVector {
  private float[] values;

  FloatVector(DataType type, int capacity) {
    super(type, capacity);
    values = new float[capacity];
  }

  @Override
  void resize(int capacity) {
    values = Arrays.copyOf(values, capacity);
  }

  @Override
  void read(PageValues page, int at, int count) {
    page.floats(values, at, count);
  }

  @Override
  void move(int from, int to) {
    values[to] = values[from];
  }

  @Override
  public float floatAt(int row) {
    return values[row];
  }
}
