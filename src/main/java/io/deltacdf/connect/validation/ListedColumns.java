package io.deltacdf.connect.validation;

import io.deltacdf.connect.config.ColumnFilter;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.option.Suggestions;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.column.UnreadableColumn;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Finds names in column lists that no readable version of a table has, because a typo there would
 * publish a column that should be left out. If a list applies to several tables, it is enough that
 * one of them has the column. Thread-safe.
 */
final class ListedColumns {
  /**
   * What is known about the column list of a table.
   *
   * @param columns the names of the columns of the newest version
   * @param unknown the listed names that no version has
   * @param renamed maps the former name of a column to its newest name, if the list matches only
   *     one of the two
   */
  private record Findings(List<String> columns, Set<String> unknown, Map<String, String> renamed) {}

  private final ValidationSink sink;
  private final Map<TableConfig, Findings> findings = new ConcurrentHashMap<>();

  private final boolean areDiscovered;
  private final boolean reportsListsOfConnector;

  private ListedColumns(
      ValidationSink sink, boolean areDiscovered, boolean reportsListsOfConnector) {
    this.sink = sink;
    this.areDiscovered = areDiscovered;
    this.reportsListsOfConnector = reportsListsOfConnector;
  }

  /**
   * Checks the lists of tables that the connector lists.
   *
   * @param areOthersDiscovered whether the lists of the connector apply to other tables too, which
   *     may have the columns
   */
  static ListedColumns ofListed(ValidationSink sink, boolean areOthersDiscovered) {
    return new ListedColumns(sink, false, !areOthersDiscovered);
  }

  /**
   * Checks the lists of discovered tables. Older versions are not read, because most tables may
   * lack a column that a list for all of them names. Columns that none has are a warning.
   */
  static ListedColumns ofDiscovered(ValidationSink sink) {
    return new ListedColumns(sink, true, true);
  }

  /**
   * Checks the column list of a table against its newest version, and if that lacks a column, also
   * against its older versions. If those cannot be read, nothing is found out about the list.
   */
  void check(TableConfig config, DeltaTable table, TableSchema newest) {
    Set<String> unknown = new TreeSet<>(config.columns().names());
    removeMatches(unknown, newest);
    Map<String, String> renamed = new TreeMap<>();
    try {
      if (!unknown.isEmpty() && !areDiscovered) {
        searchOlderVersions(table, config.columns(), newest, unknown, renamed);
      }
    } catch (DeltaCdfException e) {
      sink.warn(
          ("The newest version of table '%s' does not have the columns %s, which '%s' lists. Its"
                  + " older versions could not be checked: %s")
              .formatted(config.name(), unknown, config.columns().option(), e.getMessage()));
      return;
    }
    findings.put(config, new Findings(names(newest), unknown, renamed));
  }

  private static void searchOlderVersions(
      DeltaTable table,
      ColumnFilter filter,
      TableSchema newest,
      Set<String> unknown,
      Map<String, String> renamed) {
    long earliest = table.earliestVersion();
    try (CommitLog log = table.follow(LogPosition.before(earliest == 0 ? 0 : earliest + 1))) {
      for (Commit commit = log.next(); commit != null && !unknown.isEmpty(); commit = log.next()) {
        TableSchema older = commit.before().schema();
        older.fields().stream()
            .filter(was -> unknown.stream().anyMatch(n -> ColumnFilter.matches(n, was.name())))
            .forEach(
                was -> {
                  int ordinal = newest.physicalOrdinalOf(was.physicalName());
                  if (ordinal >= 0) {
                    String is = newest.fields().get(ordinal).name();
                    if (filter.passes(is) != filter.passes(was.name())) {
                      renamed.put(was.name(), is);
                    }
                  }
                });
        removeMatches(unknown, older);
      }
    }
  }

  private static void removeMatches(Set<String> names, TableSchema schema) {
    List<String> columns = names(schema);
    names.removeIf(name -> columns.stream().anyMatch(column -> ColumnFilter.matches(name, column)));
  }

  private static List<String> names(TableSchema schema) {
    return Stream.concat(
            schema.fields().stream().map(Field::name),
            schema.unreadable().stream().map(UnreadableColumn::name))
        .toList();
  }

  /**
   * Reports unknown and renamed columns as errors. An unknown name in a list of the connector is
   * reported only if all its tables could be checked.
   */
  void report(List<TableConfig> tables) {
    Set<String> reported = new HashSet<>();
    for (TableConfig table : tables) {
      reportRenamed(table);
      ColumnFilter filter = table.columns();
      if (filter.isSetByTable()) {
        reportUnknown("Table '" + table.name() + "' has no", filter, List.of(table));
      } else if (reportsListsOfConnector && reported.add(filter.option())) {
        List<TableConfig> all =
            tables.stream().filter(other -> other.columns().equals(filter)).toList();
        reportUnknown(
            (areDiscovered ? "No discovered table has a" : "No table has a"), filter, all);
      }
    }
  }

  private void reportRenamed(TableConfig table) {
    Findings found = findings.get(table);
    if (found == null) {
      return;
    }
    found.renamed.forEach(
        (was, is) ->
            sink.error(
                table.columns().option(),
                ("Column '%s' of table '%s' has been renamed to '%s', and would be %s under this"
                        + " name. List both names")
                    .formatted(
                        was,
                        table.name(),
                        is,
                        table.columns().passes(is) ? "published" : "left out")));
  }

  private void reportUnknown(String subject, ColumnFilter filter, List<TableConfig> tables) {
    List<Findings> found = tables.stream().map(findings::get).filter(Objects::nonNull).toList();
    if (found.size() < tables.size()) {
      return;
    }
    List<String> columns =
        found.stream().map(Findings::columns).flatMap(Collection::stream).toList();
    for (String name : filter.names()) {
      if (found.stream().allMatch(table -> table.unknown.contains(name))) {
        String problem =
            subject
                + " column '"
                + name
                + "' in any version that can be read."
                + Suggestions.didYouMean(name, columns);
        if (areDiscovered) {
          sink.warn("%s: %s".formatted(filter.option(), problem));
        } else {
          sink.error(filter.option(), problem);
        }
      }
    }
  }
}
