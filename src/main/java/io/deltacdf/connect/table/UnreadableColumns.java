package io.deltacdf.connect.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Names the columns for which a table's schema cannot be read. */
final class UnreadableColumns {
  private static final Pattern PRIMITIVE =
      Pattern.compile(
          "boolean|byte|short|integer|long|float|double|string|binary|date|timestamp|timestamp_ntz"
              + "|variant|decimal(\\(\\d+,\\s*-?\\d+\\))?");

  private final List<String> found = new ArrayList<>();

  private UnreadableColumns() {}

  /**
   * The columns of other types than those of {@link DataType}, or widened from or to such a type,
   * in words; empty where there are none.
   *
   * @param schema the text of {@code metaData.schemaString}
   */
  static List<String> in(String schema) {
    UnreadableColumns columns = new UnreadableColumns();
    try {
      columns.struct("", new ObjectMapper().readTree(schema));
    } catch (JsonProcessingException e) {
      // No JSON at all: that it is none is what kernel says too.
      return List.of();
    }
    return columns.found;
  }

  private void struct(String prefix, JsonNode struct) {
    for (JsonNode field : struct.path("fields")) {
      String column = prefix + field.path("name").asText();
      type(column, field.path("type"));
      for (JsonNode change : field.path("metadata").path("delta.typeChanges")) {
        change(column, change);
      }
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
