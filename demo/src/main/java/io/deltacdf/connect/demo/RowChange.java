package io.deltacdf.connect.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Describes what an event changes. */
final class RowChange {
  private static final Set<String> METADATA_COLUMNS =
      Set.of("_change_type", "_commit_version", "_commit_timestamp");

  private RowChange() {}

  /**
   * The columns of a new row, or those that changed.
   *
   * @param before the value that the key had, or null
   * @param after the new value; null for a delete
   * @param key the key columns, which are not repeated
   */
  static String text(String before, String after, List<String> key) {
    if (after == null) {
      return "";
    }
    JsonNode old = before == null ? null : Json.parse(before);
    List<String> columns = new ArrayList<>();
    for (Map.Entry<String, JsonNode> column : Json.parse(after).properties()) {
      String name = column.getKey();
      if (!METADATA_COLUMNS.contains(name) && !key.contains(name)) {
        String text = text(name, old, column.getValue());
        if (!text.isEmpty()) {
          columns.add(text);
        }
      }
    }
    return String.join("  ", columns);
  }

  private static String text(String name, JsonNode old, JsonNode value) {
    if (old == null) {
      return value.isNull() ? "" : name + "=" + Json.text(value);
    }
    JsonNode was = old.path(name);
    if (was.equals(value) || (was.isMissingNode() && value.isNull())) {
      return "";
    }
    return name
        + ": "
        + (was.isMissingNode() ? "null" : Json.text(was))
        + " -> "
        + Json.text(value);
  }
}
