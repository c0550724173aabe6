package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

/**
 * Converts values of primitive Delta types to the canonical Java form that they have in a table's
 * model, so that {@code equals} compares rows:
 *
 * <pre>
 * boolean, byte, short, integer, long, float, double, string   the Java type
 * decimal(p,s)    BigDecimal of scale s
 * binary          read-only ByteBuffer
 * date            LocalDate
 * timestamp       Instant, microseconds
 * timestamp_ntz   LocalDateTime, microseconds
 * </pre>
 *
 * For convenience, tests may also use any {@link Number} for a number, ISO text for decimals, dates
 * and timestamps, and {@code byte[]} for binary.
 */
public final class Values {
  private Values() {}

  /**
   * Returns the canonical form of {@code value}; null stays null.
   *
   * @throws IllegalArgumentException if the value is not a value of the type, or would lose digits
   */
  public static Object canonical(DataType type, Object value) {
    if (value == null) {
      return null;
    }
    try {
      Object canonical = convert(type, value);
      if (canonical != null) {
        return canonical;
      }
    } catch (ArithmeticException | java.time.DateTimeException | NumberFormatException e) {
      throw new IllegalArgumentException(message(type, value), e);
    }
    throw new IllegalArgumentException(message(type, value));
  }

  private static String message(DataType type, Object value) {
    return "This is not a value of type "
        + type
        + ": "
        + value
        + " ("
        + value.getClass().getName()
        + ")";
  }

  /** Returns null if the Java type does not fit. */
  private static Object convert(DataType type, Object value) {
    if (type instanceof BooleanType) {
      return value instanceof Boolean ? value : null;
    }
    if (type instanceof StringType) {
      return value instanceof String ? value : null;
    }
    if (type instanceof BinaryType) {
      return binary(value);
    }
    if (type instanceof DateType) {
      return value instanceof String text ? LocalDate.parse(text) : cast(LocalDate.class, value);
    }
    if (type instanceof TimestampType) {
      Instant instant =
          value instanceof String text ? Instant.parse(text) : cast(Instant.class, value);
      return instant == null ? null : instant.truncatedTo(ChronoUnit.MICROS);
    }
    if (type instanceof TimestampNTZType) {
      return timestampNtz(value);
    }
    return number(type, value);
  }

  private static Object binary(Object value) {
    ByteBuffer bytes =
        value instanceof byte[] array
            ? ByteBuffer.wrap(array.clone())
            : cast(ByteBuffer.class, value);
    return bytes == null ? null : bytes.asReadOnlyBuffer();
  }

  private static Object timestampNtz(Object value) {
    if (value instanceof LocalDate date) { // the type was widened
      return date.atStartOfDay();
    }
    LocalDateTime local =
        value instanceof String text ? LocalDateTime.parse(text) : cast(LocalDateTime.class, value);
    return local == null ? null : local.truncatedTo(ChronoUnit.MICROS);
  }

  private static <T> T cast(Class<T> wanted, Object value) {
    return wanted.isInstance(value) ? wanted.cast(value) : null;
  }

  private static Object number(DataType type, Object value) {
    if (type instanceof FloatType || type instanceof DoubleType) {
      if (!(value instanceof Number number)) {
        return null;
      }
      return type instanceof FloatType
          ? (Object) number.floatValue()
          : (Object) number.doubleValue();
    }
    if (!(value instanceof Number) && !(type instanceof DecimalType && value instanceof String)) {
      return null;
    }
    if (type instanceof DecimalType decimal) {
      BigDecimal scaled =
          new BigDecimal(value.toString()).setScale(decimal.getScale(), RoundingMode.UNNECESSARY);
      return scaled.precision() <= decimal.getPrecision() ? scaled : null;
    }
    long exact = new BigDecimal(value.toString()).longValueExact();
    if (type instanceof LongType) {
      return exact;
    }
    int narrow = Math.toIntExact(exact);
    if (type instanceof IntegerType) {
      return narrow;
    }
    if (type instanceof ShortType) {
      return narrow == (short) narrow ? (short) narrow : null;
    }
    return type instanceof ByteType && narrow == (byte) narrow ? (byte) narrow : null;
  }
}
