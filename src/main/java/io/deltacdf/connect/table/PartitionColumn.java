package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A partition column, which has one value for all rows of a file. The value is parsed from the text
 * in the action by the rules of "Partition Value Serialization" in the protocol. Timestamps may
 * have either form. The empty text is null, except for a string column that is not nullable.
 */
final class PartitionColumn implements Column {
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

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
   * @throws IllegalArgumentException or {@link java.time.DateTimeException} if the text is not a
   *     valid value of the type
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
      return new BigDecimal(text).setScale(decimal.scale());
    } else if (type instanceof DataType.Primitive primitive) {
      return switch (primitive) {
        case BOOLEAN -> bool(text);
        case BYTE, SHORT, INTEGER, LONG -> Long.valueOf(text);
        case FLOAT -> Float.valueOf(text);
        case DOUBLE -> Double.valueOf(text);
        case STRING, BINARY -> text.getBytes(StandardCharsets.UTF_8);
        case DATE -> LocalDate.parse(text).toEpochDay();
        case TIMESTAMP, TIMESTAMP_NTZ -> micros(text);
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

  /**
   * Returns the microseconds since the epoch. Text without a time zone is in UTC, as Delta's
   * writers mean it; the time zone of the reader does not matter.
   */
  private static long micros(String text) {
    String iso = text.replace(' ', 'T');
    int time = iso.indexOf('T');
    if (time < 0) {
      iso = iso + "T00:00:00";
    }
    boolean zoned = iso.endsWith("Z") || (time > 0 && iso.substring(time).matches(".*[+-].*"));
    LocalDateTime utc =
        zoned
            ? OffsetDateTime.parse(iso).withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
            : LocalDateTime.parse(iso);
    return ChronoUnit.MICROS.between(EPOCH, utc);
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
