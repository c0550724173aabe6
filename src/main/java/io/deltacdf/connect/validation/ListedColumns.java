package io.deltacdf.connect.validation;

import io.deltacdf.connect.config.ColumnFilter;
import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.Suggestions;
import io.deltacdf.connect.config.TableConfig;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds names in column lists that no readable version of a table has: a typo there would publish a
 * column that was to be left out. A table need not have all names of a list that holds for several;
 * one of them must. Thread-safe.
 */
final class ListedColumns {
  private static final Logger LOG = LoggerFactory.getLogger(ListedColumns.class);

  /**
   * What a look at a table gave.
   *
   * @param columns the names of its newest columns
   * @param unknown the listed names that no version has
   * @param renamed listed columns by the name of an older version, with the newest one that the
   *     list does not fit
   */
  private record Look(List<String> columns, Set<String> unknown, Map<String, String> renamed) {}

  private final Map<TableConfig, Look> looks = new ConcurrentHashMap<>();

  /** Looks at a table, at its older versions too where the newest lacks a column. */
  void lookAt(TableConfig config, DeltaTable table, TableSchema newest) {
    Set<String> unknown = new TreeSet<>(config.columns().names());
    takeAway(unknown, newest);
    Map<String, String> renamed = new TreeMap<>();
    try {
      if (!unknown.isEmpty()) {
        lookBack(table, config.columns(), newest, unknown, renamed);
      }
    } catch (DeltaCdfException e) {
      LOG.warn(
          "Table '{}' has no columns {} (from '{}') in its newest version, and older ones could not"
              + " be looked at: {}",
          config.name(),
          unknown,
          config.columns().option(),
          e.getMessage());
      return;
    }
    looks.put(config, new Look(names(newest), unknown, renamed));
  }

  private static void lookBack(
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
            .filter(was -> unknown.stream().anyMatch(name -> ColumnFilter.fits(name, was.name())))
            .forEach(
                was ->
                    newest.fields().stream()
                        .filter(is -> is.physicalName().equals(was.physicalName()))
                        .filter(is -> filter.passes(is.name()) != filter.passes(was.name()))
                        .forEach(is -> renamed.put(was.name(), is.name())));
        takeAway(unknown, older);
      }
    }
  }

  private static void takeAway(Set<String> names, TableSchema schema) {
    List<String> columns = names(schema);
    names.removeIf(name -> columns.stream().anyMatch(column -> ColumnFilter.fits(name, column)));
  }

  private static List<String> names(TableSchema schema) {
    return Stream.concat(
            schema.fields().stream().map(Field::name),
            schema.unreadable().stream().map(UnreadableColumn::name))
        .toList();
  }

  /**
   * Adds an error for each unknown name. A name of the connector's lists is one only where all
   * tables could be looked at.
   */
  void report(ConfigValidation validation, List<TableConfig> tables) {
    Set<String> reported = new HashSet<>();
    for (TableConfig table : tables) {
      ColumnFilter filter = table.columns();
      if (looks.containsKey(table)) {
        reportRenamed(validation, table, looks.get(table).renamed);
      }
      if (filter.isOwn()) {
        report(validation, "Table '" + table.name() + "' has no", filter, List.of(table));
      } else if (reported.add(filter.option())) {
        List<TableConfig> all =
            tables.stream().filter(other -> other.columns().equals(filter)).toList();
        report(validation, "No table has a", filter, all);
      }
    }
  }

  private static void reportRenamed(
      ConfigValidation validation, TableConfig table, Map<String, String> renamed) {
    renamed.forEach(
        (was, is) ->
            validation.error(
                table.columns().option(),
                "Column '"
                    + was
                    + "' of table '"
                    + table.name()
                    + "' is '"
                    + is
                    + "' by now, and would be "
                    + (table.columns().passes(is) ? "published" : "left out")
                    + " under that name: name both"));
  }

  private void report(
      ConfigValidation validation, String who, ColumnFilter filter, List<TableConfig> tables) {
    if (!looks.keySet().containsAll(tables)) {
      return;
    }
    List<String> columns =
        tables.stream().map(looks::get).map(Look::columns).flatMap(Collection::stream).toList();
    for (String name : filter.names()) {
      if (tables.stream().allMatch(table -> looks.get(table).unknown.contains(name))) {
        validation.error(
            filter.option(),
            who
                + " column '"
                + name
                + "' in any version that can be read."
                + Suggestions.didYouMean(name, columns));
      }
    }
  }
}
