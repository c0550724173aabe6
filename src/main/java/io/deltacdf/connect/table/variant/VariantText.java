package io.deltacdf.connect.table.variant;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Locale;
import org.apache.parquet.variant.Variant;

/**
 * Writes variants as JSON, as Spark's {@code to_json} does with UTC as the session's time zone:
 * decimals as plain numbers, NaN and the infinities as strings, dates and timestamps as {@code
 * 2024-03-10 10:00:00.5+00:00}, binary in Base64.
 */
final class VariantText {
  private static final DateTimeFormatter TIMESTAMP_NTZ =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendLiteral(' ')
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .toFormatter(Locale.ROOT);

  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .append(TIMESTAMP_NTZ)
          .appendLiteral("+00:00")
          .toFormatter(Locale.ROOT);

  private VariantText() {}

  static String of(Variant variant) {
    StringBuilder json = new StringBuilder();
    append(json, variant);
    return json.toString();
  }

  private static void append(StringBuilder json, Variant value) {
    switch (value.getType()) {
      case OBJECT -> appendObject(json, value);
      case ARRAY -> appendArray(json, value);
      case NULL -> json.append("null");
      case BOOLEAN -> json.append(value.getBoolean());
      case BYTE, SHORT, INT, LONG -> json.append(value.getLong());
      case STRING -> appendEscaped(json, value.getString());
      case FLOAT -> appendFloat(json, value.getFloat());
      case DOUBLE -> appendDouble(json, value.getDouble());
      case DECIMAL4, DECIMAL8, DECIMAL16 ->
          json.append(value.getDecimal().stripTrailingZeros().toPlainString());
      case DATE -> appendQuoted(json, LocalDate.ofEpochDay(value.getInt()).toString());
      case TIME -> appendQuoted(json, LocalTime.ofNanoOfDay(value.getLong() * 1000).toString());
      case TIMESTAMP_TZ -> appendTime(json, TIMESTAMP, value.getLong(), ChronoUnit.MICROS);
      case TIMESTAMP_NTZ -> appendTime(json, TIMESTAMP_NTZ, value.getLong(), ChronoUnit.MICROS);
      case TIMESTAMP_NANOS_TZ -> appendTime(json, TIMESTAMP, value.getLong(), ChronoUnit.NANOS);
      case TIMESTAMP_NANOS_NTZ ->
          appendTime(json, TIMESTAMP_NTZ, value.getLong(), ChronoUnit.NANOS);
      case BINARY -> appendQuoted(json, base64(value.getBinary()));
      case UUID -> appendQuoted(json, value.getUUID().toString());
    }
  }

  private static void appendObject(StringBuilder json, Variant object) {
    int size = object.numObjectElements();
    json.append('{');
    for (int i = 0; i < size; i++) {
      Variant.ObjectField field = object.getFieldAtIndex(i);
      json.append(i == 0 ? "" : ",");
      appendEscaped(json, field.key);
      json.append(':');
      append(json, field.value);
    }
    json.append('}');
  }

  private static void appendArray(StringBuilder json, Variant array) {
    int size = array.numArrayElements();
    json.append('[');
    for (int i = 0; i < size; i++) {
      json.append(i == 0 ? "" : ",");
      append(json, array.getElementAtIndex(i));
    }
    json.append(']');
  }

  private static void appendFloat(StringBuilder json, float value) {
    if (Float.isFinite(value)) {
      json.append(value);
    } else {
      appendQuoted(json, Float.toString(value));
    }
  }

  private static void appendDouble(StringBuilder json, double value) {
    if (Double.isFinite(value)) {
      json.append(value);
    } else {
      appendQuoted(json, Double.toString(value));
    }
  }

  private static void appendTime(
      StringBuilder json, DateTimeFormatter format, long time, ChronoUnit unit) {
    json.append('"');
    format.formatTo(Instant.EPOCH.plus(time, unit).atOffset(ZoneOffset.UTC), json);
    json.append('"');
  }

  private static String base64(ByteBuffer bytes) {
    return StandardCharsets.US_ASCII.decode(Base64.getEncoder().encode(bytes)).toString();
  }

  /** Appends text without any character that JSON escapes. */
  private static void appendQuoted(StringBuilder json, String text) {
    json.append('"').append(text).append('"');
  }

  private static void appendEscaped(StringBuilder json, String text) {
    json.append('"');
    JsonStringEncoder.getInstance().quoteAsString(text, json);
    json.append('"');
  }
}
