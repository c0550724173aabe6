package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;

/** DECIMAL from bytes: unscaled, big-endian, in two's complement. */
final class BytesDecimalVector extends BytesVector {
  private final int fileScale;
  private final int scale;

  BytesDecimalVector(DataType.Decimal type, int capacity, int fileScale) {
    super(type, capacity);
    this.fileScale = fileScale;
    this.scale = type.scale();
  }

  BigDecimal decimal(byte[] unscaled) {
    BigDecimal value = new BigDecimal(new BigInteger(unscaled), fileScale);
    return fileScale == scale ? value : value.setScale(scale);
  }

  @Override
  public BigDecimal decimalAt(int row) {
    return dictionary() != null ? dictionary().decimalAt(idAt(row), this) : decimal(bytesAt(row));
  }
}
