package io.deltacdf.connect.config;

import io.deltacdf.connect.config.catalog.CatalogConfigParser;
import io.deltacdf.connect.config.catalog.CatalogOptions;
import io.deltacdf.connect.config.option.Option;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;

/** Checks the options of a table against each other, and against those of other tables. */
final class TableRules {
  private final ValidatedOptions options;
  private final TableConfigParser parser;

  private TableRules(ValidatedOptions options) {
    this.options = options;
    this.parser = new TableConfigParser(options);
  }

  static void check(ValidatedOptions options) {
    TableRules rules = new TableRules(options);
    rules.checkOneStart("");
    rules.checkOneColumnList("");
    for (String table : options.tableNames()) {
      rules.checkOneStart(Option.tablePrefix(table));
      rules.checkOneColumnList(Option.tablePrefix(table));
      rules.checkEndAfterStart(table);
      rules.checkConsolidationHasKey(table);
      rules.checkDeletesWithoutKey(table);
      rules.checkPreimages(table);
      rules.checkSkippedOperations(table);
      rules.checkCatalog(table);
    }
    rules.checkDeletesArePublished();
    rules.checkTopicsDiffer();
  }

  /** The options of a table, or of the connector, may name one start only. */
  private void checkOneStart(String prefix) {
    String version = prefix + SourceOptions.START_VERSION;
    String timestamp = prefix + SourceOptions.START_TIMESTAMP;
    String mode = prefix + SourceOptions.SNAPSHOT_MODE;
    if (options.isSet(version) && options.isSet(timestamp)) {
      options.error(timestamp, "Set either this option or " + version + ", not both");
    }
    if (options.isSet(mode)) {
      Stream.of(version, timestamp)
          .filter(options::isSet)
          .findFirst()
          .ifPresent(
              start ->
                  options.error(
                      mode,
                      "No snapshot is taken if "
                          + start
                          + " is set. Set either this option or that one, not both"));
    }
  }

  private void checkOneColumnList(String prefix) {
    String include = prefix + SourceOptions.COLUMN_INCLUDE_LIST;
    String exclude = prefix + SourceOptions.COLUMN_EXCLUDE_LIST;
    if (isFilledList(include) && isFilledList(exclude)) {
      options.error(exclude, "Set either this option or " + include + ", not both");
    }
  }

  private boolean isFilledList(String option) {
    return options.get(option) instanceof List<?> list && !list.isEmpty();
  }

  private void checkEndAfterStart(String table) {
    Optional<Long> end = TableOptions.END_VERSION.findOwn(options, table);
    if (end.isPresent()
        && options.allValid(table, TableConfigParser.START)
        && parser.start(table) instanceof StartPosition.Version start
        && end.get() < start.version()) {
      options.error(
          TableOptions.END_VERSION.nameFor(table),
          "Must not be before the start version, which is " + start);
    }
  }

  private void checkConsolidationHasKey(String table) {
    if (options.allValid(table, List.of(SourceOptions.KEY, SourceOptions.COMMIT_CONSOLIDATION))
        && SourceOptions.KEY.from(options, table).isEmpty()
        && SourceOptions.COMMIT_CONSOLIDATION.from(options, table) == Consolidation.KEY) {
      String key = SourceOptions.KEY.nameFor(table);
      options.error(
          key,
          "Table '"
              + table
              + "' has no key. Set "
              + key
              + " to the columns that identify a row. If the table has no such columns, set "
              + SourceOptions.COMMIT_CONSOLIDATION.nameFor(table)
              + "="
              + SourceOptions.COMMIT_CONSOLIDATION.text(Consolidation.NONE)
              + " and publish to a topic that is not compacted");
    }
  }

  /** A delete of a table without a key is published as a row, unless it is dropped. */
  private void checkDeletesWithoutKey(String table) {
    if (options.allValid(table, List.of(SourceOptions.KEY, SourceOptions.SKIPPED_OPERATIONS))
        && SourceOptions.KEY.from(options, table).isEmpty()
        && !SourceOptions.SKIPPED_OPERATIONS.from(options, table).deletes()
        && RecordOptions.DELETE_HANDLING
            .find(options)
            .filter(mode -> mode != RecordConfig.DeleteHandling.DROP)
            .isPresent()
        && OptionRules.lacksChangeType(options)) {
      options.error(
          RecordOptions.METADATA_COLUMNS.name(),
          "Table '"
              + table
              + "' has no key, so its deletes are published as rows, which only the field "
              + RecordOptions.CHANGE_TYPE_COLUMN
              + " distinguishes from other rows. Add it here, or set "
              + RecordOptions.DELETE_HANDLING
              + "=drop if no rows are ever deleted");
    }
  }

