package io.deltacdf.connect.record;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.FieldNames;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.column.UnreadableColumn;
import java.util.List;
import java.util.stream.IntStream;

/** Selects the columns that are published, by the table's column lists. */
final class PublishedColumns {
  private final TableConfig table;

  PublishedColumns(TableConfig table) {
    this.table = table;
  }

  /**
   * Returns the ordinals of the published columns in a schema.
   *
   * @param version the version that the schema belongs to, for messages
   * @throws io.deltacdf.connect.error.DeltaCdfException COLUMN_UNSUPPORTED if a published column or
   *     a key column cannot be read
   */
  int[] ordinals(TableSchema schema, long version) {
    List<UnreadableColumn> unreadable =
        schema.unreadable().stream()
            .filter(column -> table.columns().passes(column.name()) || isKey(schema, column.name()))
            .toList();
    if (!unreadable.isEmpty()) {
      throw RecordErrors.unreadableColumns(table.name(), version, unreadable);
    }
    return IntStream.range(0, schema.size())
        .filter(ordinal -> table.columns().passes(schema.fields().get(ordinal).name()))
        .toArray();
  }

  /** Whether a column that cannot be read is a key column, by the rule of {@link FieldNames}. */
  private boolean isKey(TableSchema schema, String unreadable) {
    return table.key().stream()
        .filter(unreadable::equalsIgnoreCase)
        .anyMatch(name -> name.equals(unreadable) || schema.ordinalOf(name) < 0);
  }

  /**
   * Checks that no rename changes whether a column is published. Otherwise a column that was left
   * out on purpose could be published without anybody noticing.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException COLUMN_UNSUPPORTED
   */
  void checkRenames(TableSchema before, TableSchema after, long version) {
    for (Field from : before.fields()) {
      int ordinal = after.physicalOrdinalOf(from.physicalName());
      if (ordinal >= 0) {
        checkRename(from.name(), after.fields().get(ordinal).name(), version);
      }
    }
  }

  /** Makes the same check with the names that a stored offset has. */
  void checkRenames(ColumnNames before, TableSchema after, long version) {
    for (Field to : after.fields()) {
      String from = before.before(to);
      if (from != null) {
        checkRename(from, to.name(), version);
      }
    }
  }

  private void checkRename(String from, String to, long version) {
    if (table.columns().passes(from) != table.columns().passes(to)) {
      throw RecordErrors.listedColumnRenamed(table, version, from, to);
    }
  }
}
