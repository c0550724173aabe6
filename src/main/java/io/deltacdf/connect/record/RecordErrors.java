package io.deltacdf.connect.record;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.column.UnreadableColumn;
import java.util.List;
import java.util.stream.Collectors;

/** The failures of this package that users see. */
public final class RecordErrors {
  private static final String NEW_TOPIC =
      "Publish the table under a new name in 'tables', with a topic of its own: that takes a new"
          + " snapshot.";

  private static final int MOST_CHANGES = 10;

  private RecordErrors() {}

  static DeltaCdfException keyTypeUnsupported(String table, String column, String type) {
    return permanent(
        ErrorCode.KEY_INVALID,
        ("Column '%s' of table '%s' cannot be a key: values of type %s have no one form that is"
                + " equal for equal rows. Name columns of type boolean, integer, string, binary,"
                + " decimal, date or timestamp in 'tables.%s.key'.")
            .formatted(column, table, type, table));
  }

  static DeltaCdfException keyTypeChanged(
      String table, long version, String column, String from, String to) {
    return permanent(
        ErrorCode.KEY_INVALID,
        ("In version %d of table '%s' the type of key column '%s' changes from %s to %s: the keys"
                + " of the rows already published would no longer be found. %s")
            .formatted(version, table, column, from, to, NEW_TOPIC));
  }

  static DeltaCdfException keyRenamed(String table, long version, String from, String to) {
    return permanent(
        ErrorCode.KEY_INVALID,
        ("In version %d of table '%s' key column '%s' is renamed to '%s', and keys are structures"
                + " with the column's name in them: the keys of the rows already published would no"
                + " longer be found. %s")
            .formatted(version, table, from, to, NEW_TOPIC));
  }

  static DeltaCdfException keyNull(String table, long version, String column, String file) {
    return permanent(
        ErrorCode.KEY_NULL,
        ("A row of version %d of table '%s' has no value in key column '%s' (file %s). Mend the row"
             + " in a later version and start from there, or set 'null.key.handling=skip' to leave"
             + " such rows out.")
            .formatted(version, table, column, file));
  }

  static DeltaCdfException fieldNames(String table, String first, String second, String adjusted) {
    return permanent(
        ErrorCode.COLUMN_UNSUPPORTED,
        ("Columns '%s' and '%s' of table '%s' would both be published as field '%s'. Set"
                + " 'field.name.adjustment.mode=avro_unicode', which keeps all names apart, rename"
                + " one, or leave one out by 'column.exclude.list'.")
            .formatted(first, second, table, adjusted));
  }

  static DeltaCdfException unreadableColumns(
      String table, long version, List<UnreadableColumn> columns) {
    return permanent(
        ErrorCode.COLUMN_UNSUPPORTED,
        ("Version %d of table '%s' has %s, which this connector cannot read. Leave the column out"
                + " by 'tables.%s.column.exclude.list', or drop it.")
            .formatted(
                version,
                table,
                columns.stream()
                    .map(UnreadableColumn::problem)
                    .collect(Collectors.joining(", and ")),
                table));
  }

  static DeltaCdfException keyFieldNames(
      String table, String first, String second, String adjusted) {
    return permanent(
        ErrorCode.COLUMN_UNSUPPORTED,
        ("Key columns '%s' and '%s' of table '%s' would both be field '%s' of the key. Set"
                + " 'field.name.adjustment.mode=avro_unicode', which keeps all names apart, or"
                + " rename one.")
            .formatted(first, second, table, adjusted));
  }

  static DeltaCdfException schemaNames(String table, String first, String second, String adjusted) {
    return permanent(
        ErrorCode.COLUMN_UNSUPPORTED,
        ("The structures in columns '%s' and '%s' of table '%s' would both get the schema name"
             + " '%s'. Set 'schema.name.adjustment.mode=avro_unicode', which keeps all names apart,"
             + " rename one, or leave one out by 'column.exclude.list'.")
            .formatted(first, second, table, adjusted));
  }

  static DeltaCdfException listedColumnRenamed(
      TableConfig table, long version, String from, String to) {
    boolean include = table.columns().includes();
    return permanent(
        ErrorCode.COLUMN_UNSUPPORTED,
        ("Version %d of table '%s' renames column '%s' to '%s', and '%s' fits only one of the two"
                + " names: the column would be %s from then on. Nothing of this version is"
                + " published. Name both to %s, or neither to %s.")
            .formatted(
                version,
                table.name(),
                from,
                to,
                table.columns().option(),
                table.columns().passes(to) ? "published" : "left out",
                include ? "publish the column" : "leave out the column",
                include ? "leave it out" : "publish it"));
  }

  static DeltaCdfException nullInRequired(String table, long version, String column, String file) {
    return permanent(
        ErrorCode.CORRUPT_TABLE,
        ("A row of version %d of table '%s' has no value in '%s', which the table's schema says is"
                + " never null (file %s). Set 'schema.nullability=optional' to publish it.")
            .formatted(version, table, column, file));
  }

  static DeltaCdfException unsafeSchemaChange(
      TableConfig table, long version, List<TypeChange> changes) {
    List<String> stable =
        changes.stream().flatMap(change -> change.stableUnder().stream()).toList();
    String modes =
        stable.stream()
            .distinct()
            .map(option -> "'" + option + "'")
            .collect(Collectors.joining(" and "));
    return permanent(
        ErrorCode.UNSAFE_SCHEMA_CHANGE,
        ("Version %d of table '%s' changes the type of %s: consumers of topic '%s' may silently"
                + " misread what follows. Nothing of this version is published. %s%s If all"
                + " consumers can follow, set 'tables.%s.unsafe.schema.change=publish'.")
            .formatted(
                version,
                table.name(),
                list(changes),
                table.topic(),
                NEW_TOPIC,
                stable.size() < changes.size()
                    ? ""
                    : " With "
                        + modes
                        + " set for it such a change leaves the published type as it"
                        + " is.",
                table.name()));
  }

  /** The changes in words; of many, the first ones. */
  static String list(List<TypeChange> changes) {
    String first =
        changes.stream()
            .limit(MOST_CHANGES)
            .map(Object::toString)
            .collect(Collectors.joining(", "));
    return changes.size() <= MOST_CHANGES
        ? first
        : first + " and " + (changes.size() - MOST_CHANGES) + " more";
  }

  private static DeltaCdfException permanent(ErrorCode code, String message) {
    return DeltaCdfException.permanent(code, message, null);
  }
}
