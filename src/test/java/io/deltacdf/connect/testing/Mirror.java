package io.deltacdf.connect.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.types.StructType;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The result of compacting a topic, which can be compared with the table. Records must be JSON
 * without schemas, with the connector's default types.
 *
 * <pre>{@code
 * Mirror mirror = new Mirror("id");
 * broker.topic("shop.orders").forEach(mirror);
 * assertThat(mirror.differences(table)).isEmpty();
 * }</pre>
 *
 * <p>Keys are compared as bytes, and values as JSON without the metadata columns. A null column
 * equals a missing one, because a record may be older than a column.
 */
public final class Mirror implements Consumer<ConsumerRecord<String, String>> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> METADATA_COLUMNS =
      List.of("_change_type", "_commit_version", "_commit_timestamp");
  private static final int SHOWN = 10;

  private final List<String> key;
  private final Map<String, String> rows = new HashMap<>();

  /**
   * @param key the key columns, of integers or strings
   */
  public Mirror(String... key) {
    this.key = List.of(key);
  }

  /**
   * Applies the next record: a value replaces the row of its key, and a tombstone removes the row.
   */
  @Override
  public void accept(ConsumerRecord<String, String> record) {
    if (record.value() == null) {
      rows.remove(record.key());
    } else {
      rows.put(record.key(), record.value());
    }
  }

  /**
   * Describes the first differences from the latest version of a table; empty if they are equal.
   */
  public List<String> differences(TestTable table) {
    Map<String, String> expected = expected(table);
    List<String> differences = new ArrayList<>();
    TreeSet<String> keys = new TreeSet<>(rows.keySet());
    keys.addAll(expected.keySet());
    for (String one : keys) {
      String actual = rows.get(one);
      if (!isRow(actual, expected.get(one))) {
        differences.add(
            "key "
                + one
                + ": topic "
                + actual
                + ", version "
                + table.version()
                + " of the table "
                + expected.get(one));
        if (differences.size() == SHOWN) {
          break;
        }
      }
    }
    return differences;
  }

  /**
   * Waits until a topic mirrors the latest version of a table.
   *
   * @return the topic's records
   * @throws IllegalStateException after the timeout, with the differences
   */
  public static List<ConsumerRecord<String, String>> await(
      TopicReader topic, TestTable table, Duration timeout, String... key) {
    try {
      return topic.awaitThat(
          records -> differences(records, table, key).isEmpty(), "the table", timeout);
    } catch (IllegalStateException e) {
      throw new IllegalStateException(
          e.getMessage() + ": " + differences(topic.strings(), table, key), e);
    }
  }

  private static List<String> differences(
      List<ConsumerRecord<String, String>> records, TestTable table, String... key) {
    Mirror mirror = new Mirror(key);
    records.forEach(mirror);
    return mirror.differences(table);
  }

  private Map<String, String> expected(TestTable table) {
    Map<String, String> expected = new HashMap<>();
    StructType schema = table.schema();
    for (Map<String, Object> row : table.rows()) {
      String value = write(JsonForms.struct(schema, row));
      if (expected.put(write(keyOf(row)), value) != null) {
        throw new IllegalStateException("Two rows of the table have the key of " + row);
      }
    }
    return expected;
  }

  private static boolean isRow(String actual, String expected) {
    if (actual == null || expected == null) {
      return false;
    }
    // Most are equal as text, so that large topics need not be parsed.
    String common = expected.substring(0, expected.length() - 1) + ",\"_change_type\":";
    return actual.startsWith(common)
        || withoutNulls(withoutMetadata(actual)).equals(withoutNulls(read(expected)));
  }

  private Object keyOf(Map<String, Object> row) {
    if (key.size() == 1) {
      return row.get(key.get(0));
    }
    Map<String, Object> struct = new LinkedHashMap<>();
    key.forEach(column -> struct.put(column, row.get(column)));
    return struct;
  }

  private static JsonNode withoutMetadata(String value) {
    ObjectNode row = (ObjectNode) read(value);
    row.remove(METADATA_COLUMNS);
    return row;
  }

  private static JsonNode withoutNulls(JsonNode row) {
    row.properties().removeIf(field -> field.getValue().isNull());
    return row;
  }

  private static JsonNode read(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Not JSON: " + text, e);
    }
  }

  private static String write(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Cannot be written as JSON: " + value, e);
    }
  }
}
