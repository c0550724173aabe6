package io.deltacdf.connect.change;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.List;
import java.util.stream.Collectors;

/** The failures of this package that users see. */
final class ChangeErrors {
  private ChangeErrors() {}

  static DeltaCdfException unknownKeyColumn(
      String table, long version, String column, TableSchema schema) {
    return DeltaCdfException.permanent(
        ErrorCode.KEY_INVALID,
        ("Table '%s' has no column '%s' in version %d, although it is configured as a key column."
             + " The columns are: %s. Configure one of them in 'tables.%s.key'. If the column was"
             + " renamed, use the name that it has in this version.")
            .formatted(
                table,
                column,
                version,
                schema.fields().stream().map(Field::name).collect(Collectors.joining(", ")),
                table),
        null);
  }

  static DeltaCdfException ambiguousKeyColumn(
      String table, long version, String name, List<String> columns) {
    return DeltaCdfException.permanent(
        ErrorCode.KEY_INVALID,
        ("The key column '%s' of table '%s' may be any of the columns %s of version %d, whose names"
                + " differ in case only. Write the exact name in 'tables.%s.key'.")
            .formatted(
                name,
                table,
                columns.stream()
                    .map(column -> "'" + column + "'")
                    .collect(Collectors.joining(" and ")),
                version,
                table),
        null);
  }

  static DeltaCdfException keyColumnDropped(String table, long version, String column) {
    return DeltaCdfException.permanent(
        ErrorCode.KEY_INVALID,
        ("Version %d of table '%s' drops the key column '%s'. Later changes could not be matched"
                + " with the rows that are already published. Publish the table under a new name"
                + " in 'tables', with a topic of its own and another key in 'tables.<name>.key'."
                + " This takes a new snapshot.")
            .formatted(version, table, column),
        null);
  }

  static DeltaCdfException noSuchPartition(String table, long version, int partition, int count) {
    return DeltaCdfException.permanent(
        ErrorCode.OFFSET_INVALID,
        ("The stored offset of table '%s' is in partition %d of version %d, but this version has"
                + " only %d. Set the offset to {\"version\": %d} to publish version %d again from"
                + " its start.")
            .formatted(table, partition, version, count, version - 1, version),
        null);
  }

  static DeltaCdfException repeatedRowId(String table, long version, long rowId) {
    return DeltaCdfException.permanent(
        ErrorCode.CORRUPT_TABLE,
        ("Version %d of table '%s' removes several rows with the row id %d, so its changes cannot"
                + " be derived by row id. Configure a key and 'commit.consolidation=key' for the"
                + " table: this does not need row ids.")
            .formatted(version, table, rowId),
        null);
  }

  static DeltaCdfException repeatedKeyColumn(String table, String column) {
    return DeltaCdfException.permanent(
        ErrorCode.KEY_INVALID,
        ("Column '%s' of table '%s' is listed more than once as a key column. List it only once in"
                + " 'tables.%s.key'.")
            .formatted(column, table, table),
        null);
  }
}
