package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Spark's JSON form of types, which is the Delta protocol's too. */
final class SparkSchema {
  private SparkSchema() {}

  /** {@code struct}, {@code array}, {@code map}, or the name of a primitive type. */
  static String kind(JsonNode type) {
    return type.isTextual() ? type.asText() : type.required("type").asText();
  }

  /** Returns a value with the fields of a type, at every depth. Absent fields are null. */
  static JsonNode project(JsonNode value, JsonNode type) {
    if (value == null || value.isNull()) {
      return JsonNodeFactory.instance.nullNode();
    }
    switch (kind(type)) {
      case "struct":
        ObjectNode struct = JsonNodeFactory.instance.objectNode();
        for (JsonNode field : type.required("fields")) {
          String name = field.required("name").asText();
          struct.set(name, project(value.get(name), field.required("type")));
        }
        return struct;
      case "array":
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        value.forEach(element -> array.add(project(element, type.required("elementType"))));
        return array;
      case "map":
        ObjectNode map = JsonNodeFactory.instance.objectNode();
        value
            .properties()
            .forEach(
                entry ->
                    map.set(entry.getKey(), project(entry.getValue(), type.required("valueType"))));
        return map;
      default:
        return value;
    }
  }

  /** Returns a row in which the JSON text of variants is replaced by its value. */
  static JsonNode variantsOfText(JsonNode value, JsonNode type) {
    if (value == null || value.isNull()) {
      return JsonNodeFactory.instance.nullNode();
    }
    switch (kind(type)) {
      case "struct":
        ObjectNode struct = JsonNodeFactory.instance.objectNode();
        for (JsonNode field : type.required("fields")) {
          String name = field.required("name").asText();
          struct.set(name, variantsOfText(value.get(name), field.required("type")));
        }
        return struct;
      case "array":
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        value.forEach(element -> array.add(variantsOfText(element, type.required("elementType"))));
        return array;
      case "map":
        if (!value.isObject()) {
          return value;
        }
        ObjectNode map = JsonNodeFactory.instance.objectNode();
        value
            .properties()
            .forEach(
                entry ->
                    map.set(
                        entry.getKey(),
                        variantsOfText(entry.getValue(), type.required("valueType"))));
        return map;
      case "variant":
        return OracleRows.json(value.asText());
      default:
        return value;
    }
  }
}
