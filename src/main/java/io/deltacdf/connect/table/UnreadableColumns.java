package io.deltacdf.connect.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.UnreadableColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds the columns of a table that cannot be read, and removes them from its schema, because Delta
 * Kernel cannot read a schema that contains any of them.
 */
final class UnreadableColumns {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Pattern PRIMITIVE =
      Pattern.compile(
          "boolean|byte|short|integer|long|float|double|string|binary|date|timestamp|timestamp_ntz"
              + "|variant|decimal(\\(\\d+,\\s*-?\\d+\\))?");

  private final List<String> found = new ArrayList<>();

  private UnreadableColumns() {}

  /**
   * Returns the top-level columns whose type, or a type within it, is not one of {@link DataType}
   * or was widened from or to such a type. A column with several such parts is returned once for
   * each part.
   */
  static List<UnreadableColumn> in(Metadata metadata) {
    List<UnreadableColumn> columns = new ArrayList<>();
    for (JsonNode field : schema(metadata).path("fields")) {
      UnreadableColumns parts = new UnreadableColumns();
      parts.field("", field);
      String name = field.path("name").asText();
      parts.found.forEach(problem -> columns.add(new UnreadableColumn(name, problem)));
    }
    return columns;
  }

  /** Returns the metadata without these columns. */
  static Metadata without(Metadata metadata, List<UnreadableColumn> columns) {
    ObjectNode schema = (ObjectNode) schema(metadata);
    ArrayNode readable = schema.arrayNode();
    for (JsonNode field : schema.path("fields")) {
      String name = field.path("name").asText();
      if (columns.stream().noneMatch(column -> column.name().equals(name))) {
        readable.add(field);
      }
    }
    schema.set("fields", readable);
    return metadata.withNewSchema(DataTypeJsonSerDe.deserializeStructType(schema.toString()));
  }

  private static JsonNode schema(Metadata metadata) {
    try {
      return JSON.readTree(metadata.getSchemaString());
    } catch (JsonProcessingException e) {
      // The schema is not JSON. Delta Kernel reports this too.
      return MissingNode.getInstance();
    }
  }

  private void struct(String prefix, JsonNode struct) {
    struct.path("fields").forEach(field -> field(prefix, field));
  }

  private void field(String prefix, JsonNode field) {
    String column = prefix + field.path("name").asText();
    type(column, field.path("type"));
    for (JsonNode change : field.path("metadata").path("delta.typeChanges")) {
      change(column, change);
    }
  }

  private void change(String column, JsonNode change) {
    String from = change.path("fromType").asText();
    String to = change.path("toType").asText();
    if (!isKnown(from) || !isKnown(to)) {
      found.add("column '" + column + "', whose type was changed from " + from + " to " + to);
    }
  }

  private void type(String column, JsonNode type) {
    switch (type.path("type").asText()) {
      case "struct" -> struct(column + ".", type);
      case "array" -> type(column + ".element", type.path("elementType"));
      case "map" -> {
        type(column + ".key", type.path("keyType"));
        type(column + ".value", type.path("valueType"));
      }
      default -> {
        if (!type.isTextual() || !isKnown(type.asText())) {
          found.add(
              "column '"
                  + column
                  + "' of type "
                  + (type.isTextual() ? type.asText() : type.toString()));
        }
      }
    }
  }

  private static boolean isKnown(String type) {
    return PRIMITIVE.matcher(type).matches();
  }
}
