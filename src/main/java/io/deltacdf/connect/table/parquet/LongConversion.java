package io.deltacdf.connect.table.parquet;

import java.util.concurrent.TimeUnit;
import org.apache.parquet.io.ParquetDecodingException;

/** From the integer in a file to the integer that it stands for. */
enum LongConversion {
  NONE {
    @Override
    long apply(long value) {
      return value;
    }
  },
  MILLIS_TO_MICROS {
    @Override
    long apply(long value) {
      return Math.multiplyExact(value, 1_000L);
    }
  },
  NANOS_TO_MICROS {
    @Override
    long apply(long value) {
      return Math.floorDiv(value, 1_000L);
    }
  },
  DAYS_TO_MICROS {
    @Override
    long apply(long value) {
      return value * MICROS_PER_DAY;
    }
  },
  /** An unsigned INT32, which was read as a signed one. */
  UNSIGNED_INT {
    @Override
    long apply(long value) {
      return value & 0xFFFF_FFFFL;
    }
  },
  /** An unsigned integer that its signed type can hold up to half of its range. */
  UNSIGNED_TO_BYTE {
    @Override
    long apply(long value) {
      return atMost(value, Byte.MAX_VALUE);
    }
  },
  UNSIGNED_TO_SHORT {
    @Override
    long apply(long value) {
      return atMost(value, Short.MAX_VALUE);
    }
  },
  UNSIGNED_TO_SIGNED {
    @Override
    long apply(long value) {
      return atMost(value, Long.MAX_VALUE);
    }
  };

  private static final long MICROS_PER_DAY = TimeUnit.DAYS.toMicros(1);

  abstract long apply(long value);

  private static long atMost(long value, long maximum) {
    if (value < 0 || value > maximum) {
      throw new ParquetDecodingException(
          "an unsigned value that the table's type cannot hold: " + Long.toUnsignedString(value));
    }
    return value;
  }
}
