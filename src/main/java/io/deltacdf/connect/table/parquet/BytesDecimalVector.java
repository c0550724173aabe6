package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.parquet.page.BytesBuffer;
import io.deltacdf.connect.table.parquet.page.BytesDictionary;
import io.deltacdf.connect.table.parquet.page.DecimalDecoder;
import java.math.BigDecimal;

/** DECIMAL from BINARY or FIXED_LEN_BYTE_ARRAY. */
final class BytesDecimalVector extends BytesVector {
  private final DecimalDecoder decoder;

  BytesDecimalVector(DataType.Decimal type, int capacity, int fileScale) {
    super(type, capacity);
    this.decoder = new DecimalDecoder(fileScale, type);
  }

  @Override
  public BigDecimal decimalAt(int row) {
    BytesDictionary words = dictionaryAt(row);
    return words != null ? words.decimalAt(idAt(row), decoder) : decoder.decode(bytesAt(row));
  }

  @Override
  void checkWords(BytesDictionary words, int[] ids, int from, int to) {
    if (!words.areDecimals(decoder)) {
      for (int i = from; i < to; i++) {
        words.requireDecimal(ids[i], decoder);
      }
    }
  }

  @Override
  void checkBytes(BytesBuffer buffer, int from, int to) {
    for (int i = from; i < to; i++) {
      buffer.requireDecimal(i, decoder);
    }
  }
}
