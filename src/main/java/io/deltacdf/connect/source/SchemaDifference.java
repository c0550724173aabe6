package io.deltacdf.connect.source;

import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.FieldNames;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.ArrayList;
import java.util.List;

/** Describes the difference between two schemas of a table for the log. */
final class SchemaDifference {
  private SchemaDifference() {}

  /**
   * Returns a text such as {@code added 'b', renamed 'a' to 'c', dropped 'd'}. Columns are matched
   * by their physical names.
   */
  static String of(TableSchema before, TableSchema after) {
    List<Field> dropped = new ArrayList<>(before.fields());
    List<String> differences = new ArrayList<>();
    for (Field field : after.fields()) {
      int ordinal = FieldNames.physicalOrdinalOf(dropped, field.physicalName());
      if (ordinal < 0) {
        differences.add("added '" + field.name() + "'");
        continue;
      }
      Field old = dropped.remove(ordinal);
      if (!old.name().equals(field.name())) {
        differences.add("renamed '" + old.name() + "' to '" + field.name() + "'");
      } else if (!old.type().equals(field.type())) {
        differences.add("changed the type of '" + field.name() + "'");
      } else if (old.nullable() != field.nullable()) {
        differences.add(
            "made '" + field.name() + (field.nullable() ? "' nullable" : "' not nullable"));
      }
    }
    dropped.forEach(field -> differences.add("dropped '" + field.name() + "'"));
    return differences.isEmpty() ? "reordered the columns" : String.join(", ", differences);
  }
}
