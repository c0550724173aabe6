package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts partition values and paths to their text forms in the log, as Spark does. */
final class PartitionValues {
  private static final String HIVE_NULL = "__HIVE_DEFAULT_PARTITION__";
  private static final String HIVE_ESCAPED = "\"#%'*/:=?\\{[]^";
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("yyyy-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
          .toFormatter();

  private PartitionValues() {}

  /**
   * Returns the partition values of a physical row by physical name; null stands for null and for
   * an empty string.
   */
  public static Map<String, String> of(
      StructType schema, List<String> partitionColumns, Map<String, Object> physicalRow) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String column : partitionColumns) {
      StructField field = schema.get(column);
      String name = ColumnMappings.physicalName(field);
      values.put(name, text(physicalRow.get(name)));
    }
    return values;
  }

  private static String text(Object value) {
    if (value == null || value.equals("")) {
      return null;
    }
    if (value instanceof Instant instant) {
      return TIMESTAMP.format(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
    }
    if (value instanceof LocalDateTime localDateTime) {
      return TIMESTAMP.format(localDateTime);
    }
    if (value instanceof BigDecimal bigDecimal) {
      return bigDecimal.toPlainString();
    }
    if (value instanceof ByteBuffer byteBuffer) {
      return StandardCharsets.UTF_8.decode(byteBuffer.duplicate()).toString();
    }
    return value.toString();
  }

  /**
   * Returns the hive-style directory, such as {@code p=a%3Ab/q=__HIVE_DEFAULT_PARTITION__}; empty
   * without partition values.
   */
  static String directory(Map<String, String> values) {
    StringBuilder path = new StringBuilder();
    values.forEach(
        (name, value) -> {
          path.append(path.length() == 0 ? "" : "/").append(hiveEscape(name)).append('=');
          path.append(value == null ? HIVE_NULL : hiveEscape(value));
        });
    return path.toString();
  }

  private static String hiveEscape(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == 127 || HIVE_ESCAPED.indexOf(c) >= 0) {
        escaped.append(String.format("%%%02X", (int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /**
   * Returns the log's form of a path on disk, in which characters that a URI must not contain are
   * percent-encoded.
   */
  static String logPath(String relativePath) {
    try {
      return new URI(null, null, "/" + relativePath, null).toString().substring(1);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("This is not a valid path: " + relativePath, e);
    }
  }
}
