package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.parquet.page.PageValues;
import java.util.Arrays;
import org.apache.parquet.io.ParquetDecodingException;

/** BYTE, SHORT, INTEGER and DATE. */
final class IntVector extends LeafVector {
  private final LongConversion conversion;

  /** The number of bits that a value may have. */
  private final int bits;

  private int[] values;

  IntVector(DataType type, int capacity, LongConversion conversion) {
    super(type, capacity);
    this.conversion = conversion;
    this.bits =
        type == DataType.Primitive.BYTE
            ? Byte.SIZE
            : type == DataType.Primitive.SHORT ? Short.SIZE : Integer.SIZE;
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
    if (bits < Integer.SIZE) {
      requireBits(at, at + count);
    }
  }

  /** Checks that the bits that the type does not have repeat the sign. */
  private void requireBits(int from, int to) {
    int outside = 0;
    for (int i = from; i < to; i++) {
      outside |= values[i] >> bits - 1 ^ values[i] >> Integer.SIZE - 1;
    }
    for (int i = from; outside != 0 && i < to; i++) {
      if (values[i] >> bits - 1 != values[i] >> Integer.SIZE - 1) {
        throw new ParquetDecodingException(
            "the value " + values[i] + " is out of the range of the table's type " + type());
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
