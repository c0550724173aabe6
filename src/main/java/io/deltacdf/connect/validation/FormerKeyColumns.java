package io.deltacdf.connect.validation;

import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.column.UnreadableColumn;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds configured key columns that no readable version of a table has. A name that only an older
 * version has may be of a renamed column, which the connector finds by means of the stored offset;
 * a name that no version has is misspelled.
 */
final class FormerKeyColumns {
  private FormerKeyColumns() {}

  /** Returns the names that a schema lacks, as names and as physical names, ignoring case. */
  static Set<String> missing(Collection<String> names, TableSchema schema) {
    Set<String> missing = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    missing.addAll(names);
    Stream.of(
            schema.fields().stream().map(Field::name),
            schema.fields().stream().map(Field::physicalName),
            schema.unreadable().stream().map(UnreadableColumn::name))
        .flatMap(known -> known)
        .forEach(missing::remove);
    return missing;
  }

  /**
   * Returns those of the names that no version in the log has.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException if an older version cannot be read
   */
  static Set<String> neverNamed(Set<String> names, DeltaTable table) {
    Set<String> unknown = names;
    long earliest = table.earliestVersion();
    try (CommitLog log = table.follow(LogPosition.before(earliest == 0 ? 0 : earliest + 1))) {
      for (Commit commit = log.next(); commit != null && !unknown.isEmpty(); commit = log.next()) {
        unknown = missing(missing(unknown, commit.before().schema()), commit.after().schema());
      }
    }
    return unknown;
  }
}
