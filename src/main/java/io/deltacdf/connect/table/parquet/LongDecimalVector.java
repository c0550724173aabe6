package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.BytesSink;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.parquet.page.DecimalDecoder;
import java.math.BigDecimal;

/** DECIMAL from INT32 or INT64. */
final class LongDecimalVector extends LongVector {
  private final DecimalDecoder decoder;
  private final boolean isChecked;

  /** The value that {@link #copyUnscaled} passes on. */
  private final byte[] unscaled = new byte[Long.BYTES];

  /**
   * Creates a vector.
   *
   * @param bytes the size of the file's integers in bytes
   */
  LongDecimalVector(DataType.Decimal type, int capacity, int fileScale, int bytes) {
    super(type, capacity, LongConversion.NONE);
    this.decoder = new DecimalDecoder(fileScale, type);
    this.isChecked = !decoder.holds(bytes);
  }

  @Override
  void check(long[] read, int from, int to) {
    if (isChecked) {
      decoder.require(read, from, to);
    }
  }

  @Override
  public void copyUnscaled(int row, BytesSink sink) {
    if (!decoder.keepsScale()) {
      super.copyUnscaled(row, sink);
      return;
    }
    long value = longAt(row);
    // A sign bit and all that differ from it, rounded up to bytes.
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value ^ value >> Long.SIZE - 1) + 1;
    int length = (bits + Byte.SIZE - 1) / Byte.SIZE;
    for (int i = length - 1; i >= 0; i--) {
      unscaled[i] = (byte) value;
      value >>= Byte.SIZE;
    }
    sink.accept(unscaled, 0, length);
  }

  @Override
  public BigDecimal decimalAt(int row) {
    return decoder.decode(longAt(row));
  }
}
