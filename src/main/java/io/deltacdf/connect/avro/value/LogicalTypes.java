package io.deltacdf.connect.avro.value;

import static io.deltacdf.connect.avro.value.Values.nonNull;

import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Connect's logical types. */
final class LogicalTypes {
  private static final long DAY = TimeUnit.DAYS.toMillis(1);
  private static final String LOGICAL_TYPE = "logicalType";
  private static final String SCALE = "scale";

  private LogicalTypes() {}

  /** Returns the writer of a date or time in the type that belongs to it, or null for others. */
  static @Nullable ValueWriter number(Schema schema) {
    if (schema.name() == null) {
      return null;
    }
    return switch (schema.name()) {
      case Date.LOGICAL_NAME -> (value, out) -> out.writeInt(days((java.util.Date) nonNull(value)));
      case Time.LOGICAL_NAME ->
          (value, out) -> out.writeInt(millis((java.util.Date) nonNull(value)));
      case Timestamp.LOGICAL_NAME ->
          (value, out) -> out.writeLong(((java.util.Date) nonNull(value)).getTime());
      default -> null;
    };
  }

  /** Returns a number, or the number that stands for a date or time. */
  static Number plain(Schema schema, Object value) {
    if (!(value instanceof java.util.Date date)) {
      return (Number) value;
    }
    return switch (schema.name()) {
      case Date.LOGICAL_NAME -> days(date);
      case Time.LOGICAL_NAME -> millis(date);
      default -> date.getTime();
    };
  }

  private static int days(java.util.Date date) {
    if (date.getTime() % DAY != 0) {
      throw new DataException("The value of a date has a time of day");
    }
    return (int) (date.getTime() / DAY);
  }

  private static int millis(java.util.Date time) {
    if (time.getTime() < 0 || time.getTime() > DAY) {
      throw new DataException("The value of a time of day has a date");
    }
    return (int) time.getTime();
  }

  /** Returns the writer of a decimal, or null for other bytes. */
  static @Nullable ValueWriter decimal(Schema schema) {
    if (!Decimal.LOGICAL_NAME.equals(schema.name())) {
      return null;
    }
    int scale = Integer.parseInt(schema.parameters().get(Decimal.SCALE_FIELD));
    return (value, out) -> {
      BigDecimal decimal = (BigDecimal) nonNull(value);
      if (decimal.scale() != scale) {
        throw new DataException(
            "The decimal has the scale %d instead of %d".formatted(decimal.scale(), scale));
      }
      out.writeBytes(decimal.unscaledValue().toByteArray());
    };
  }

  /**
   * Checks that the Avro schema does not give the bytes another meaning.
   *
   * @throws DataException if it does
   */
  static void check(Schema schema, org.apache.avro.Schema avro) {
    String found = avro.getProp(LOGICAL_TYPE);
    String name = schema.name();
    if (found == null || name == null) {
      return;
    }
    String expected =
        switch (name) {
          case Date.LOGICAL_NAME -> "date";
          case Time.LOGICAL_NAME -> "time-millis";
          case Timestamp.LOGICAL_NAME -> "timestamp-millis";
          case Decimal.LOGICAL_NAME -> "decimal";
          default -> found;
        };
    if (!expected.equals(found)) {
      throw new DataException(
          "The registered schema has the logical type '%s' instead of '%s'"
              .formatted(found, expected));
    }
    if (Decimal.LOGICAL_NAME.equals(name)) {
      checkScale(schema.parameters().get(Decimal.SCALE_FIELD), avro.getObjectProp(SCALE));
    }
  }

  private static void checkScale(@Nullable String expected, @Nullable Object found) {
    String scale = found == null ? "0" : found.toString();
    if (!scale.equals(expected)) {
      throw new DataException(
          "The registered schema has decimals of scale %s instead of %s"
              .formatted(scale, expected));
    }
  }
}
