package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;

/** DECIMAL from BINARY or FIXED_LEN_BYTE_ARRAY. */
final class BytesDecimalVector extends BytesVector {
  private final DecimalDecoder decoder;

  BytesDecimalVector(DataType.Decimal type, int capacity, int fileScale) {
    super(type, capacity);
    this.decoder = new DecimalDecoder(fileScale, type.scale());
  }

  @Override
  public BigDecimal decimalAt(int row) {
    BytesDictionary words = dictionary();
    return words != null ? words.decimalAt(idAt(row), decoder) : decoder.decode(bytesAt(row));
  }
}
