package io.deltacdf.connect.change;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.stream.Collectors;

/** The failures of this package that users see. */
final class ChangeErrors {
  private ChangeErrors() {}

  static DeltaCdfException unknownKeyColumn(
      String table, long version, String column, TableSchema schema) {
    return DeltaCdfException.permanent(
        ErrorCode.KEY_INVALID,
        ("Table '%s' has no column '%s' in version %d, which is named as a key column. Its columns"
                + " are: %s. Name one of these in 'tables.%s.key'; a column that was renamed by the"
                + " name that it has in this version.")
            .formatted(
                table,
                column,
                version,
                schema.fields().stream().map(Field::name).collect(Collectors.joining(", ")),
                table),
        null);
  }

  static DeltaCdfException keyColumnDropped(String table, long version, String column) {
    return DeltaCdfException.permanent(
        ErrorCode.KEY_INVALID,
        ("Version %d of table '%s' drops the key column '%s': the keys of the rows already"
                + " published would no longer be found. Choose another key in 'tables.<name>.key',"
                + " and publish the table under a new name in 'tables', with a topic of its own:"
                + " that takes a new snapshot.")
            .formatted(version, table, column),
        null);
  }

  static DeltaCdfException noSuchPartition(String table, long version, int partition, int count) {
    return DeltaCdfException.permanent(
        ErrorCode.OFFSET_INVALID,
        ("The stored offset of table '%s' names partition %d of version %d, which has only %d. Set"
                + " the offset to {\"version\": %d}, which publishes the version again from its"
                + " beginning.")
            .formatted(table, partition, version, count, version - 1),
        null);
  }

  static DeltaCdfException repeatedRowId(String table, long version, long rowId) {
    return DeltaCdfException.permanent(
        ErrorCode.CORRUPT_TABLE,
        ("Version %d of table '%s' removes several rows with the row id %d, so its"
                + " changes cannot be derived from its row tracking. Give the table a key and"
                + " 'commit.consolidation=key', which does not need row ids.")
            .formatted(version, table, rowId),
        null);
  }

  static DeltaCdfException repeatedKeyColumn(String table, String column) {
    return DeltaCdfException.permanent(
        ErrorCode.KEY_INVALID,
        "Column '%s' of table '%s' is named more than once as a key column. Name it once in 'tables.%s.key'."
            .formatted(column, table, table),
        null);
  }
}
