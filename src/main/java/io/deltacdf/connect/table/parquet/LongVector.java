package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.parquet.page.PageValues;
import java.util.Arrays;

/** LONG, TIMESTAMP and TIMESTAMP_NTZ; also the unscaled values of short decimals. */
class LongVector extends LeafVector {
  private final LongConversion conversion;
  private long[] values;

  LongVector(DataType type, int capacity, LongConversion conversion) {
    super(type, capacity);
    this.conversion = conversion;
    values = new long[capacity];
  }

  @Override
  final void resize(int capacity) {
    values = Arrays.copyOf(values, capacity);
  }

  @Override
  final void read(PageValues page, int at, int count) {
    page.longs(values, at, count);
    if (conversion != LongConversion.NONE) {
      for (int i = at; i < at + count; i++) {
        values[i] = conversion.apply(values[i]);
      }
    }
    check(values, at, at + count);
  }

  /** Checks the values from {@code from} to before {@code to}. */
  void check(long[] read, int from, int to) {}

  @Override
  final void move(int from, int to) {
    values[to] = values[from];
  }

  @Override
  public final long longAt(int row) {
    return values[row];
  }
}
