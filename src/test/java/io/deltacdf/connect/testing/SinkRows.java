package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Rows in the form in which a sink stores them, prepared for comparison: JSON objects without null
 * fields, because a document may be older than a column, and with numbers compared by value.
 */
public final class SinkRows {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private SinkRows() {}

  /** The rows of a table by the text of their keys, with dates and timestamps as ISO text. */
  public static Map<String, JsonNode> asText(
      TestTable table, Function<Map<String, Object>, String> key) {
    return of(table, key, value -> value instanceof Instant at ? MICROS.format(at) : value);
  }

  /** The same with timestamps in milliseconds, as Connect's own logical type has them. */
  public static Map<String, JsonNode> inMillis(
      TestTable table, Function<Map<String, Object>, String> key) {
    return of(
        table,
        key,
        value -> {
          if (value instanceof LocalDate day) {
            return day.toEpochDay();
          }
          return value instanceof Instant at ? at.toEpochMilli() : value;
        });
  }

  private static Map<String, JsonNode> of(
      TestTable table,
      Function<Map<String, Object>, String> key,
      Function<Object, Object> timeForm) {
    Map<String, JsonNode> rows = new TreeMap<>();
    for (Map<String, Object> row : table.rows()) {
      if (rows.put(key.apply(row), comparable(JSON.valueToTree(form(row, timeForm)))) != null) {
        throw new IllegalStateException("Two rows of the table have the key of " + row);
      }
    }
    return rows;
  }

  private static Object form(Object value, Function<Object, Object> timeForm) {
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> formed = new LinkedHashMap<>();
      map.forEach((name, part) -> formed.put(name, form(part, timeForm)));
      return formed;
    } else if (value instanceof Collection<?> elements) {
      List<Object> formed = new ArrayList<>();
      elements.forEach(element -> formed.add(form(element, timeForm)));
      return formed;
    }
    Object formed = timeForm.apply(value);
    return formed instanceof LocalDate day ? day.toString() : formed;
  }

  /** Documents of an index in the form that compares. */
  public static Map<String, JsonNode> documents(Map<String, JsonNode> documents) {
    Map<String, JsonNode> rows = new TreeMap<>();
    documents.forEach((id, document) -> rows.put(id, comparable(document)));
    return rows;
  }

  /**
   * Strings of a cache in the form that compares.
   *
   * @param prefix of the keys that count; it is cut off
   */
  public static Map<String, JsonNode> strings(Map<String, String> strings, String prefix) {
    Map<String, JsonNode> rows = new TreeMap<>();
    strings.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            rows.put(key.substring(prefix.length()), comparable(read(value)));
          }
        });
    return rows;
  }

  private static JsonNode read(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException("Not JSON: " + text, e);
    }
  }

  private static JsonNode comparable(JsonNode node) {
    if (node.isNumber()) {
      BigDecimal number = new BigDecimal(node.asText()).stripTrailingZeros();
      return JsonNodeFactory.instance.textNode("number " + number.toPlainString());
    } else if (node.isArray()) {
      return JSON.valueToTree(node.valueStream().map(SinkRows::comparable).toList());
    } else if (node instanceof ObjectNode object) {
      ObjectNode comparable = JSON.createObjectNode();
      object
          .properties()
          .forEach(
              field -> {
                if (!field.getValue().isNull()) {
                  comparable.set(field.getKey(), comparable(field.getValue()));
                }
              });
      return comparable;
    }
    return node;
  }
}
