package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates the partition columns of a file from the action that names the file. */
final class PartitionColumns {
  private PartitionColumns() {}

  /**
   * Returns the partition columns among the requested ones, by ordinal in the schema; null for all
   * other columns.
   */
  static @Nullable Column[] of(TableLocation table, ChangedFile file, int[] ordinals) {
    TableSchema schema = file.state().schema();
    @Nullable Column[] columns = new Column[schema.size()];
    for (int ordinal : ordinals) {
      Field field = schema.fields().get(ordinal);
      if (schema.partitionColumns().contains(field.name())) {
        columns[ordinal] = column(table, file, field, file.state().padding(ordinal));
      }
    }
    return columns;
  }

  private static Column column(
      TableLocation table, ChangedFile file, Field field, CharPadding padding) {
    Map<String, String> values = file.partitionValues();
    if (values == null) {
      throw TableErrors.corruptTable(
          table,
          file.version(),
          "the remove action for "
              + file.path()
              + " lacks the partition values, so it is not known which rows it deletes",
          null);
    }
    // Spark omits a key from a remove action if its value is null.
    String text = values.get(field.physicalName());
    try {
      return PartitionColumn.parse(field, text, padding);
    } catch (RuntimeException e) {
      throw TableErrors.corruptTable(
          table,
          file.version(),
          "the partition value '"
              + text
              + "' of column '"
              + field.name()
              + "' in the action for "
              + file.path()
              + " is not a valid "
              + field.type(),
          e);
    }
  }
}
