package io.deltacdf.connect.testing.histories;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltacdf.connect.testing.tables.SchemaParser;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Converts columns of the model to Delta schemas. */
final class Schemas {
  private Schemas() {}

  /** Returns the columns in SQL's notation. */
  static String text(List<ModelColumn> columns) {
    return columns.stream()
        .map(column -> column.name() + " " + column.type())
        .collect(Collectors.joining(", "));
  }

  /**
   * Returns the schema of these columns. Columns that the table has keep their fields, and the
   * others get new ones.
   *
   * @param schema the current schema of the table
   */
  static StructType of(List<ModelColumn> columns, StructType schema) {
    List<StructField> fields = new ArrayList<>();
    for (ModelColumn column : columns) {
      fields.add(
          schema.indexOf(column.name()) >= 0
              ? schema.get(column.name())
              : SchemaParser.schema(text(List.of(column))).at(0));
    }
    return new StructType(fields);
  }
}
