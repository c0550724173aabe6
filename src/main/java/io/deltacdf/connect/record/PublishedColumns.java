package io.deltacdf.connect.record;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.column.UnreadableColumn;
import java.util.List;
import java.util.stream.IntStream;

/** Which columns of a table's schemas are fields of the value, as its column lists say. */
final class PublishedColumns {
  private final TableConfig table;

  PublishedColumns(TableConfig table) {
    this.table = table;
  }

  /**
   * The ordinals of the published columns in a schema.
   *
   * @param version the version that the schema comes with, for messages
   * @throws io.deltacdf.connect.error.DeltaCdfException COLUMN_UNSUPPORTED where one of them, or a
   *     key column, cannot be read
   */
  int[] in(TableSchema schema, long version) {
    List<UnreadableColumn> needed =
        schema.unreadable().stream()
            .filter(column -> table.columns().passes(column.name()) || isKey(column.name()))
            .toList();
    if (!needed.isEmpty()) {
      throw RecordErrors.unreadableColumns(table.name(), version, needed);
    }
    return IntStream.range(0, schema.size())
        .filter(ordinal -> table.columns().passes(schema.fields().get(ordinal).name()))
        .toArray();
  }

  private boolean isKey(String column) {
    return table.key().stream().anyMatch(column::equalsIgnoreCase);
  }

  /**
   * A column must not come, or go, because it has another name: nobody would notice that a column
   * that was left out of purpose is published.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException COLUMN_UNSUPPORTED
   */
  void refuseRenames(TableSchema before, TableSchema after, long version) {
    for (Field was : before.fields()) {
      for (Field is : after.fields()) {
        if (was.physicalName().equals(is.physicalName())
            && table.columns().passes(was.name()) != table.columns().passes(is.name())) {
          throw RecordErrors.listedColumnRenamed(table, version, was.name(), is.name());
        }
      }
    }
  }
}
