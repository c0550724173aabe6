package io.deltacdf.connect.table.parquet;

import java.util.concurrent.TimeUnit;
import org.apache.parquet.io.ParquetDecodingException;

/** Converts an integer of a file to the integer that it stands for. */
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
      return micros(value, 1_000L);
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
      return micros(value, MICROS_PER_DAY);
    }
  },
  /** For an unsigned INT32 that was read as a signed integer. */
  UNSIGNED_INT {
    @Override
    long apply(long value) {
      return value & 0xFFFF_FFFFL;
    }
  },
  /** For unsigned integers that are read as a signed type, which holds only half of their range. */
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

  private static long micros(long value, long unit) {
    try {
      return Math.multiplyExact(value, unit);
    } catch (ArithmeticException e) {
      throw new ParquetDecodingException(
          "the value " + value + " is out of the range of timestamps", e);
    }
  }

  private static long atMost(long value, long maximum) {
    if (value < 0 || value > maximum) {
      throw new ParquetDecodingException(
          "the table's type cannot hold the unsigned value " + Long.toUnsignedString(value));
    }
    return value;
  }
}
