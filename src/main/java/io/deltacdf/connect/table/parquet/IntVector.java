package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import java.util.Arrays;

/** BYTE, SHORT, INTEGER and DATE. */
final class IntVector extends LeafVector {
  private final LongConversion conversion;
  private int[] values;

  IntVector(DataType type, int capacity, LongConversion conversion) {
    super(type, capacity);
    this.conversion = conversion;
    values = new int[capacity];
  }

  @Override
  void resize(int capacity) {
    values = Arrays.copyOf(values, capacity);
  }

  @Override
  void read(PageValues page, int at, int count) {
    page.ints(values, at, count);
    if (conversion != LongConversion.NONE) {
      for (int i = at; i < at + count; i++) {
        values[i] = Math.toIntExact(conversion.apply(values[i]));
      }
    }
  }

  @Override
  void move(int from, int to) {
    values[to] = values[from];
  }

  @Override
  public int intAt(int row) {
    return values[row];
  }

  @Override
  public long longAt(int row) {
    return values[row];
  }
}
