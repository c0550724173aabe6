package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;

/**
 * The entries of a dictionary of strings or bytes. Each is made into an array, a string or a
 * decimal at most once, so that equal values of a row group are one object.
 */
final class BytesDictionary {
  private final int size;
  private final BytesVector entries;
  private final byte[][] bytes;
  private final String[] strings;
  private BigDecimal[] decimals;

  BytesDictionary(PageValues values, int size) {
    this.size = size;
    this.entries = new BytesVector(DataType.Primitive.BINARY, size);
    entries.append(values, size);
    this.bytes = new byte[size][];
    this.strings = new String[size];
  }

  int size() {
    return size;
  }

  byte[] bytesAt(int id) {
    byte[] value = bytes[id];
    if (value == null) {
      value = entries.bytesAt(id);
      bytes[id] = value;
    }
    return value;
  }

  String stringAt(int id) {
    String value = strings[id];
    if (value == null) {
      value = entries.stringAt(id);
      strings[id] = value;
    }
    return value;
  }

  BigDecimal decimalAt(int id, BytesDecimalVector reader) {
    if (decimals == null) {
      decimals = new BigDecimal[size];
    }
    BigDecimal value = decimals[id];
    if (value == null) {
      value = reader.decimal(bytesAt(id));
      decimals[id] = value;
    }
    return value;
  }
}
