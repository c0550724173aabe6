package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.parquet.page.PageValues;
import java.util.Arrays;

/** BOOLEAN. */
final class BooleanVector extends LeafVector {
  private boolean[] values;

  BooleanVector(DataType type, int capacity) {
    super(type, capacity);
    values = new boolean[capacity];
  }

  @Override
  void resize(int capacity) {
    values = Arrays.copyOf(values, capacity);
  }

  @Override
  void read(PageValues page, int at, int count) {
    page.booleans(values, at, count);
  }

  @Override
  void move(int from, int to) {
    values[to] = values[from];
  }

  @Override
  public boolean booleanAt(int row) {
    return values[row];
  }
}
