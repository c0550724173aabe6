package io.deltacdf.connect.record;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.KeyForm;
import io.deltacdf.connect.record.value.SpecialFloatException;
import io.deltacdf.connect.table.column.UnreadableColumn;
import java.util.List;
import java.util.stream.Collectors;

/** Creates the failures of this package that users see. */
final class RecordErrors {
  private static final String NEW_TOPIC =
      "Publish the table under a new name in 'tables' and to a new topic. It starts there with a"
          + " new snapshot.";

  private static final int MAX_LISTED_CHANGES = 10;

  private RecordErrors() {}

  static DeltaCdfException keyTypeUnsupported(String table, String column, String type) {
    return permanent(
        ErrorCode.KEY_INVALID,
        ("Column '%s' of table '%s' cannot be a key: equal values of type %s may have different"
                + " forms. Name columns of type boolean, integer, string, binary, decimal, date or"
                + " timestamp in 'tables.%s.key'.")
            .formatted(column, table, type, table));
  }

  static DeltaCdfException keyTypeChanged(
      String table, long version, String column, String from, String to) {
    return permanent(
        ErrorCode.KEY_INVALID,
        ("Version %d of table '%s' changes the type of key column '%s' from %s to %s. New keys"
                + " would no longer match the keys that are already published. %s")
            .formatted(version, table, column, from, to, NEW_TOPIC));
  }

  static DeltaCdfException keyRenamed(String table, long version, String from, String to) {
    return permanent(
        ErrorCode.KEY_INVALID,
        ("Version %d of table '%s' renames key column '%s' to '%s'. The keys are structs that"
                + " contain the column's name, so new keys would no longer match the keys that are"
                + " already published. %s")
            .formatted(version, table, from, to, NEW_TOPIC));
  }

  static DeltaCdfException keyFormChanged(
      TableConfig table, long version, KeyForm stored, KeyForm found) {
    return permanent(
        ErrorCode.KEY_INVALID,
        ("The keys of table '%s' would change at version %d: so far they are %s, and from now on"
                + " they would be %s. They would no longer match the keys that are already in topic"
                + " '%s'. Options that determine the keys were changed since the offset was stored"
                + " ('tables.%s.key', 'key.format', 'key.delimiter', the handling modes of the key"
                + " columns' types, the name adjustment modes or 'topic.prefix'), or the table"
                + " changed while its log could not be followed. Set the options back. Or: %s To"
                + " publish the new keys to the same topic, because it was emptied, stop the"
                + " connector and delete the table's offset, or set it to a version only, such as"
                + " {\"version\": 41}.")
            .formatted(
                table.name(),
                version,
                stored.inWords(),
                found.inWords(),
                table.topic(),
                table.name(),
                NEW_TOPIC));
  }

  static DeltaCdfException keyNull(String table, long version, String column, String file) {
    return permanent(
        ErrorCode.KEY_NULL,
        ("A row of version %d of table '%s' has no value in key column '%s' (file %s). Set"
                + " 'null.key.handling=skip' to leave out such rows, or correct the row in a later"
                + " version and start from that version.")
            .formatted(version, table, column, file));
  }

  static DeltaCdfException fieldNames(String table, String first, String second, String adjusted) {
    return permanent(
        ErrorCode.COLUMN_UNSUPPORTED,
        ("Columns '%s' and '%s' of table '%s' would both be published as field '%s'. Set"
                + " 'field.name.adjustment.mode=avro_unicode', which keeps all names distinct,"
                + " rename one of the columns, or leave one out with 'column.exclude.list'.")
            .formatted(first, second, table, adjusted));
  }

  static DeltaCdfException metadataFieldName(String table, String column, String name) {
    return permanent(
        ErrorCode.COLUMN_UNSUPPORTED,
        ("Column '%s' of table '%s' and the metadata column '%s' would both be published as field"
                + " '%s'. Leave the metadata column out of 'value.metadata.columns', set"
                + " 'field.name.adjustment.mode=avro_unicode', which keeps all names distinct,"
                + " rename the column, or leave it out with 'column.exclude.list'.")
            .formatted(column, table, name, name));
  }

