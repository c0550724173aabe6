package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.deltacdf.connect.table.variant.Variants;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The representations in {@code snapshots.jsonl} that differ from Spark's JSON: variants as their
 * two binary values and, in a few tables, binary values as text or values from before a column was
 * widened.
 */
final class CorpusForms {
  /** Before the Base64 text of a binary. */
  private static final String BINARY = "base64:";

  /** By table, columns and what is made of their text. */
  private static final Map<String, Map<String, UnaryOperator<String>>> OWN_FORMS =
      Map.of(
          "dat__multi_partitioned", Map.of("data", CorpusForms::base64),
          "delta-golden__type-widening", Map.of("date_timestamp_ntz", CorpusForms::timestamp),
          "trino__databricks153_type_widening", Map.of("date_to_timestamp", CorpusForms::timestamp),
          "trino__databricks153_type_widening_partition",
              Map.of("date_to_timestamp", CorpusForms::timestamp));

  private CorpusForms() {}

  /** Converts a recorded row to the representation of Spark's JSON. */
  static ObjectNode row(String table, JsonNode recorded) {
    ObjectNode row = (ObjectNode) variantsAsJson(recorded);
    OWN_FORMS
        .getOrDefault(table, Map.of())
        .forEach(
            (column, form) ->
                row.set(column, TextNode.valueOf(form.apply(row.required(column).asText()))));
    return row;
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The instant that a date, or a timestamp in the form of partition values, has become. */
  private static String timestamp(String text) {
    return text.length() == "2024-01-01".length() ? text + "T00:00:00" : text.replace(' ', 'T');
  }

  private static JsonNode variantsAsJson(JsonNode node) {
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> array.add(variantsAsJson(element)));
      return array;
    } else if (!node.isObject()) {
      return node;
    } else if (node.size() == 2 && isBinary(node.get("metadata")) && isBinary(node.get("value"))) {
      return OracleRows.json(
          Variants.json(binary(node.get("metadata")), binary(node.get("value"))));
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    node.properties()
        .forEach(field -> object.set(field.getKey(), variantsAsJson(field.getValue())));
    return object;
  }

  private static boolean isBinary(JsonNode node) {
    return node != null && node.asText().startsWith(BINARY);
  }

  private static byte[] binary(JsonNode node) {
    return Base64.getDecoder().decode(node.asText().substring(BINARY.length()));
  }
}
