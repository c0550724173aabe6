package io.deltacdf.connect.source;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.TableConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Options of readers in tests, as a connector's configuration would give them. */
final class Options {
  private Options() {}

  /**
   * The table {@code orders} with key {@code id}.
   *
   * @param options names and values of the table's own options, in turn
   */
  static TableConfig orders(String... options) {
    return table("orders", options);
  }

  static TableConfig table(String name, String... options) {
    Map<String, String> props = new HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      props.put("tables." + name + "." + options[i], options[i + 1]);
    }
    return config(name, props).tables().get(0);
  }

  static RecordConfig records() {
    return config("orders", Map.of()).records();
  }

  private static DeltaSourceConfig config(String table, Map<String, String> more) {
    Map<String, String> props = new HashMap<>();
    props.put("topic.prefix", "delta");
    props.put("tables", table);
    props.put("tables." + table + ".path", "/tables/" + table);
    props.put("tables." + table + ".key", "id");
    props.putAll(more);
    return new DeltaSourceConfig(props);
  }

  /** Fast polls, 3 retries of 1 ms and more, batches of 5 records, no heartbeats. */
  static FlowConfig flow(int readerThreads, long maxQueueBytes) {
    return new FlowConfig(
        Duration.ofMillis(20),
        Duration.ofMillis(2),
        5,
        maxQueueBytes,
        readerThreads,
        Duration.ZERO,
        3,
        Duration.ofMillis(1),
        Duration.ofMillis(4));
  }
}