  static DeltaCdfException unreadableColumns(
      String table, long version, List<UnreadableColumn> columns) {
    String them = columns.size() == 1 ? "it" : "them";
    return permanent(
        ErrorCode.COLUMN_UNSUPPORTED,
        ("Version %d of table '%s' has %s, which this connector cannot read. Leave %s out with"
                + " 'tables.%s.column.exclude.list', or drop %s from the table.")
            .formatted(
                version,
                table,
                columns.stream()
                    .map(UnreadableColumn::problem)
                    .collect(Collectors.joining(" and ")),
                them,
                table,
                them));
  }

  static DeltaCdfException keyFieldNames(
      String table, String first, String second, String adjusted) {
    return permanent(
        ErrorCode.COLUMN_UNSUPPORTED,
        ("Key columns '%s' and '%s' of table '%s' would both be field '%s' of the key. Set"
                + " 'field.name.adjustment.mode=avro_unicode', which keeps all names distinct, or"
                + " rename one of the columns.")
            .formatted(first, second, table, adjusted));
  }

  static DeltaCdfException schemaNames(String table, String first, String second, String adjusted) {
    return permanent(
        ErrorCode.COLUMN_UNSUPPORTED,
        ("The structs in columns '%s' and '%s' of table '%s' would both have the schema name '%s'."
                + " Set 'schema.name.adjustment.mode=avro_unicode', which keeps all names distinct,"
                + " rename one of the columns, or leave one out with 'column.exclude.list'.")
            .formatted(first, second, table, adjusted));
  }

  static DeltaCdfException listedColumnRenamed(
      TableConfig table, long version, String from, String to) {
    boolean include = table.columns().includes();
    return permanent(
        ErrorCode.COLUMN_UNSUPPORTED,
        ("Version %d of table '%s' renames column '%s' to '%s', but '%s' matches only one of the"
                + " two names, so the column would be %s from this version on. Nothing of this"
                + " version is published. List both names to %s, or neither to %s.")
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
        ("A row of version %d of table '%s' has no value in '%s', although the table's schema does"
                + " not allow null there (file %s). Set 'schema.nullability=optional' to publish"
                + " the row.")
            .formatted(version, table, column, file));
  }

  static DeltaCdfException specialFloat(
      String table, long version, SpecialFloatException special, String file) {
    return permanent(
        ErrorCode.COLUMN_UNSUPPORTED,
        ("A row of version %d of table '%s' has %s in column '%s' (file %s), and"
                + " 'float.special.handling' does not permit to publish it. Set"
                + " 'float.special.handling=null' to publish null instead, which the keys of maps"
                + " cannot be, or 'text' to publish the numbers of all columns of type float and"
                + " double as text, or leave the column out with"
                + " 'tables.%s.column.exclude.list'. Correcting the row in a later version does not"
                + " help, because this version is published first.")
            .formatted(version, table, special.value(), special.column(), file, table));
  }

  static DeltaCdfException unsafeSchemaChange(
      TableConfig table, long version, List<TypeChange> changes) {
    List<String> stable =
        changes.stream().flatMap(change -> change.stableOption().stream()).toList();
    String options =
        stable.stream()
            .distinct()
            .map(option -> "'" + option + "'")
            .collect(Collectors.joining(" and "));
    return permanent(
        ErrorCode.UNSAFE_SCHEMA_CHANGE,
        ("Version %d of table '%s' changes the type of %s. Consumers of topic '%s' may silently"
                + " misread the records that follow. Nothing of this version is published. %s%s If"
                + " all consumers can follow the change, set"
                + " 'tables.%s.unsafe.schema.change=publish'.")
            .formatted(
                version,
                table.name(),
                list(changes),
                table.topic(),
                NEW_TOPIC,
                stable.size() < changes.size()
                    ? ""
                    : " With "
                        + options
                        + " set for the new name, such a change does not change the published"
                        + " type.",
                table.name()));
  }

  /** Lists the changes in words; only the first ones if there are many. */
  static String list(List<TypeChange> changes) {
    String first =
        changes.stream()
            .limit(MAX_LISTED_CHANGES)
            .map(Object::toString)
            .collect(Collectors.joining(", "));
    return changes.size() <= MAX_LISTED_CHANGES
        ? first
        : first + " and " + (changes.size() - MAX_LISTED_CHANGES) + " more";
  }

  private static DeltaCdfException permanent(ErrorCode code, String message) {
    return DeltaCdfException.permanent(code, message, null);
  }
}
