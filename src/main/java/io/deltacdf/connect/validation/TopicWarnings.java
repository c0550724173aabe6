package io.deltacdf.connect.validation;

import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.RecordOptions;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.TopicCreation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Warns of topics that do not suit their tables, as far as {@code topic.creation.*} says how
 * Connect creates them. Connect gives a source connector no access to Kafka, so the topics that
 * exist are not looked at.
 */
public final class TopicWarnings {
  private static final int MAX_LISTED = 10;

  /** Where a problem names the topics. */
  private static final String TOPICS = "{topics}";

  private TopicWarnings() {}

  /** Returns a message for each group of topics with a problem. */
  public static List<String> of(DeltaSourceConfig config) {
    return of(config, config.tables());
  }

  /** Returns a message for each group of topics of these tables with a problem. */
  public static List<String> of(DeltaSourceConfig config, List<TableConfig> publishedTables) {
    TopicCreation creation = config.topicCreation();
    Map<String, List<TableConfig>> tables = new LinkedHashMap<>();
    for (TableConfig table : publishedTables) {
      creation
          .groupOf(table.topic())
          .map(group -> problem(table, group))
          .filter(problem -> !problem.isEmpty())
          .ifPresent(problem -> tables.computeIfAbsent(problem, p -> new ArrayList<>()).add(table));
    }
    List<String> messages = new ArrayList<>();
    config
        .records()
        .transactionTopic()
        .ifPresent(
            topic ->
                creation
                    .groupOf(topic)
                    .ifPresent(group -> messages.addAll(problemsOfMarkers(topic, group))));
    tables.forEach((problem, of) -> messages.add(problem.replace(TOPICS, list(of)) + check(of)));
    return messages;
  }

  /** Compaction would remove the BEGIN of a commit, and keep the END of each one for ever. */
  private static List<String> problemsOfMarkers(String topic, TopicCreation.Group group) {
    List<String> problems = new ArrayList<>();
    String ownGroup =
        " Add a group of its own for this topic to 'topic.creation.groups', with 'partitions=1' and"
            + " 'cleanup.policy=delete'.";
    if (group.policies().contains("compact")) {
      problems.add(
          "'%s' has 'compact' for '%s', the topic of the markers of commits (%s)."
                  .formatted(
                      group.option("cleanup.policy"),
                      topic,
                      RecordOptions.PROVIDE_TRANSACTION_METADATA)
              + " Compaction removes the BEGIN of a commit, and the END of every commit stays for"
              + " ever."
              + ownGroup);
    }
    if (group.partitions().orElse(1) != 1) {
      problems.add(
          "'%s=%d' applies to '%s', the topic of the markers of commits (%s). Only in one partition"
                  .formatted(
                      group.option("partitions"),
                      group.partitions().getAsInt(),
                      topic,
                      RecordOptions.PROVIDE_TRANSACTION_METADATA)
              + " are they in the order of the commits."
              + ownGroup);
    }
    return problems;
  }

  private static String check(List<TableConfig> tables) {
    return " A topic that exists already keeps its settings: see 'kafka-configs.sh --describe"
        + " --entity-type topics --entity-name "
        + tables.get(0).topic()
        + "'.";
  }

  /** Returns a message that names the topics by {@link #TOPICS}; empty if there is no problem. */
  private static String problem(TableConfig table, TopicCreation.Group group) {
    String option = group.option("cleanup.policy");
    String policy = group.policies().stream().sorted().collect(Collectors.joining(","));
    boolean compacted = group.policies().contains("compact");
    if (table.key().isEmpty()) {
      return compacted
          ? "'%s=%s' applies to topics of tables without a key: %s. Kafka rejects records without a"
                  .formatted(option, policy, TOPICS)
              + " key in a compacted topic, and the task would fail. Set another policy for these"
              + " topics."
          : "";
    }
    if (table.consolidation() != Consolidation.KEY || (compacted && !group.deletes())) {
      return "";
    }
    return (policy.isEmpty()
            ? "'%s' is not set, so Connect would create these topics with the broker's default,"
                    .formatted(option)
                + " which is to delete records after seven days"
            : "'%s=%s' applies to these topics, so their records are deleted after a time"
                .formatted(option, policy))
        + ": "
        + TOPICS
        + ". They would then lack rows that their tables still have. Set '"
        + option
        + "=compact'.";
  }

  private static String list(List<TableConfig> tables) {
    String first =
        tables.stream()
            .limit(MAX_LISTED)
            .map(table -> "'" + table.topic() + "'")
            .collect(Collectors.joining(", "));
    return tables.size() <= MAX_LISTED
        ? first
        : first + " and " + (tables.size() - MAX_LISTED) + " more";
  }
}
