package io.deltacdf.connect.config;

import io.deltacdf.connect.config.catalog.CatalogConfigParser;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionValues;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Merges the options of a table with those of the connector. */
final class TableConfigParser {
  /** The options that decide where a table without a stored offset starts: one setting together. */
  static final List<Option<?>> START =
      List.of(
          SourceOptions.SNAPSHOT_MODE, SourceOptions.START_VERSION, SourceOptions.START_TIMESTAMP);

  /** The options that decide which columns are published: one setting together. */
  private static final List<Option<?>> COLUMN_LISTS =
      List.of(SourceOptions.COLUMN_INCLUDE_LIST, SourceOptions.COLUMN_EXCLUDE_LIST);

  private final OptionValues values;

  TableConfigParser(OptionValues values) {
    this.values = values;
  }

  /** Parses the options of a table. Its own options and those it inherits must be valid. */
  TableConfig parse(String table) {
    return new TableConfig(
        table,
        TableOptions.PATH.from(values, table),
        SourceOptions.KEY.from(values, table),
        columns(table),
        topic(table),
        start(table),
        endVersion(table),
        TableOptions.SNAPSHOT_REQUEST.findOwn(values, table),
        find(SourceOptions.SNAPSHOT_MODE, table, START)
            .orElseGet(SourceOptions.SNAPSHOT_MODE::defaultValue),
        SourceOptions.CHANGE_FEED.from(values, table),
        SourceOptions.COMMIT_CONSOLIDATION.from(values, table),
        SourceOptions.CONSOLIDATION_MAX_KEYS.from(values, table),
        SourceOptions.SKIPPED_OPERATIONS.from(values, table),
        SourceOptions.SKIP_MESSAGES_WITHOUT_CHANGE.from(values, table),
        SourceOptions.INCLUDE_PREIMAGES.from(values, table),
        SourceOptions.UNSAFE_SCHEMA_CHANGE.from(values, table),
        new PathPolicy(
            ErrorOptions.TABLE_REPLACED.from(values, table),
            ErrorOptions.REPLICATION_GRACE_MS.from(values, table),
            ErrorOptions.TABLE_MISSING.from(values, table),
            SourceOptions.ALLOW_ABSOLUTE_PATHS.from(values, table)),
        CatalogConfigParser.parse(values, table, TableOptions.PATH.from(values, table)));
  }

  /** Parses the topic. Needs a valid {@code topic.prefix} if the table does not set its topic. */
  String topic(String table) {
    return TableOptions.TOPIC
        .findOwn(values, table)
        .orElseGet(() -> TableOptions.TOPIC_PREFIX.find(values).orElse("") + "." + table);
  }

  /** Parses where the table starts. */
  StartPosition start(String table) {
    return find(SourceOptions.START_VERSION, table, START)
        .or(() -> find(SourceOptions.START_TIMESTAMP, table, START))
        .orElseGet(StartPosition.Snapshot::new);
  }

  private OptionalLong endVersion(String table) {
    return TableOptions.END_VERSION
        .findOwn(values, table)
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  private ColumnFilter columns(String table) {
    ColumnFilter include = columnFilter(SourceOptions.COLUMN_INCLUDE_LIST, true, table);
    return include.entries().isEmpty()
        ? columnFilter(SourceOptions.COLUMN_EXCLUDE_LIST, false, table)
        : include;
  }

  private ColumnFilter columnFilter(Option<List<String>> list, boolean includes, String table) {
    String name = overrides(table, COLUMN_LISTS) ? list.nameFor(table) : list.name();
    return new ColumnFilter(name, includes, find(list, table, COLUMN_LISTS).orElse(List.of()));
  }

  /**
   * Returns the value of an option that is one setting together with others. A table that sets any
   * of them inherits none of them.
   */
  private <T> Optional<T> find(Option<T> option, String table, List<Option<?>> setting) {
    return overrides(table, setting) ? option.findOwn(values, table) : option.find(values);
  }

  private boolean overrides(String table, List<Option<?>> setting) {
    return setting.stream().anyMatch(option -> option.findOwn(values, table).isPresent());
  }
}
