package io.deltacdf.connect.table.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Decodes decimals from their unscaled values.
 *
 * @param fileScale the scale of the values in the file
 * @param scale the scale of the decoded values, which is not smaller
 */
record DecimalDecoder(int fileScale, int scale) {
  /** Decodes an unscaled value. */
  BigDecimal decode(long unscaled) {
    return rescale(BigDecimal.valueOf(unscaled, fileScale));
  }

  /** Decodes an unscaled value in big-endian two's complement. */
  BigDecimal decode(byte[] unscaled) {
    return rescale(new BigDecimal(new BigInteger(unscaled), fileScale));
  }

  private BigDecimal rescale(BigDecimal value) {
    return fileScale == scale ? value : value.setScale(scale);
  }
}
