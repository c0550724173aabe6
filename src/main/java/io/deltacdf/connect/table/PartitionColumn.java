package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A partition column, which has one value for all rows of a file. The value is parsed from the text
 * in the action by the rules of "Partition Value Serialization" in the protocol. Dates and
 * timestamps may have any form of {@link TemporalText}. A number that the type cannot hold is
 * rejected. The empty text is null, except for a string column that is not nullable.
 */
final class PartitionColumn implements Column {
  private final DataType type;

  /**
   * A Boolean, Long (for all integers, dates and timestamps), Float, Double, byte[] (also for
   * strings) or BigDecimal, or null.
   */
  private final @Nullable Object value;

  private PartitionColumn(DataType type, @Nullable Object value) {
    this.type = type;
    this.value = value;
  }

  /**
   * Parses a partition value.
   *
   * @param text the action's text, or null
   * @param padding how to pad the value
   * @throws IllegalArgumentException or {@link java.time.DateTimeException} or {@link
   *     ArithmeticException} if the text is not a valid value of the type
   */
  static PartitionColumn parse(Field field, @Nullable String text, CharPadding padding) {
    boolean keepsEmpty = field.type() == DataType.Primitive.STRING && !field.nullable();
    if (text == null || (text.isEmpty() && !keepsEmpty)) {
      return new PartitionColumn(field.type(), null);
    }
    Object value = value(field.type(), text);
    return new PartitionColumn(
        field.type(), value instanceof byte[] bytes ? padding.pad(bytes) : value);
  }

  private static Object value(DataType type, String text) {
    if (type instanceof DataType.Decimal decimal) {
      return decimal(decimal, text);
    } else if (type instanceof DataType.Primitive primitive) {
      return switch (primitive) {
        case BOOLEAN -> bool(text);
        case BYTE -> integer(text, Byte.MIN_VALUE, Byte.MAX_VALUE);
        case SHORT -> integer(text, Short.MIN_VALUE, Short.MAX_VALUE);
        case INTEGER -> integer(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
        case LONG -> Long.valueOf(text);
        case FLOAT -> floating(text);
        case DOUBLE -> doubleFloating(text);
        case STRING, BINARY -> text.getBytes(StandardCharsets.UTF_8);
        case DATE -> TemporalText.days(text);
        case TIMESTAMP -> TemporalText.micros(text);
        case TIMESTAMP_NTZ -> TemporalText.localMicros(text);
        case VARIANT -> throw new IllegalArgumentException("variant is not a partition type");
      };
    }
    throw new IllegalArgumentException(type + " is not a partition type");
  }

  private static Boolean bool(String text) {
    if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
      throw new IllegalArgumentException("neither true nor false: " + text);
    }
    return Boolean.valueOf(text);
  }

  /** Parses an integer, and rejects one that the type cannot hold. */
  private static Long integer(String text, long min, long max) {
    long value = Long.parseLong(text);
    if (value < min || value > max) {
      throw new IllegalArgumentException(text + " is not between " + min + " and " + max);
    }
    return value;
  }

  private static BigDecimal decimal(DataType.Decimal type, String text) {
    BigDecimal value = new BigDecimal(text).setScale(type.scale());
    if (value.precision() > type.precision()) {
      throw new IllegalArgumentException(
          text + " has more digits than the " + type.precision() + " of the type");
    }
    return value;
  }

  private static Float floating(String text) {
    float value = Float.parseFloat(infinity(text));
    requireInRange(text, Float.isInfinite(value));
    return value;
  }

  private static Double doubleFloating(String text) {
    double value = Double.parseDouble(infinity(text));
    requireInRange(text, Double.isInfinite(value));
    return value;
  }

  /** Returns the spelling of Java for infinities and NaN, which some writers spell otherwise. */
  private static String infinity(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "inf", "+inf", "infinity", "+infinity" -> "Infinity";
      case "-inf", "-infinity" -> "-Infinity";
      case "nan" -> "NaN";
      default -> text;
    };
  }

  private static void requireInRange(String text, boolean infinite) {
    if (infinite && !infinity(text).endsWith("Infinity")) {
      throw new IllegalArgumentException(text + " is too large");
    }
  }

  @Override
  public DataType type() {
    return type;
  }

  @Override
  public boolean isNullAt(int row) {
    return value == null;
  }

  private Object presentValue() {
    return Objects.requireNonNull(value);
  }

  @Override
  public boolean booleanAt(int row) {
    return (Boolean) presentValue();
  }

  @Override
  public int intAt(int row) {
    return (int) longAt(row);
  }

  @Override
  public long longAt(int row) {
    return (Long) presentValue();
  }

  @Override
  public float floatAt(int row) {
    return (Float) presentValue();
  }

  @Override
  public double doubleAt(int row) {
    return (Double) presentValue();
  }

  @Override
  public String stringAt(int row) {
    return new String(bytesAt(row), StandardCharsets.UTF_8);
  }

  @Override
  public byte[] bytesAt(int row) {
    return (byte[]) presentValue();
  }

  @Override
  public BigDecimal decimalAt(int row) {
    return (BigDecimal) presentValue();
  }
}
