package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;

/** DECIMAL from INT32 or INT64. */
final class LongDecimalVector extends LongVector {
  private final int fileScale;
  private final int scale;

  LongDecimalVector(DataType.Decimal type, int capacity, int fileScale) {
    super(type, capacity, LongConversion.NONE);
    this.fileScale = fileScale;
    this.scale = type.scale();
  }

  @Override
  public BigDecimal decimalAt(int row) {
    BigDecimal value = BigDecimal.valueOf(longAt(row), fileScale);
    return fileScale == scale ? value : value.setScale(scale);
  }
}
