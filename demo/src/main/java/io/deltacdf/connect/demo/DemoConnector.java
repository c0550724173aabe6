package io.deltacdf.connect.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.config.Secrets;
import io.deltacdf.connect.testing.ConnectRest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The connector of a table, which is created and monitored through Connect's REST interface. */
final class DemoConnector {
  /** Its name, and the first part of the topic's. */
  static final String NAME = "demo";

  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  private final ConnectRest rest;

  DemoConnector(ConnectRest rest) {
    this.rest = rest;
  }

  /**
   * Builds the configuration: a compacted topic, and values whose JSON is readable and can be
   * compared with the table.
   *
   * @param table the table's name
   * @param path its path or URI
   * @param key its key columns
   * @param form the form of the records
   * @param more options over these
   */
  static Map<String, String> config(
      String table, String path, List<String> key, RecordForm form, Map<String, String> more) {
    Map<String, String> config = new LinkedHashMap<>();
    config.put("connector.class", "io.deltacdf.connect.DeltaSourceConnector");
    config.put("tasks.max", "1");
    config.put("topic.prefix", NAME);
    config.put("tables", table);
    config.put("tables." + table + ".path", path);
    config.put("tables." + table + ".key", String.join(",", key));
    config.put("poll.interval.ms", "500");
    config.put("time.precision.mode", "isostring");
    config.put("binary.handling.mode", "base64");
    config.putAll(form.options());
    config.put("topic.creation.default.replication.factor", "1");
    config.put("topic.creation.default.partitions", "1");
    config.put("topic.creation.default.cleanup.policy", "compact");
    config.putAll(more);
    return config;
  }

  /** Returns the configuration without the secrets of a store, for printing. */
  static Map<String, String> shown(Map<String, String> config) {
    Map<String, String> shown = new LinkedHashMap<>(config);
    // In other options, "key" does not mean a secret.
    shown.replaceAll(
        (name, value) -> name.startsWith("hadoop.") ? Secrets.show(name, value) : value);
    return shown;
  }

  static String topic(String table) {
    return NAME + "." + table;
  }

  /**
   * Creates the connector and waits until its task runs.
   *
   * @throws ConnectorFailedException if it fails at once
   */
  void create(Map<String, String> config) {
    rest.create(NAME, config);
    try {
      rest.awaitRunning(NAME, START_TIMEOUT);
    } catch (IllegalStateException e) {
      requireRunning();
      throw e;
    }
  }

  /**
   * Fails if the connector or its task has failed.
   *
   * @throws ConnectorFailedException with what Connect says
   */
  void requireRunning() {
    JsonNode status = rest.status(NAME);
    for (JsonNode trace : status.findValues("trace")) {
      throw new ConnectorFailedException(trace.asText());
    }
  }

  /** Deletes the connector; its topic stays. */
  void delete() {
    rest.delete(NAME);
  }
}
