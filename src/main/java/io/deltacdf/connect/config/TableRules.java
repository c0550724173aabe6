package io.deltacdf.connect.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;

/** What the options of a table must be to each other, and to those of other tables. */
final class TableRules {
  /** In place of a table's name, which has no space. */
  private static final String HEARTBEATS = "the heartbeats";

  private final ConfigValidation validation;
  private final TableConfigParser reader;

  private TableRules(ConfigValidation validation) {
    this.validation = validation;
    this.reader = validation.reader();
  }

  static void check(ConfigValidation validation) {
    TableRules rules = new TableRules(validation);
    rules.oneStart("");
    rules.oneColumnList("");
    for (String table : validation.tableNames()) {
      rules.oneStart(TableOptions.of(table, ""));
      rules.oneColumnList(TableOptions.of(table, ""));
      rules.endAfterStart(table);
      rules.keyForConsolidation(table);
      rules.changeTypeWithoutKey(table);
      rules.preimages(table);
      rules.skippedOperations(table);
    }
    rules.deletesThatAllTablesSkip();
    rules.oneTopicEach();
  }

  /** At one level, table or connector, a table starts in one way. */
  private void oneStart(String prefix) {
    String version = prefix + SourceOptions.START_VERSION;
    String timestamp = prefix + SourceOptions.START_TIMESTAMP;
    String mode = prefix + SourceOptions.SNAPSHOT_MODE;
    if (validation.isSet(version) && validation.isSet(timestamp)) {
      validation.error(timestamp, "Set either this or " + version + ", not both");
    }
    if (validation.isSet(mode)) {
      Stream.of(version, timestamp)
          .filter(validation::isSet)
          .findFirst()
          .ifPresent(
              start ->
                  validation.error(
                      mode,
                      "A table that starts by "
                          + start
                          + " takes no snapshot: set either that or this, not both"));
    }
  }

  private void oneColumnList(String prefix) {
    String include = prefix + SourceOptions.COLUMN_INCLUDE_LIST;
    String exclude = prefix + SourceOptions.COLUMN_EXCLUDE_LIST;
    if (isFilledList(include) && isFilledList(exclude)) {
      validation.error(exclude, "Set either this or " + include + ", not both");
    }
  }

  private boolean isFilledList(String option) {
    return validation.value(option) instanceof List<?> list && !list.isEmpty();
  }

  private void endAfterStart(String table) {
    String end = TableOptions.of(table, TableOptions.END_VERSION);
    if (validation.value(end) instanceof Long endVersion
        && allValid(table, SourceOptions.START)
        && reader.start(table) instanceof StartPosition.Version start
        && endVersion < start.version()) {
      validation.error(end, "Lies before the start version " + start.version());
    }
  }

  private void keyForConsolidation(String table) {
    if (allValid(table, List.of(SourceOptions.KEY, SourceOptions.COMMIT_CONSOLIDATION))
        && reader.key(table).isEmpty()
        && reader.consolidation(table) == Consolidation.KEY) {
      String key = TableOptions.of(table, SourceOptions.KEY);
      validation.error(
          key,
          "Table '"
              + table
              + "' has no key: name the columns that identify a row in "
              + key
              + ", or, for a table without such columns, set "
              + TableOptions.of(table, SourceOptions.COMMIT_CONSOLIDATION)
              + "="
              + SourceOptions.CONSOLIDATIONS.text(Consolidation.NONE)
              + " and publish to a topic that is not compacted");
    }
  }

  /** A delete of a table without a key is published as a row, unless it is dropped. */
  private void changeTypeWithoutKey(String table) {
    if (allValid(table, List.of(SourceOptions.KEY, SourceOptions.SKIPPED_OPERATIONS))
        && reader.key(table).isEmpty()
        && !reader.skippedOperations(table).deletes()
        && validation.value(RecordOptions.DELETE_HANDLING) instanceof String mode
        && RecordOptions.publishesDeletes(mode)
        && validation.value(RecordOptions.METADATA_COLUMNS) instanceof List<?> columns
        && !columns.contains(RecordOptions.CHANGE_TYPE_COLUMN)) {
      validation.error(
          RecordOptions.METADATA_COLUMNS,
          "Table '"
              + table
              + "' has no key, so its deletes are rows that are told from others by "
              + RecordOptions.CHANGE_TYPE_COLUMN
              + " alone: name it here, or set "
              + RecordOptions.DELETE_HANDLING
              + "=drop for tables that never delete");
    }
  }

