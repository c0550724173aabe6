package io.deltacdf.connect.config;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;

/** Merges a table's own options with the connector's. */
final class TableConfigParser {
  private final Function<String, Object> options;
  private final Predicate<String> isSet;

  /**
   * @param options the parsed value of an option by its name
   * @param isSet whether the user set the option
   */
  TableConfigParser(Function<String, Object> options, Predicate<String> isSet) {
    this.options = options;
    this.isSet = isSet;
  }

  /** Reads a table whose options, and those it inherits, are valid. */
  TableConfig read(String table) {
    return new TableConfig(
        table,
        (String) own(table, TableOptions.PATH),
        key(table),
        columns(table),
        topic(table),
        start(table),
        own(table, TableOptions.END_VERSION) instanceof Long end
            ? OptionalLong.of(end)
            : OptionalLong.empty(),
        Optional.ofNullable((String) own(table, TableOptions.SNAPSHOT_REQUEST)),
        snapshotMode(table),
        SourceOptions.CHANGE_FEEDS.read(inherited(table, SourceOptions.CHANGE_FEED)),
        consolidation(table),
        (Integer) inherited(table, SourceOptions.CONSOLIDATION_MAX_KEYS),
        skippedOperations(table),
        (Boolean) inherited(table, SourceOptions.SKIP_MESSAGES_WITHOUT_CHANGE),
        includesPreimages(table),
        SourceOptions.UNSAFE_SCHEMA_CHANGES.read(
            inherited(table, SourceOptions.UNSAFE_SCHEMA_CHANGE)));
  }

  @SuppressWarnings("unchecked") // a LIST option is a list of strings
  List<String> key(String table) {
    return (List<String>) inherited(table, SourceOptions.KEY);
  }

  private ColumnFilter columns(String table) {
    String include =
        atOneLevel(table, SourceOptions.COLUMN_INCLUDE_LIST, SourceOptions.COLUMN_LISTS);
    List<String> included = names(include);
    String exclude =
        atOneLevel(table, SourceOptions.COLUMN_EXCLUDE_LIST, SourceOptions.COLUMN_LISTS);
    return included.isEmpty()
        ? new ColumnFilter(exclude, names(exclude))
        : new ColumnFilter(include, included);
  }

  @SuppressWarnings("unchecked") // a LIST option is a list of strings
  private List<String> names(String option) {
    return options.apply(option) instanceof List<?> list ? (List<String>) list : List.of();
  }

  String topic(String table) {
    return own(table, TableOptions.TOPIC) instanceof String topic
        ? topic
        : options.apply(TableOptions.TOPIC_PREFIX) + "." + table;
  }

  Consolidation consolidation(String table) {
    return SourceOptions.CONSOLIDATIONS.read(inherited(table, SourceOptions.COMMIT_CONSOLIDATION));
  }

  @SuppressWarnings("unchecked") // a LIST option is a list of strings
  SkippedOperations skippedOperations(String table) {
    return SkippedOperations.of((List<String>) inherited(table, SourceOptions.SKIPPED_OPERATIONS));
  }

  boolean includesPreimages(String table) {
    return (Boolean) inherited(table, SourceOptions.INCLUDE_PREIMAGES);
  }

  StartPosition start(String table) {
    String version = atOneLevel(table, SourceOptions.START_VERSION, SourceOptions.START);
    String timestamp = atOneLevel(table, SourceOptions.START_TIMESTAMP, SourceOptions.START);
    if (isSet.test(version)) {
      return StartPositions.version((String) options.apply(version));
    } else if (isSet.test(timestamp)) {
      return new StartPosition.Timestamp(
          StartPositions.timestamp((String) options.apply(timestamp)).orElseThrow());
    }
    return new StartPosition.Snapshot();
  }

  private SnapshotMode snapshotMode(String table) {
    String mode = atOneLevel(table, SourceOptions.SNAPSHOT_MODE, SourceOptions.START);
    return isSet.test(mode)
        ? SourceOptions.SNAPSHOT_MODES.read(options.apply(mode))
        : SourceOptions.SNAPSHOT_MODE_DEFAULT;
  }

  /**
   * The name of an option that is one setting together with others: the table's where it sets any
   * of them, else the connector's.
   */
  private String atOneLevel(String table, String option, List<String> together) {
    boolean own = together.stream().anyMatch(name -> isSet.test(TableOptions.of(table, name)));
    return own ? TableOptions.of(table, option) : option;
  }

  private Object own(String table, String option) {
    return options.apply(TableOptions.of(table, option));
  }

  private Object inherited(String table, String option) {
    Object own = own(table, option);
    return own != null ? own : options.apply(option);
  }
}
