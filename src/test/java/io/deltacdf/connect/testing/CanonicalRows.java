package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Converts values to text so that two texts are equal exactly if the values are equal by the rules
 * of {@link OracleRows}. Columns that are null are omitted.
 */
final class CanonicalRows {
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");
  private static final Pattern DATE_TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z?");
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS");

  private final Map<String, JsonNode> types = new HashMap<>();
  private final Set<String> ignored;

  /**
   * @param schema the schema of the rows, or null if it is not known
   */
  CanonicalRows(JsonNode schema, Set<String> ignored) {
    if (schema != null) {
      types.putAll(fields(schema));
    }
    this.ignored = ignored;
  }

  /** Returns the columns of a row, except null and ignored columns. */
  SortedMap<String, String> of(ObjectNode row) {
    SortedMap<String, String> columns = new TreeMap<>();
    row.properties()
        .forEach(
            column -> {
              String name = column.getKey();
              if (!column.getValue().isNull() && !ignored.contains(name)) {
                columns.put(name, canonical(column.getValue(), types.get(name)));
              }
            });
    return columns;
  }

  private static Map<String, JsonNode> fields(JsonNode struct) {
    return StreamSupport.stream(struct.required("fields").spliterator(), false)
        .collect(
            Collectors.toMap(
                field -> field.required("name").asText(), field -> field.required("type")));
  }

  private static String canonical(JsonNode value, JsonNode type) {
    if (value.isNull()) {
      return "null";
    }
    if (type == null) {
      return untyped(value);
    }
    switch (SparkSchema.kind(type)) {
      case "struct":
        return value.isObject() ? struct(value, fields(type)) : value.toString();
      case "array":
        return value.isArray() ? array(value, type.required("elementType")) : value.toString();
      case "map":
        return value.isObject() ? map(value, type.required("valueType")) : value.toString();
      case "float":
        return value.isNumber() ? Float.toString(value.floatValue()) : value.toString();
      case "double":
        return value.isNumber() ? Double.toString(value.doubleValue()) : value.toString();
      case "timestamp":
        return instant(value);
      case "timestamp_ntz":
        return dateTime(value);
      default:
        return value.isNumber() ? plain(value.decimalValue()) : value.toString();
    }
  }

  /** Converts a value of unknown type. A map and a struct cannot be told apart in this case. */
  private static String untyped(JsonNode value) {
    if (value.isObject()) {
      return struct(value, Map.of());
    }
    if (value.isArray()) {
      return array(value, null);
    }
    if (value.isNumber()) {
      return number(value);
    }
    if (value.isTextual()) {
      return text(value.asText());
    }
    return value.toString();
  }

  private static String struct(JsonNode value, Map<String, JsonNode> types) {
    SortedMap<String, String> fields = new TreeMap<>();
    value
        .properties()
        .forEach(
            field -> {
              if (!field.getValue().isNull()) {
                fields.put(field.getKey(), canonical(field.getValue(), types.get(field.getKey())));
              }
            });
    return fields.toString();
  }

  private static String map(JsonNode value, JsonNode valueType) {
    SortedMap<String, String> entries = new TreeMap<>();
    value
        .properties()
        .forEach(entry -> entries.put(entry.getKey(), canonical(entry.getValue(), valueType)));
    return entries.toString();
  }

  private static String array(JsonNode value, JsonNode elementType) {
    return StreamSupport.stream(value.spliterator(), false)
        .map(element -> canonical(element, elementType))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String number(JsonNode value) {
    double widened = value.doubleValue();
    // A float that was written as the double nearest to it has more digits than it needs.
    boolean isFloat =
        !value.isIntegralNumber()
            && (double) (float) widened == widened
            && value.decimalValue().compareTo(new BigDecimal(Double.toString(widened))) == 0;
    return plain(isFloat ? new BigDecimal(Float.toString((float) widened)) : value.decimalValue());
  }

  private static String text(String text) {
    if (NUMBER.matcher(text).matches()) {
      return plain(new BigDecimal(text));
    }
    if (DATE_TIME.matcher(text).matches()) {
      String local = text.replace(' ', 'T').replace("Z", "");
      return MICROS.format(LocalDateTime.parse(local));
    }
    String plain =
        switch (text) {
          case "nan" -> "NaN";
          case "inf" -> "Infinity";
          case "-inf" -> "-Infinity";
          default -> text.startsWith("base64:") ? text.substring(7) : text;
        };
    return TextNode.valueOf(plain).toString();
  }

  private static String instant(JsonNode value) {
    try {
      return MICROS.format(
              OffsetDateTime.parse(value.asText()).withOffsetSameInstant(ZoneOffset.UTC))
          + "Z";
    } catch (DateTimeException e) {
      // Not a timestamp: it stands in the comparison as it is, and equals none.
      return value.toString();
    }
  }

  private static String dateTime(JsonNode value) {
    try {
      return MICROS.format(LocalDateTime.parse(value.asText()));
    } catch (DateTimeException e) {
      return value.toString();
    }
  }

  private static String plain(BigDecimal number) {
    // Exponents would be long in plain writing: 1E300.
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() < -40 ? stripped.toString() : stripped.toPlainString();
  }
}
