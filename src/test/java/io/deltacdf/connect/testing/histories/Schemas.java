package io.deltacdf.connect.testing.histories;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltacdf.connect.testing.tables.SchemaParser;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Delta's schemas for columns of the model. */
final class Schemas {
  private Schemas() {}

  /** The columns in SQL's words. */
  static String text(List<ModelColumn> columns) {
    return columns.stream()
        .map(column -> column.name() + " " + column.type())
        .collect(Collectors.joining(", "));
  }

  /**
   * The schema of some columns: those that the table has are as it has them, others are new.
   *
   * @param schema the table's
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
