package io.deltacdf.connect.table.parquet.page;

import io.deltacdf.connect.table.column.BytesSink;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a dictionary of strings or bytes. Each entry is converted to an array, a string or
 * a decimal at most once, so that equal values of a row group are the same object.
 */
public final class BytesDictionary {
  private final int size;
  private final BytesBuffer entries;
  private final byte[] @Nullable [] bytes;
  private final @Nullable String[] strings;
  private @Nullable BigDecimal @Nullable [] decimals;

  /** Whether all entries are valid decimals; null if not known. */
  private @Nullable Boolean areDecimals;

  BytesDictionary(BytesBuffer entries, int size) {
    this.size = size;
    this.entries = entries;
    this.bytes = new byte[size][];
    this.strings = new String[size];
  }

  int size() {
    return size;
  }

  public byte[] bytesAt(int id) {
    byte[] value = bytes[id];
    if (value == null) {
      value = entries.bytesAt(id);
      bytes[id] = value;
    }
    return value;
  }

  /** Whether all entries are ASCII. */
  public boolean isAscii() {
    return entries.isAscii();
  }

  /** Passes on an entry. */
  public void copyTo(int id, BytesSink sink) {
    entries.copyTo(id, sink);
  }

  public String stringAt(int id) {
    String value = strings[id];
    if (value == null) {
      value = entries.stringAt(id);
      strings[id] = value;
    }
    return value;
  }

  /** Whether all entries are decimals that the table's type holds. */
  public boolean areDecimals(DecimalDecoder decoder) {
    if (areDecimals == null) {
      boolean all = true;
      for (int id = 0; all && id < size; id++) {
        all = entries.isDecimal(id, decoder);
      }
      areDecimals = all;
    }
    return areDecimals;
  }

  public void requireDecimal(int id, DecimalDecoder decoder) {
    entries.requireDecimal(id, decoder);
  }

  public BigDecimal decimalAt(int id, DecimalDecoder decoder) {
    if (decimals == null) {
      decimals = new BigDecimal[size];
    }
    BigDecimal value = decimals[id];
    if (value == null) {
      value = decoder.decode(bytesAt(id));
      decimals[id] = value;
    }
    return value;
  }
}
