package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;

/** DECIMAL from INT32 or INT64. */
final class LongDecimalVector extends LongVector {
  private final DecimalDecoder decoder;

  LongDecimalVector(DataType.Decimal type, int capacity, int fileScale) {
    super(type, capacity, LongConversion.NONE);
    this.decoder = new DecimalDecoder(fileScale, type.scale());
  }

  @Override
  public BigDecimal decimalAt(int row) {
    return decoder.decode(longAt(row));
  }
}
