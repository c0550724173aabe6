package io.deltacdf.connect.source;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.TableFailurePolicy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/** Options of readers in tests, parsed from a connector's configuration. */
final class Options {
  private Options() {}

  /**
   * Returns the options of the table {@code orders} with the key {@code id}.
   *
   * @param options alternating names and values of the table's own options
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

  static RecordConfig records(String... options) {
    Map<String, String> props = new HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      props.put(options[i], options[i + 1]);
    }
    return config("orders", props).records();
  }

  /**
   * Returns the options of a task with their defaults.
   *
   * @param options alternating names and values of other options
   */
  static FlowConfig usualFlow(String... options) {
    Map<String, String> props = new HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      props.put(options[i], options[i + 1]);
    }
    return config("orders", props).flow();
  }

  private static DeltaSourceConfig config(String table, Map<String, String> more) {
    Map<String, String> props = new HashMap<>();
    props.put("topic.prefix", "delta");
    props.put("tables", table);
    props.put("tables." + table + ".path", "/tables/" + table);
    props.put("tables." + table + ".key", "id");
    // Files that tests delete do not come back.
    props.put("replication.grace.ms", "0");
    props.putAll(more);
    return new DeltaSourceConfig(props);
  }

  /** Returns options with fast polls, 3 fast retries, batches of 5 records and no heartbeats. */
  static FlowConfig flow(int readerThreads, long maxQueueBytes) {
    return flow(readerThreads, maxQueueBytes, Long.MAX_VALUE);
  }

  static FlowConfig flow(int readerThreads, long maxQueueBytes, long readerMemoryMaxBytes) {
    return new FlowConfig(
        Duration.ofMillis(20),
        Duration.ofMillis(2),
        5,
        maxQueueBytes,
        readerThreads,
        readerMemoryMaxBytes,
        Duration.ZERO,
        50_000,
        Duration.ofSeconds(20),
        TableFailurePolicy.FAIL,
        OptionalInt.of(3),
        Duration.ofMillis(1),
        Duration.ofMillis(4),
        Duration.ZERO,
        Duration.ZERO);
  }
}