  /** Preimages are records of their own, and only their change type tells what they are. */
  private void checkPreimages(String table) {
    if (!options.allValid(
            table, List.of(SourceOptions.INCLUDE_PREIMAGES, SourceOptions.COMMIT_CONSOLIDATION))
        || !SourceOptions.INCLUDE_PREIMAGES.from(options, table)) {
      return;
    }
    String option = ownOrInherited(table, SourceOptions.INCLUDE_PREIMAGES);
    if (SourceOptions.COMMIT_CONSOLIDATION.from(options, table) == Consolidation.KEY) {
      options.error(
          option,
          "The changes to a key of table '"
              + table
              + "' are combined into one record, so preimages cannot be published. Set "
              + SourceOptions.COMMIT_CONSOLIDATION.nameFor(table)
              + "=none, or "
              + SourceOptions.INCLUDE_PREIMAGES.nameFor(table)
              + "=false");
    }
    if (OptionRules.lacksChangeType(options)) {
      options.error(
          option,
          "Only the field "
              + RecordOptions.CHANGE_TYPE_COLUMN
              + " distinguishes a preimage from other rows. Add it to "
              + RecordOptions.METADATA_COLUMNS);
    }
  }

  private void checkSkippedOperations(String table) {
    if (!options.allValid(
        table, List.of(SourceOptions.SKIPPED_OPERATIONS, SourceOptions.INCLUDE_PREIMAGES))) {
      return;
    }
    SkippedOperations skipped = SourceOptions.SKIPPED_OPERATIONS.from(options, table);
    if (skipped.isAll()) {
      options.error(
          ownOrInherited(table, SourceOptions.SKIPPED_OPERATIONS),
          "No change of table '"
              + table
              + "' would be published. If you want a snapshot only, set "
              + SourceOptions.SNAPSHOT_MODE
              + "=initial_only instead");
    } else if (skipped.updates() && SourceOptions.INCLUDE_PREIMAGES.from(options, table)) {
      options.error(
          ownOrInherited(table, SourceOptions.INCLUDE_PREIMAGES),
          "Preimages of table '"
              + table
              + "' cannot be published, because "
              + SourceOptions.SKIPPED_OPERATIONS
              + " skips updates. Remove one of the two options");
    }
  }

  private void checkCatalog(String table) {
    if (options.allValid(table, CatalogOptions.GROUP.options())) {
      TableOptions.PATH
          .findOwn(options, table)
          .map(path -> CatalogConfigParser.problems(options, table, path))
          .ifPresent(problems -> problems.forEach(options::error));
    }
  }

  /** The form of deletes has no effect if no table publishes any. */
  private void checkDeletesArePublished() {
    boolean skipped =
        !options.tableNames().isEmpty()
            && options.tableNames().stream()
                .allMatch(
                    table ->
                        options.allValid(table, List.of(SourceOptions.SKIPPED_OPERATIONS))
                            && SourceOptions.SKIPPED_OPERATIONS.from(options, table).deletes());
    if (skipped) {
      Stream.of(RecordOptions.DELETE_HANDLING.name(), RecordOptions.TOMBSTONES_ON_DELETE.name())
          .filter(options::isSet)
          .forEach(
              option ->
                  options.error(
                      option,
                      "Has no effect, because "
                          + SourceOptions.SKIPPED_OPERATIONS
                          + " skips the deletes of all tables. Remove this option"));
    }
  }

  private String ownOrInherited(String table, Option<?> option) {
    String own = option.nameFor(table);
    return options.isSet(own) ? own : option.name();
  }

  private void checkTopicsDiffer() {
    Map<String, String> publisherOfTopic = new HashMap<>();
    heartbeatTopic().ifPresent(topic -> publisherOfTopic.put(topic, "the heartbeats"));
    transactionTopic(publisherOfTopic)
        .ifPresent(topic -> publisherOfTopic.put(topic, "the markers of commits"));
    notificationTopic(publisherOfTopic)
        .ifPresent(topic -> publisherOfTopic.putIfAbsent(topic, "the notifications"));
    for (String table : options.tableNames()) {
      String option = TableOptions.TOPIC.nameFor(table);
      if (options.isInvalid(ownOrInheritedTopic(table))) {
        continue;
      }
      String topic = parser.topic(table);
      try {
        OptionTypes.topicName().parse(option, topic);
      } catch (ConfigException e) {
        options.error(option, String.valueOf(e.getMessage()));
        continue;
      }
      String other = publisherOfTopic.putIfAbsent(topic, "table '" + table + "'");
      if (other != null) {
        options.error(
            option,
            "The topic '"
                + topic
                + "' already belongs to "
                + other
                + ". Every table needs a topic of its own: set "
                + option
                + " to another one");
      }
    }
  }

