package io.deltacdf.connect.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.tables.TestTable;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Publishes tables with the recipes in {@code config} into sinks, which are stand-ins for the
 * published ones. All test classes of a JVM share the processes, which start on first use. A test
 * may kill them if it restarts them.
 */
public final class SinkRuns {
  public static final Duration TIMEOUT = Duration.ofSeconds(240);

  private final SinkCluster cluster;

  private SinkRuns(SinkCluster cluster) {
    this.cluster = cluster;
  }

  /** Returns the only instance; its processes end with the JVM. */
  public static SinkRuns shared() {
    return Shared.INSTANCE;
  }

  private static final class Shared {
    static final SinkRuns INSTANCE =
        new SinkRuns(new SinkCluster(ProjectDirectory.newWorkDirectory("sinks-plugins")));
  }

  public SinkCluster cluster() {
    return cluster;
  }

  public void awaitEqual(
      String where, Map<String, JsonNode> rows, Supplier<Map<String, JsonNode>> actual) {
    await(where)
        .atMost(TIMEOUT)
        .untilAsserted(() -> assertThat(actual.get()).as(where).isEqualTo(rows));
  }

  /** Returns how many documents have a field above a value. */
  public int found(String index, String field, String value) {
    String query = "{\"query\":{\"range\":{\"" + field + "\":{\"gt\":" + value + "}}}}";
    return cluster.search().client().search(index, query).at("/hits/total/value").asInt();
  }

  /** Publishes every version of a table into the only partition of the topic {@code <name>.t}. */
  public void publishChanges(String name, TestTable table) {
    publishChanges(name, table, Map.of());
  }

  public void publishChanges(String name, TestTable table, Map<String, String> more) {
    Map<String, String> source = sourceOf("orders-search-and-cache.json", table);
    source.putAll(more);
    source.put("topic.prefix", name);
    source.put("tables.orders.topic", name + ".t");
    source.put("start.version", "0");
    source.put("topic.creation.default.partitions", "1");
    rest().create(name, source);
    await()
        .atMost(TIMEOUT)
        .until(
            () -> rest().offsets(name).findValuesAsText("version").contains("" + table.version()));
  }

  public Map<String, String> sourceOf(String recipe, TestTable orders) {
    Map<String, String> options = Recipe.read(recipe).options();
    options.put("tables.orders.path", orders.path());
    options.put("tables.orders.key", orders.schema().fieldNames().get(0));
    options.put("poll.interval.ms", "200");
    options.put("topic.creation.default.replication.factor", "1");
    return options;
  }

  public void createSink(String recipe, String name, Map<String, String> more) {
    Map<String, String> options = Recipe.read(recipe).options();
    options.put("connector.class", SinkPlugin.standInFor(options.get("connector.class")));
    options.replaceAll(
        (option, value) ->
            switch (option) {
              case "connection.url" -> cluster.search().url();
              case "redis.uri" -> "redis://127.0.0.1:" + cluster.redis().port();
              case "redis.hosts" -> "127.0.0.1:" + cluster.redis().port();
              case "errors.deadletterqueue.topic.replication.factor" -> "1";
              default -> value;
            });
    options.put("consumer.override.metadata.max.age.ms", "1000");
    // The group must soon notice that a killed consumer is gone.
    options.put("consumer.override.session.timeout.ms", "6000");
    options.put("consumer.override.heartbeat.interval.ms", "2000");
    options.putAll(more);
    rest().create(name, options);
    rest().awaitRunning(name, TIMEOUT);
  }

  /** Waits until a sink has committed the offset after the last record of the only partition. */
  public void awaitRead(String sink, int records) {
    await()
        .atMost(TIMEOUT)
        .until(() -> rest().offsets(sink).at("/offsets/0/offset/kafka_offset").asInt() == records);
  }

  public void deleteConnectors() {
    rest().connectors().forEach(rest()::delete);
  }

  public Map<String, JsonNode> documents(String index) {
    return SinkRows.documents(cluster.search().client().documents(index));
  }

  public Map<String, JsonNode> cache(int database, String prefix) {
    Map<String, String> strings = cluster.redis().strings(database);
    strings.keySet().removeIf(key -> key.contains(".offset."));
    return SinkRows.strings(strings, prefix);
  }

  public ConnectRest rest() {
    return cluster.worker().rest();
  }

  public void readAgain(String sink) {
    rest().stop(sink);
    rest().awaitState(sink, "STOPPED", TIMEOUT);
    rest().deleteOffsets(sink);
    rest().resume(sink);
  }
}
