package io.deltacdf.connect.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The configuration of a connector under test. The name is also the topic prefix. By default, the
 * connector polls its tables often, and its topics have one partition and are compacted.
 */
public final class ConnectorConfig {
  public static final String CONNECTOR_CLASS = "io.deltacdf.connect.DeltaSourceConnector";

  private final String name;
  private final List<String> tables = new ArrayList<>();
  private final Map<String, String> options = new LinkedHashMap<>();

  private ConnectorConfig(String name) {
    this.name = name;
  }

  /** Creates the configuration of a connector with this name, which no other test may use. */
  public static ConnectorConfig named(String name) {
    return new ConnectorConfig(name)
        .set("name", name)
        .set("connector.class", CONNECTOR_CLASS)
        .set("tasks.max", "1")
        .set("topic.prefix", name)
        .set("poll.interval.ms", "200")
        .set("topic.creation.default.replication.factor", "1")
        .set("topic.creation.default.partitions", "1")
        .set("topic.creation.default.cleanup.policy", "compact");
  }

  /** Adds a table. */
  public ConnectorConfig table(String table, String path, String... key) {
    tables.add(table);
    set("tables", String.join(",", tables));
    set("tables." + table + ".path", path);
    return set("tables." + table + ".key", String.join(",", key));
  }

  public ConnectorConfig set(String option, String value) {
    options.put(option, value);
    return this;
  }

  public String name() {
    return name;
  }

  /** The topic of a table. */
  public String topic(String table) {
    return name + "." + table;
  }

  /** The options as Connect's REST interface takes them. */
  public Map<String, String> options() {
    return new LinkedHashMap<>(options);
  }
}
