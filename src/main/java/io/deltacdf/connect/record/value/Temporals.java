package io.deltacdf.connect.record.value;

import io.deltacdf.connect.config.RecordConfig.TimePrecision;
import java.util.Date;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Timestamp;

/**
 * Schemas and converters of dates and timestamps, as {@code time.precision.mode} says. The schemas
 * have Debezium's names, which its sinks know. The parameter {@value #DELTA_TYPE} distinguishes
 * timestamps with and without a time zone.
 */
@SuppressWarnings("JavaUtilDate") // Connect's logical types use it.
public final class Temporals {
  static final String DELTA_TYPE = "delta.type";
  static final String DATE = "io.debezium.time.Date";
  static final String MICRO_TIMESTAMP = "io.debezium.time.MicroTimestamp";
  static final String ZONED_TIMESTAMP = "io.debezium.time.ZonedTimestamp";

  private static final long MICROS_PER_MILLI = 1000;
  private static final long MILLIS_PER_DAY = 86_400_000;

  private Temporals() {}

  public static SchemaBuilder date(TimePrecision precision) {
    return switch (precision) {
      case ADAPTIVE, MICROSECONDS -> SchemaBuilder.int32().name(DATE);
      case CONNECT -> org.apache.kafka.connect.data.Date.builder();
      case ISOSTRING -> SchemaBuilder.string().parameter(DELTA_TYPE, "date");
    };
  }

  public static SchemaBuilder timestamp(TimePrecision precision) {
    SchemaBuilder schema =
        precision == TimePrecision.ISOSTRING
            ? SchemaBuilder.string().name(ZONED_TIMESTAMP)
            : numericTimestamp(precision);
    return schema.parameter(DELTA_TYPE, "timestamp");
  }

  public static SchemaBuilder timestampNtz(TimePrecision precision) {
    SchemaBuilder schema =
        precision == TimePrecision.ISOSTRING ? SchemaBuilder.string() : numericTimestamp(precision);
    return schema.parameter(DELTA_TYPE, "timestamp_ntz");
  }

  private static SchemaBuilder numericTimestamp(TimePrecision precision) {
    return precision == TimePrecision.CONNECT
        ? Timestamp.builder()
        : SchemaBuilder.int64().name(MICRO_TIMESTAMP);
  }

  public static ValueConverter dateConverter(TimePrecision precision) {
    return switch (precision) {
      case ADAPTIVE, MICROSECONDS -> (column, row, size) -> column.intAt(row);
      case CONNECT -> (column, row, size) -> new Date(column.intAt(row) * MILLIS_PER_DAY);
      case ISOSTRING ->
          (column, row, size) -> {
            String text = IsoText.date(column.intAt(row));
            size.addString(text);
            return text;
          };
    };
  }

  public static ValueConverter timestampConverter(TimePrecision precision) {
    return switch (precision) {
      case ADAPTIVE, MICROSECONDS -> (column, row, size) -> column.longAt(row);
      case CONNECT -> (column, row, size) -> connectTimestamp(column.longAt(row));
      case ISOSTRING ->
          (column, row, size) -> {
            String text = IsoText.timestamp(column.longAt(row));
            size.addString(text);
            return text;
          };
    };
  }

  public static ValueConverter timestampNtzConverter(TimePrecision precision) {
    if (precision != TimePrecision.ISOSTRING) {
      return timestampConverter(precision);
    }
    return (column, row, size) -> {
      String text = IsoText.timestampNtz(column.longAt(row));
      size.addString(text);
      return text;
    };
  }

  /** Converts a timestamp in milliseconds as {@link #timestampConverter} does. */
  public static Object timestampValue(long millis, TimePrecision precision) {
    return switch (precision) {
      case ADAPTIVE, MICROSECONDS -> millis * MICROS_PER_MILLI;
      case CONNECT -> new Date(millis);
      case ISOSTRING -> IsoText.timestamp(millis * MICROS_PER_MILLI);
    };
  }

  private static Date connectTimestamp(long micros) {
    return new Date(Math.floorDiv(micros, MICROS_PER_MILLI));
  }
}