  /** Returns the option that decides the topic of a table. */
  private String ownOrInheritedTopic(String table) {
    String own = TableOptions.TOPIC.nameFor(table);
    return options.isSet(own) ? own : TableOptions.TOPIC_PREFIX.name();
  }

  /** Returns the topic of the markers of commits, and checks it; empty if there are none. */
  private Optional<String> transactionTopic(Map<String, String> publisherOfTopic) {
    Optional<String> prefix = TableOptions.TOPIC_PREFIX.find(options);
    Optional<String> last = RecordOptions.TOPIC_TRANSACTION.find(options);
    if (RecordOptions.PROVIDE_TRANSACTION_METADATA.find(options).filter(on -> on).isEmpty()
        || prefix.isEmpty()
        || last.isEmpty()) {
      return Optional.empty();
    }
    String topic = RecordConfig.transactionTopic(prefix.get(), last.get());
    String other = publisherOfTopic.get(topic);
    if (other != null) {
      options.error(
          RecordOptions.TOPIC_TRANSACTION.name(),
          "The topic '" + topic + "' already belongs to " + other + ". Set another name");
    } else if (topic.length() > OptionTypes.TOPIC_MAX_LENGTH) {
      options.error(
          RecordOptions.TOPIC_TRANSACTION.name(),
          "The topic of the markers of commits, '"
              + topic
              + "', would be longer than Kafka's limit of "
              + OptionTypes.TOPIC_MAX_LENGTH
              + " characters. Shorten this name or "
              + TableOptions.TOPIC_PREFIX);
    }
    return Optional.of(topic);
  }

  /** Returns the topic of the notifications, and checks it; empty if there is none. */
  private Optional<String> notificationTopic(Map<String, String> publisherOfTopic) {
    Option<String> option = RecordOptions.NOTIFICATION_TOPIC;
    if (options.isInvalid(option.name())
        || options.isInvalid(RecordOptions.NOTIFICATION_CHANNELS.name())) {
      return Optional.empty();
    }
    Optional<String> topic = option.find(options);
    Optional<Boolean> enabled =
        RecordOptions.NOTIFICATION_CHANNELS
            .find(options)
            .map(channels -> channels.contains(RecordConfig.Notifications.SINK_CHANNEL));
    if (topic.isEmpty()) {
      enabled
          .filter(sink -> sink)
          .ifPresent(
              sink ->
                  options.error(
                      option.name(),
                      "Must be set, because "
                          + RecordOptions.NOTIFICATION_CHANNELS
                          + " contains 'sink'"));
    } else if (!enabled.orElse(true)) {
      options.error(
          option.name(),
          "Has no effect, because "
              + RecordOptions.NOTIFICATION_CHANNELS
              + " does not contain 'sink'. Add it there, or remove this option");
    } else if (publisherOfTopic.containsKey(topic.get())) {
      options.error(
          option.name(),
          "The topic '"
              + topic.get()
              + "' already belongs to "
              + publisherOfTopic.get(topic.get())
              + ". Set another name");
    }
    return topic;
  }

  /** Returns the topic of the heartbeats, and checks it; empty if there are no heartbeats. */
  private Optional<String> heartbeatTopic() {
    if (FlowOptions.HEARTBEAT_INTERVAL_MS.find(options).filter(i -> !i.isZero()).isEmpty()) {
      return Optional.empty();
    }
    Optional<String> heartbeatPrefix = FlowOptions.TOPIC_HEARTBEAT_PREFIX.find(options);
    Optional<String> topicPrefix = TableOptions.TOPIC_PREFIX.find(options);
    if (heartbeatPrefix.isEmpty() || topicPrefix.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> topic =
        Optional.of(RecordConfig.heartbeatTopic(heartbeatPrefix.get(), topicPrefix.get()));
    topic
        .filter(name -> name.length() > OptionTypes.TOPIC_MAX_LENGTH)
        .ifPresent(
            name ->
                options.error(
                    TableOptions.TOPIC_PREFIX.name(),
                    "The topic of the heartbeats, '"
                        + name
                        + "', would be longer than Kafka's limit of "
                        + OptionTypes.TOPIC_MAX_LENGTH
                        + " characters. Shorten the prefix or "
                        + FlowOptions.TOPIC_HEARTBEAT_PREFIX
                        + ", or disable heartbeats with "
                        + FlowOptions.HEARTBEAT_INTERVAL_MS
                        + "=0"));
    return topic;
  }
}
