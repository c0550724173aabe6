package io.deltacdf.connect.demo;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltacdf.connect.record.value.IsoText;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A common form for the rows of a table and of its topic, so that they can be compared. It has the
 * columns in the order of the schema, without null columns, because a record may be older than a
 * column.
 *
 * <p>The two sides differ in one more thing, the keys of maps: a topic has a map with other keys
 * than text as an array of pairs, and a table's rows have dates and times in such keys as numbers.
 */
final class RowForm {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final TableSchema schema;
  private final List<String> key;

  /**
   * @param key the key columns; case does not matter
   * @throws IllegalArgumentException if there is no such column
   */
  RowForm(TableSchema schema, List<String> key) {
    this.schema = schema;
    this.key = key.stream().map(column -> field(schema, column).name()).toList();
  }

  private static Field field(TableSchema schema, String column) {
    int ordinal = schema.ordinalOf(column);
    if (ordinal < 0) {
      throw new IllegalArgumentException(
          "The table has no column '%s' for the key; its columns are %s"
              .formatted(column, schema.fields().stream().map(Field::name).toList()));
    }
    return schema.fields().get(ordinal);
  }

  /** The key columns, as the table spells them. */
  List<String> key() {
    return key;
  }

  /** All columns, those of the key first. */
  List<String> columns() {
    return java.util.stream.Stream.concat(
            key.stream(),
            schema.fields().stream().map(Field::name).filter(name -> !key.contains(name)))
        .toList();
  }

  /** A row in this form; what is no column, as the metadata columns, is left out. */
  ObjectNode row(JsonNode value) {
    return struct(schema.fields(), value);
  }

  /** The key's values as a JSON array, of a row in this form. */
  ArrayNode keyOf(ObjectNode row) {
    ArrayNode values = NODES.arrayNode();
    key.forEach(column -> values.add(row.path(column)));
    return values;
  }

  /** A hash that is equal for equal rows in this form. */
  static HashValue128 hash(ObjectNode row) {
    return Hashing.murmur3_128().hashCharsTo128Bits(row.toString());
  }

  private static ObjectNode struct(List<Field> fields, JsonNode value) {
    ObjectNode struct = NODES.objectNode();
    for (Field field : fields) {
      JsonNode of = value.get(field.name());
      if (of != null && !of.isNull()) {
        struct.set(field.name(), value(field.type(), of));
      }
    }
    return struct;
  }

  private static JsonNode value(DataType type, JsonNode value) {
    if (value.isNull()) {
      return value;
    }
    if (type instanceof DataType.Struct struct) {
      return struct(struct.fields(), value);
    }
    if (type instanceof DataType.Array array) {
      ArrayNode elements = NODES.arrayNode();
      value.forEach(element -> elements.add(value(array.element(), element)));
      return elements;
    }
    return type instanceof DataType.Map map ? map(map, value) : value;
  }

  private static JsonNode map(DataType.Map type, JsonNode value) {
    Map<String, JsonNode> entries = new TreeMap<>();
    if (value.isArray()) {
      value.forEach(pair -> entries.put(Json.text(pair.get(0)), value(type.value(), pair.get(1))));
    } else {
      value
          .properties()
          .forEach(
              entry ->
                  entries.put(
                      mapKey(type.key(), entry.getKey()), value(type.value(), entry.getValue())));
    }
    ObjectNode map = NODES.objectNode();
    entries.forEach(map::set);
    return map;
  }

  private static String mapKey(DataType type, String text) {
    boolean temporal =
        type == Primitive.DATE || type == Primitive.TIMESTAMP || type == Primitive.TIMESTAMP_NTZ;
    if (!temporal || !text.matches("-?[0-9]+")) {
      return text;
    }
    StringBuilder iso = new StringBuilder();
    long number = Long.parseLong(text);
    if (type == Primitive.DATE) {
      IsoText.appendDate(iso, number);
    } else if (type == Primitive.TIMESTAMP) {
      IsoText.appendTimestamp(iso, number);
    } else {
      IsoText.appendTimestampNtz(iso, number);
    }
    return iso.toString();
  }
}
