package io.deltacdf.connect.config;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The options that Kafka Connect itself reads from the configuration of a source connector. Its
 * {@code ConnectorConfig} and {@code SourceConnectorConfig} define them.
 */
final class ConnectOptions {
  static final String TRANSACTION_BOUNDARY = "transaction.boundary";
  static final String TRANSACTION_TIMEOUT = "producer.override.transaction.timeout.ms";

  private static final Set<String> NAMES =
      Set.of(
          "name",
          "connector.class",
          "connector.plugin.version",
          "tasks.max",
          "tasks.max.enforce",
          "key.converter",
          "value.converter",
          "header.converter",
          "transforms",
          "predicates",
          "config.action.reload",
          "exactly.once.support",
          TRANSACTION_BOUNDARY,
          "transaction.boundary.interval.ms",
          "offsets.storage.topic");

  private static final List<String> PREFIXES =
      List.of(
          "key.converter.",
          "value.converter.",
          "header.converter.",
          "transforms.",
          "predicates.",
          "errors.",
          "topic.creation.",
          "producer.override.",
          "consumer.override.",
          "admin.override.",
          "config.providers");

  private ConnectOptions() {}

  /** Whether {@code transaction.boundary} is {@code connector}, as Connect reads it. */
  static boolean definesTransactions(Map<String, String> options) {
    return options.getOrDefault(TRANSACTION_BOUNDARY, "").trim().equalsIgnoreCase("connector");
  }

  static boolean contains(String option) {
    return NAMES.contains(option) || PREFIXES.stream().anyMatch(option::startsWith);
  }
}
