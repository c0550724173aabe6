package io.deltacdf.connect.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.DeltaSourceConnector;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.TableOptions;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a worker says of a connector.
 *
 * @param name the connector's name
 * @param state its state, such as {@code RUNNING} or {@code STOPPED}
 * @param trace the stack trace if the connector itself has failed
 * @param config its configuration, in which references to config providers are not resolved
 * @param tasks its tasks
 * @param offsets the stored offsets by table, as they are stored
 */
record ConnectorStatus(
    String name,
    String state,
    Optional<String> trace,
    Map<String, String> config,
    List<Task> tasks,
    Map<String, Map<String, Object>> offsets) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Leaves out the configuration, which may contain secrets. */
  @Override
  public String toString() {
    return name + ": " + state + " " + tasks;
  }

  /**
   * A task.
   *
   * @param tables the names of its tables
   * @param trace the stack trace if the task has failed
   */
  record Task(int number, String state, List<String> tables, Optional<String> trace) {}

  /** Reads a connector; empty if there is none of this name, or if it is of another class. */
  static Optional<ConnectorStatus> read(WorkerClient worker, String name)
      throws InterruptedException {
    Map<String, String> config = new LinkedHashMap<>();
    worker
        .get("connectors", name, "config")
        .ifPresent(
            json ->
                json.properties().forEach(it -> config.put(it.getKey(), it.getValue().asText())));
    if (!isThisConnector(config.getOrDefault("connector.class", ""))) {
      return Optional.empty();
    }
    Optional<JsonNode> status = worker.get("connectors", name, "status");
    if (status.isEmpty()) {
      return Optional.empty();
    }
    JsonNode connector = status.get().path("connector");
    Optional<JsonNode> taskConfigs = worker.get("connectors", name, "tasks");
    return Optional.of(
        new ConnectorStatus(
            name,
            connector.path("state").asText(),
            text(connector.path("trace")),
            withDiscovered(config, taskConfigs),
            tasks(status.get(), taskConfigs),
            offsets(worker.get("connectors", name, "offsets"))));
  }

  /** Adds the tables that are discovered, which only the tasks have, to those that are listed. */
  private static Map<String, String> withDiscovered(
      Map<String, String> config, Optional<JsonNode> taskConfigs) {
    if (!DiscoveryConfig.isIn(config)) {
      return config;
    }
    Map<String, String> all = new LinkedHashMap<>(config);
    Set<String> tables = new LinkedHashSet<>(DeltaSourceConfig.tableNames(config));
    for (JsonNode task : taskConfigs.orElse(JSON.createArrayNode())) {
      JsonNode options = task.path("config");
      tables.addAll(Arrays.asList(options.path("task.tables").asText().split(",")));
      for (Map.Entry<String, JsonNode> option : options.properties()) {
        if (Option.tableOf(option.getKey()).isPresent()) {
          all.putIfAbsent(option.getKey(), option.getValue().asText());
        }
      }
    }
    all.put(TableOptions.TABLES.name(), String.join(",", tables));
    return all;
  }

  private static boolean isThisConnector(String type) {
    return type.equals(DeltaSourceConnector.class.getName())
        || type.equals("DeltaSourceConnector")
        || type.equals("DeltaSource");
  }

  private static List<Task> tasks(JsonNode status, Optional<JsonNode> configs) {
    Map<Integer, List<String>> tables = new LinkedHashMap<>();
    for (JsonNode task : configs.orElse(JSON.createArrayNode())) {
      String names = task.path("config").path("task.tables").asText();
      tables.put(task.path("id").path("task").asInt(), Arrays.asList(names.split(",")));
    }
    List<Task> tasks = new ArrayList<>();
    for (JsonNode task : status.path("tasks")) {
      int number = task.path("id").asInt();
      tasks.add(
          new Task(
              number,
              task.path("state").asText(),
              tables.getOrDefault(number, List.of()),
              text(task.path("trace"))));
    }
    return tasks;
  }

  private static Map<String, Map<String, Object>> offsets(Optional<JsonNode> answer) {
    Map<String, Map<String, Object>> offsets = new LinkedHashMap<>();
    for (JsonNode entry : answer.map(json -> json.path("offsets")).orElse(JSON.createArrayNode())) {
      Map<String, Object> partition = map(entry.path("partition"));
      if (entry.path("offset").isObject()) {
        SourceOffsetCodec.tableOf(partition)
            .ifPresent(table -> offsets.put(table, map(entry.path("offset"))));
      }
    }
    return offsets;
  }

  @SuppressWarnings("unchecked") // a JSON object
  private static Map<String, Object> map(JsonNode object) {
    return JSON.convertValue(object, Map.class);
  }

  private static Optional<String> text(JsonNode node) {
    return node.isTextual() ? Optional.of(node.textValue()) : Optional.empty();
  }

  /** Returns the task that publishes a table, if it is assigned to one. */
  Optional<Task> taskOf(String table) {
    return tasks.stream().filter(task -> task.tables().contains(table)).findFirst();
  }
}
