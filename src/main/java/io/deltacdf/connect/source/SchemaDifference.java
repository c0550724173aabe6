package io.deltacdf.connect.source;

import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.FieldNames;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.ArrayList;
import java.util.List;

/** What differs between two schemas of a table, for the log. */
final class SchemaDifference {
  private SchemaDifference() {}

  /**
   * Such as {@code added 'b', 'a' is now 'c', dropped 'd'}; columns are told apart as Delta does.
   */
  static String of(TableSchema before, TableSchema after) {
    List<Field> old = new ArrayList<>(before.fields());
    List<String> differences = new ArrayList<>();
    for (Field field : after.fields()) {
      int ordinal = FieldNames.physicalOrdinalOf(old, field.physicalName());
      if (ordinal < 0) {
        differences.add("added '" + field.name() + "'");
        continue;
      }
      Field was = old.remove(ordinal);
      if (!was.name().equals(field.name())) {
        differences.add("'" + was.name() + "' is now '" + field.name() + "'");
      } else if (!was.type().equals(field.type())) {
        differences.add("another type of '" + field.name() + "'");
      } else if (was.nullable() != field.nullable()) {
        differences.add(
            "'" + field.name() + (field.nullable() ? "' may be null" : "' is never null"));
      }
    }
    old.forEach(field -> differences.add("dropped '" + field.name() + "'"));
    return differences.isEmpty() ? "another order of columns" : String.join(", ", differences);
  }
}
