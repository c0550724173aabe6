package io.deltacdf.connect.table.parquet.page;

import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.parquet.io.ParquetDecodingException;

/** Decodes decimals from their unscaled values, and checks that the table's type holds them. */
public final class DecimalDecoder {
  /** All numbers with fewer digits are in the range of long integers. */
  private static final int LONG_DIGITS = 19;

  private final DataType.Decimal type;

  /** The scale of the values in the file, which is not greater than the table's. */
  private final int fileScale;

  /** The smallest number that an unscaled value of the file must not reach. */
  private final BigInteger bound;

  /** The same, or {@link Long#MAX_VALUE} if it is greater than every long integer. */
  private final long longBound;

  /** Unscaled values of at most this many bytes are below the bound. */
  private final int safeBytes;

  /**
   * Creates a decoder.
   *
   * @param fileScale the scale of the values in the file
   * @param type the table's type
   */
  public DecimalDecoder(int fileScale, DataType.Decimal type) {
    int digits = type.precision() - (type.scale() - fileScale);
    this.type = type;
    this.fileScale = fileScale;
    this.bound = BigInteger.TEN.pow(digits);
    this.longBound = digits < LONG_DIGITS ? bound.longValueExact() : Long.MAX_VALUE;
    this.safeBytes = bound.bitLength() / Byte.SIZE;
  }

  /** Decodes an unscaled value. */
  public BigDecimal decode(long unscaled) {
    return rescale(BigDecimal.valueOf(unscaled, fileScale));
  }

  /** Decodes an unscaled value in big-endian two's complement. */
  public BigDecimal decode(byte[] unscaled) {
    return rescale(new BigDecimal(new BigInteger(unscaled), fileScale));
  }

  /** Whether the values in the file have the scale of the table's type. */
  public boolean keepsScale() {
    return fileScale == type.scale();
  }

  private BigDecimal rescale(BigDecimal value) {
    return keepsScale() ? value : value.setScale(type.scale());
  }

  /** Whether the type holds all integers of this many bytes. */
  public boolean holds(int bytes) {
    return bytes <= safeBytes;
  }

  /** Checks that the type holds the unscaled values from {@code from} to before {@code to}. */
  public void require(long[] unscaled, int from, int to) {
    if (longBound == Long.MAX_VALUE) {
      return;
    }
    for (int i = from; i < to; i++) {
      if (unscaled[i] >= longBound || unscaled[i] <= -longBound) {
        throw outOfRange(BigInteger.valueOf(unscaled[i]));
      }
    }
  }

  /** Checks that the type holds an unscaled value in big-endian two's complement. */
  public void require(byte[] bytes, int from, int length) {
    if (!isValid(bytes, from, length)) {
      throw length == 0
          ? new ParquetDecodingException("a decimal has no bytes")
          : outOfRange(new BigInteger(bytes, from, length));
    }
  }

  /** Whether there are bytes, and the type holds their value. */
  boolean isValid(byte[] bytes, int from, int length) {
    if (length == 0 || length <= safeBytes) {
      return length > 0;
    } else if (longBound < Long.MAX_VALUE && isPadded(bytes, from, length - Long.BYTES)) {
      long value = bytes[from];
      for (int i = Math.max(1, length - Long.BYTES); i < length; i++) {
        value = value << Byte.SIZE | bytes[from + i] & 0xFF;
      }
      return value < longBound && value > -longBound;
    } else if (isPadded(bytes, from, length - safeBytes)) {
      return true;
    }
    return new BigInteger(bytes, from, length).abs().compareTo(bound) < 0;
  }

  /** Whether the first bytes only repeat the sign of those that follow. */
  private static boolean isPadded(byte[] bytes, int from, int padding) {
    int sign = padding <= 0 ? 0 : bytes[from + padding] >> Byte.SIZE - 1;
    for (int i = 0; i < padding; i++) {
      if (bytes[from + i] != sign) {
        return false;
      }
    }
    return true;
  }

  private ParquetDecodingException outOfRange(BigInteger unscaled) {
    return new ParquetDecodingException(
        "the value "
            + new BigDecimal(unscaled, fileScale).toPlainString()
            + " is out of the range of the table's type decimal("
            + type.precision()
            + ","
            + type.scale()
            + ")");
  }
}
