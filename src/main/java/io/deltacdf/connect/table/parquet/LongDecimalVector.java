package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.parquet.page.DecimalDecoder;
import java.math.BigDecimal;

/** DECIMAL from INT32 or INT64. */
final class LongDecimalVector extends LongVector {
  private final DecimalDecoder decoder;
  private final boolean isChecked;

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
  public BigDecimal decimalAt(int row) {
    return decoder.decode(longAt(row));
  }
}