  /** Preimages are rows of their own, told from others by their change type. */
  private void preimages(String table) {
    if (!allValid(
            table, List.of(SourceOptions.INCLUDE_PREIMAGES, SourceOptions.COMMIT_CONSOLIDATION))
        || !reader.includesPreimages(table)) {
      return;
    }
    String own = TableOptions.of(table, SourceOptions.INCLUDE_PREIMAGES);
    String option = ownOrInherited(table, SourceOptions.INCLUDE_PREIMAGES);
    if (reader.consolidation(table) == Consolidation.KEY) {
      validation.error(
          option,
          "The changes of a key in table '"
              + table
              + "' are put together to one record, in which a preimage has no place: set "
              + TableOptions.of(table, SourceOptions.COMMIT_CONSOLIDATION)
              + "=none, or "
              + own
              + "=false");
    }
    if (validation.value(RecordOptions.METADATA_COLUMNS) instanceof List<?> columns
        && !columns.contains(RecordOptions.CHANGE_TYPE_COLUMN)) {
      validation.error(
          option,
          "A preimage is told from other rows by "
              + RecordOptions.CHANGE_TYPE_COLUMN
              + " alone: name it in "
              + RecordOptions.METADATA_COLUMNS);
    }
  }

  private void skippedOperations(String table) {
    if (!allValid(
        table, List.of(SourceOptions.SKIPPED_OPERATIONS, SourceOptions.INCLUDE_PREIMAGES))) {
      return;
    }
    SkippedOperations skipped = reader.skippedOperations(table);
    if (skipped.isAll()) {
      validation.error(
          ownOrInherited(table, SourceOptions.SKIPPED_OPERATIONS),
          "No change of table '"
              + table
              + "' would be published: for its snapshot alone set "
              + SourceOptions.SNAPSHOT_MODE
              + "=initial_only");
    } else if (skipped.updates() && reader.includesPreimages(table)) {
      validation.error(
          ownOrInherited(table, SourceOptions.INCLUDE_PREIMAGES),
          "The updates of table '"
              + table
              + "' are not published ("
              + SourceOptions.SKIPPED_OPERATIONS
              + "), and so are no rows before them");
    }
  }

  /** How deletes look means nothing where there are none. */
  private void deletesThatAllTablesSkip() {
    boolean skipped =
        !validation.tableNames().isEmpty()
            && validation.tableNames().stream()
                .allMatch(
                    table ->
                        allValid(table, List.of(SourceOptions.SKIPPED_OPERATIONS))
                            && reader.skippedOperations(table).deletes());
    if (skipped) {
      Stream.of(RecordOptions.DELETE_HANDLING, RecordOptions.TOMBSTONES_ON_DELETE)
          .filter(validation::isSet)
          .forEach(
              option ->
                  validation.error(
                      option,
                      "No table's deletes are published ("
                          + SourceOptions.SKIPPED_OPERATIONS
                          + "): remove this option"));
    }
  }

  private String ownOrInherited(String table, String option) {
    String own = TableOptions.of(table, option);
    return validation.isSet(own) ? own : option;
  }

  private void oneTopicEach() {
    Map<String, String> tableOfTopic = new HashMap<>();
    heartbeatTopic().ifPresent(topic -> tableOfTopic.put(topic, HEARTBEATS));
    for (String table : validation.tableNames()) {
      String option = TableOptions.of(table, TableOptions.TOPIC);
      boolean own = validation.isSet(option);
      if (validation.isInvalid(own ? option : TableOptions.TOPIC_PREFIX)) {
        continue;
      }
      String topic = reader.topic(table);
      try {
        Validators.topicName().ensureValid(option, topic);
      } catch (ConfigException e) {
        validation.error(option, e.getMessage());
        continue;
      }
      String other = tableOfTopic.putIfAbsent(topic, table);
      if (other != null) {
        validation.error(
            option,
            "The topic '"
                + topic
                + "' is already that of "
                + (other.equals(HEARTBEATS) ? other : "table '" + other + "'")
                + ": one table, one topic. Set another "
                + option);
      }
    }
  }

  /** The heartbeats' topic, where there are any; its name must be one too. */
  private Optional<String> heartbeatTopic() {
    if (!(validation.value(TableOptions.TOPIC_PREFIX) instanceof String prefix)
        || !(validation.value(FlowOptions.HEARTBEAT_INTERVAL_MS) instanceof Long interval)
        || interval == 0) {
      return Optional.empty();
    }
    String topic = RecordConfig.heartbeatTopic(prefix);
    if (topic.length() > Validators.TOPIC_MAX_LENGTH) {
      validation.error(
          TableOptions.TOPIC_PREFIX,
          "The heartbeats' topic '"
              + topic
              + "' would be longer than Kafka's "
              + Validators.TOPIC_MAX_LENGTH
              + " characters: shorten the prefix, or turn heartbeats off by "
              + FlowOptions.HEARTBEAT_INTERVAL_MS
              + "=0");
    }
    return Optional.of(topic);
  }

  /** Whether options are valid, the table's own and those it would inherit. */
  private boolean allValid(String table, List<String> options) {
    return options.stream()
        .flatMap(option -> Stream.of(option, TableOptions.of(table, option)))
        .noneMatch(validation::isInvalid);
  }
}
