package io.deltacdf.bench.connect;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Options of a connector run, from the command line of bin/connector.sh.
 *
 * @param repeat passes in one worker; the first is the cold one
 * @param commits how many of the last commits each pass publishes, in a table whose commits are all
 *     alike; if empty, each pass publishes all changes
 * @param hold whether to follow the table after the last pass until standard input is closed
 * @param source {@code delta}, or {@code ready} for records that are ready in memory
 * @param label what the results of this run are called besides its options; may be empty
 * @param transactions {@code transaction.boundary}, or {@code none} without exactly-once support
 * @param topicSettings options of the topic
 * @param settings options of the connector that replace or add to the benchmark's
 */
record RunOptions(
    Path table,
    String bootstrap,
    Path plugins,
    Path log,
    int repeat,
    List<Integer> commits,
    boolean hold,
    String source,
    String label,
    String heap,
    String producer,
    String converter,
    boolean distributed,
    String transactions,
    List<String> jvmOptions,
    Map<String, String> topicSettings,
    Map<String, String> settings) {

  private static final Map<String, String> TUNED =
      Map.of(
          "batch.size", "65536",
          "buffer.memory", "16777216",
          "linger.ms", "20",
          "compression.type", "lz4",
          "max.in.flight.requests.per.connection", "5",
          "enable.idempotence", "true");

  static RunOptions parse(String[] args) {
    Map<String, String> named = new LinkedHashMap<>();
    Map<String, String> settings = new LinkedHashMap<>();
    Map<String, String> topicSettings = new LinkedHashMap<>();
    List<String> jvmOptions = new ArrayList<>();
    boolean hold = false;
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("--hold")) {
        hold = true;
        continue;
      }
      if (!args[i].startsWith("--") || i + 1 == args.length) {
        throw new IllegalArgumentException("expected --option value at " + args[i]);
      }
      String option = args[i++];
      String value = args[i];
      switch (option) {
        case "--set" -> settings.put(value.split("=", 2)[0], value.split("=", 2)[1]);
        case "--topic" -> topicSettings.put(value.split("=", 2)[0], value.split("=", 2)[1]);
        case "--jvm" -> jvmOptions.add(value);
        default -> named.put(option.substring(2), value);
      }
    }
    List<Integer> commits =
        Arrays.stream(orElse(named.remove("commits"), "").split(","))
            .filter(number -> !number.isEmpty())
            .map(Integer::valueOf)
            .toList();
    RunOptions options =
        new RunOptions(
            Path.of(named.remove("table")),
            named.remove("bootstrap"),
            Path.of(named.remove("plugins")),
            Path.of(named.remove("log")),
            number(named.remove("repeat"), Math.max(1, commits.size())),
            commits,
            hold,
            orElse(named.remove("source"), "delta"),
            orElse(named.remove("label"), ""),
            named.remove("heap"),
            orElse(named.remove("producer"), "tuned"),
            orElse(named.remove("converter"), "avro"),
            !"standalone".equals(named.remove("worker")),
            orElse(named.remove("transactions"), "none"),
            jvmOptions,
            topicSettings,
            settings);
    if (!named.isEmpty()) {
      throw new IllegalArgumentException("unknown options " + named.keySet());
    }
    return options;
  }

  String name() {
    String name = (isReady() ? "ready-" : "connector-") + converter + "-" + producer;
    name = exactlyOnce() ? name + "-" + transactions : name;
    return label.isEmpty() ? name : name + "-" + label;
  }

  /** Whether the records are ready in memory instead of being read from a table. */
  private boolean isReady() {
    return switch (source) {
      case "delta" -> false;
      case "ready" -> true;
      default -> throw new IllegalArgumentException("no such source: " + source);
    };
  }

  boolean exactlyOnce() {
    return !transactions.equals("none");
  }

  /** A short name, or any converter's class. */
  String converterClass() {
    return switch (converter) {
      case "avro" -> PlainAvroConverter.class.getName();
      case "delta" -> "io.deltacdf.connect.avro.DeltaAvroConverter";
      case "json" -> "org.apache.kafka.connect.json.JsonConverter";
      default -> converter;
    };
  }

  /**
   * The configuration of a connector that publishes all changes to {@code <prefix>.t1}.
   *
   * @param records the number of these changes
   * @param firstVersion the first version to publish
   */
  Map<String, String> connectorConfig(String prefix, long records, long firstVersion) {
    Map<String, String> config = new LinkedHashMap<>();
    config.put("tasks.max", "1");
    if (isReady()) {
      config.put("connector.class", ReadyRecordsConnector.class.getName());
      config.put(ReadyRecordsConnector.TOPIC, prefix + ".t1");
      config.put(ReadyRecordsConnector.RECORDS, Long.toString(records));
    } else {
      putTable(config, prefix, firstVersion);
    }
    switch (producer) {
      case "tuned" -> TUNED.forEach((key, value) -> config.put("producer.override." + key, value));
      case "default" -> {
        // as Connect sets producers up
      }
      default -> throw new IllegalArgumentException("no such producer: " + producer);
    }
    if (converter.equals("delta")) {
      config.put("header.converter", "io.deltacdf.connect.header.DeltaHeaderConverter");
    }
    if (exactlyOnce()) {
      config.put("exactly.once.support", "required");
      config.put("transaction.boundary", transactions);
    }
    config.putAll(settings);
    return config;
  }

  private void putTable(Map<String, String> config, String prefix, long firstVersion) {
    config.put("connector.class", "io.deltacdf.connect.DeltaSourceConnector");
    config.put("topic.prefix", prefix);
    config.put("tables", "t1");
    config.put("tables.t1.path", table.toString());
    config.put("tables.t1.key", "id");
    config.put("tables.t1.start.version", Long.toString(firstVersion));
    config.put("poll.interval.ms", "500");
    config.put("record.format", "row");
  }

  private static int number(String value, int orElse) {
    return value == null ? orElse : Integer.parseInt(value);
  }

  private static String orElse(String value, String orElse) {
    return value == null ? orElse : value;
  }
}
