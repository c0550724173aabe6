package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static io.deltacdf.connect.testing.tables.Rows.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.ConnectRest;
import io.deltacdf.connect.testing.Recipe;
import io.deltacdf.connect.testing.SinkCluster;
import io.deltacdf.connect.testing.SinkPlugin;
import io.deltacdf.connect.testing.SinkRows;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables are mirrored through topics into a search index and a cache, with the recipes in {@code
 * config}. Substitutes for the published sinks write into them ({@code testing/sinks}).
 */
@Timeout(900)
class SinksIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(240);
  private static final int CUSTENBORDERS_DATABASE = 1;

  @TempDir static Path plugins;
  private static SinkCluster cluster;

  @TempDir Path dir;

  @BeforeAll
  static void start() {
    cluster = new SinkCluster(plugins);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void indexesAndCachesEqualTheTablesEvenAfterARestartOfEverything() {
    TestTable orders =
        TestTable.at(dir.resolve("orders"))
            .schema(
                "order_id long, status string, amount decimal(10,2), ordered_at timestamp,"
                    + " due date, rate double, tags array<string>, place struct<city:string>")
            .changeDataFeed()
            .deletionVectors()
            .create();
    TestTable stock =
        TestTable.at(dir.resolve("stock"))
            .schema("region string, id long, n int")
            .changeDataFeed()
            .create();
    orders.insert(order(1), order(2), order(3), order(4), order(5));
    stock.insert(stock("eu", 1, 10), stock("eu", 2, 20), stock("n|w", 1, 30));

    Map<String, String> source = sourceOf("orders-search-and-cache.json", orders);
    source.put("tables", "orders,stock");
    source.put("tables.stock.path", stock.path());
    source.put("tables.stock.key", "region,id");
    rest().create("lake", source);
    String topics = "lake.orders,lake.stock";
    createSink("sink-elasticsearch.json", "search", Map.of("topics", topics, "tasks.max", "2"));
    // Both write into the same node, but into different indexes.
    createSink(
        "sink-opensearch.json",
        "open",
        Map.of(
            "topics", topics,
            "transforms", "other",
            "transforms.other.type", "org.apache.kafka.connect.transforms.RegexRouter",
            "transforms.other.regex", "(.*)",
            "transforms.other.replacement", "os.$1"));
    createSink("sink-redis.json", "redis", Map.of("topics", topics));
    createSink("sink-redis-custenborder.json", "other", Map.of("topics", topics));
    awaitMirrors(orders, stock);

    orders.insert(order(6));
    orders.update(row -> row.get("order_id").equals(1L), set("status", "paid"));
    orders.update(row -> row.get("order_id").equals(2L), set("order_id", 20L));
    orders.delete(row -> row.get("order_id").equals(3L));
    orders.insert(with(order(3), "status", "back again"));
    stock.update(row -> row.get("region").equals("n|w"), set("id", 7L));
    stock.delete(row -> row.get("id").equals(2L));
    awaitMirrors(orders, stock);

    List<Map<String, Object>> many = new ArrayList<>();
    for (long id = 1000; id < 3000; id++) {
      many.add(order(id));
    }
    orders.insert(many);
    await()
        .atMost(TIMEOUT)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> documents("lake.orders").size() > 100);
    orders.delete(row -> row.get("order_id").equals(3L));
    cluster.kill();
    orders.insert(with(order(3), "status", "and again"));
    orders.addColumns("note string");
    orders.insert(with(order(7), "note", "new"));
    stock.insert(stock("eu", 2, 21));
    cluster.restart();
    orders.overwrite(orders.schema(), overwritten(orders.rows()));
    stock.delete(row -> row.get("region").equals("eu"));
    awaitMirrors(orders, stock);

    for (String connector : rest().connectors()) {
      rest().awaitRunning(connector, TIMEOUT);
    }
    deleteConnectors();
  }

  /** Deletes half of the rows, changes some and inserts one. */
  private static List<Map<String, Object>> overwritten(List<Map<String, Object>> rows) {
    List<Map<String, Object>> kept = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      long id = (Long) row.get("order_id");
      if (id % 2 == 0) {
        kept.add(id % 100 == 0 ? with(row, "status", "overwritten") : row);
      }
    }
    kept.add(with(order(9), "note", "overwritten"));
    return kept;
  }

  private static Map<String, Object> order(long id) {
    return row(
        "order_id",
        id,
        "status",
        id == 4 ? null : "new",
        "amount",
        id % 1000 + ".50",
        "ordered_at",
        "2026-01-31T18:00:00.000001Z",
        "due",
        "2026-02-28",
        "rate",
        0.5,
        "tags",
        List.of("a", "b"),
        "place",
        row("city", "Ulm"));
  }

  private static Map<String, Object> stock(String region, long id, int n) {
    return row("region", region, "id", id, "n", n);
  }

  private static String stockKey(Map<String, Object> row) {
    return ((String) row.get("region")).replace("|", "\\|") + "|" + row.get("id");
  }

  private static Map<String, JsonNode> text(TestTable orders) {
    return SinkRows.asText(orders, row -> row.get("order_id").toString());
  }

  private static void awaitMirrors(TestTable orders, TestTable stock) {
    Map<String, JsonNode> all = new TreeMap<>();
    Map.of("lake.orders", text(orders), "lake.stock", SinkRows.asText(stock, SinksIT::stockKey))
        .forEach(
            (topic, rows) -> {
              all.putAll(rows);
              awaitEqual("Elasticsearch", rows, () -> documents(topic));
              awaitEqual("OpenSearch", rows, () -> documents("os." + topic));
              awaitEqual("Redis", rows, () -> cache(0, topic + ":"));
            });
    // This sink has no keyspaces: both topics share one space of keys.
    awaitEqual("Redis by Custenborder's sink", all, () -> cache(CUSTENBORDERS_DATABASE, ""));
  }

  private static void awaitEqual(
      String where, Map<String, JsonNode> rows, Supplier<Map<String, JsonNode>> actual) {
    await(where)
        .atMost(TIMEOUT)
        .untilAsserted(() -> assertThat(actual.get()).as(where).isEqualTo(rows));
  }

  /**
   * Redis' own sink applies the deletes of a batch before its writes, so that a row that is written
   * and then deleted in one batch stays. The recipe gives it one record at a time.
   */
  @Test
  void aRedisSinkThatDeletesFirstNeedsOneRecordPerPut() {
    TestTable table = table("id long, status string");
    table.insert(row("id", 1, "status", "new"), row("id", 2, "status", "new"));
    table.update(row -> row.get("id").equals(1L), set("status", "paid"));
    table.delete(row -> row.get("id").equals(1L));
    table.delete(row -> row.get("id").equals(2L));
    table.insert(row("id", 2, "status", "again"));
    publishChanges("limit", table);
    Map<String, JsonNode> rows = SinkRows.asText(table, row -> row.get("id").toString());

    createSink("sink-redis.json", "one", Map.of("topics", "limit.t", "redis.keyspace", "one"));
    createSink(
        "sink-redis.json",
        "many",
        Map.of(
            "topics", "limit.t",
            "redis.keyspace", "many",
            "consumer.override.max.poll.records", "500"));
    createSink(
        "sink-redis-custenborder.json", "runs", Map.of("topics", "limit.t", "redis.database", "2"));

    awaitEqual("one record for each put", rows, () -> cache(0, "one:"));
    awaitEqual("in order", rows, () -> cache(2, ""));
    awaitRead("many", 6);
    assertThat(cache(0, "many:").keySet()).containsExactly("1", "2");
    assertThat(rows.keySet()).containsExactly("2");
    deleteConnectors();
  }

  /** A record that is read again, as after a crash, has a version that the index already has. */
  @Test
  void aRepeatedRecordFailsTheOpenSearchSinkUnlessVersionConflictsAreIgnored() {
    TestTable table = table("id long, status string");
    table.insert(row("id", 1, "status", "new"));
    table.update(row -> row.get("id").equals(1L), set("status", "paid"));
    publishChanges("again", table);
    Map<String, JsonNode> rows = SinkRows.asText(table, row -> row.get("id").toString());

    createSink("sink-opensearch.json", "recipe", Map.of("topics", "again.t"));
    awaitEqual("OpenSearch", rows, () -> documents("again.t"));
    createSink(
        "sink-opensearch.json",
        "default",
        Map.of("topics", "again.t", "behavior.on.version.conflict", "fail"));
    assertThat(rest().awaitFailed("default", TIMEOUT)).contains("version conflict");
    rest().stop("recipe");
    rest().awaitState("recipe", "STOPPED", TIMEOUT);
    rest().deleteOffsets("recipe");
    rest().resume("recipe");
    awaitRead("recipe", 2);
    rest().awaitRunning("recipe", TIMEOUT);
    assertThat(SinkRows.documents(cluster.search().client().documents("again.t"))).isEqualTo(rows);
    deleteConnectors();
  }

  @Test
  void anIndexMappedByTheSchemaHasDoublesAndDates() {
    TestTable table = table("id long, amount decimal(10,2), at timestamp, day date");
    table.insert(
        row("id", 1, "amount", "12.50", "at", "2026-01-31T18:00:00.5Z", "day", "2026-01-31"),
        row("id", 2, "amount", "99.90", "at", "2026-01-31T19:00:00Z", "day", "2026-01-31"));
    Map<String, String> source = sourceOf("orders-jdbc.json", table);
    source.put("topic.prefix", "typed");
    rest().create("typed", source);
    createSink(
        "sink-elasticsearch.json",
        "mapped",
        Map.of(
            "topics", "typed.orders",
            "schema.ignore", "false",
            "key.converter", "org.apache.kafka.connect.json.JsonConverter",
            "value.converter.schemas.enable", "true"));

    Function<Map<String, Object>, String> key = row -> row.get("id").toString();
    awaitEqual("Elasticsearch", SinkRows.inMillis(table, key), () -> documents("typed.orders"));
    table.delete(row -> row.get("id").equals(2L));
    awaitEqual("Elasticsearch", SinkRows.inMillis(table, key), () -> documents("typed.orders"));
    assertThat(found("typed.orders", "amount", "12.4")).isOne();
    assertThat(found("typed.orders", "at", "\"2026-01-31T18:00:00.4Z\"")).isOne();
    assertThat(found("typed.orders", "at", "\"2026-01-31T18:00:00.6Z\"")).isZero();
    // Connect's dates are days, which a date field interprets as milliseconds.
    assertThat(found("typed.orders", "day", "\"1970-01-02\"")).isZero();
    deleteConnectors();
  }

  /** Returns how many documents have a field above a value. */
  private static int found(String index, String field, String value) {
    String query = "{\"query\":{\"range\":{\"" + field + "\":{\"gt\":" + value + "}}}}";
    return cluster.search().client().search(index, query).at("/hits/total/value").asInt();
  }

  private TestTable table(String schema) {
    return TestTable.at(dir).schema(schema).changeDataFeed().create();
  }

  /** Publishes every version of a table into the only partition of the topic {@code <name>.t}. */
  private static void publishChanges(String name, TestTable table) {
    Map<String, String> source = sourceOf("orders-search-and-cache.json", table);
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

  private static Map<String, String> sourceOf(String recipe, TestTable orders) {
    Map<String, String> options = Recipe.read(recipe).options();
    options.put("tables.orders.path", orders.path());
    options.put("tables.orders.key", orders.schema().fieldNames().get(0));
    options.put("poll.interval.ms", "200");
    options.put("topic.creation.default.replication.factor", "1");
    return options;
  }

  private static void createSink(String recipe, String name, Map<String, String> more) {
    Map<String, String> options = Recipe.read(recipe).options();
    options.put("connector.class", SinkPlugin.standInFor(options.get("connector.class")));
    options.replaceAll(
        (option, value) ->
            switch (option) {
              case "connection.url" -> cluster.search().url();
              case "redis.uri" -> "redis://127.0.0.1:" + cluster.redis().port();
              case "redis.hosts" -> "127.0.0.1:" + cluster.redis().port();
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
  private static void awaitRead(String sink, int records) {
    await()
        .atMost(TIMEOUT)
        .until(() -> rest().offsets(sink).at("/offsets/0/offset/kafka_offset").asInt() == records);
  }

  private static void deleteConnectors() {
    rest().connectors().forEach(rest()::delete);
  }

  private static Map<String, JsonNode> documents(String index) {
    return SinkRows.documents(cluster.search().client().documents(index));
  }

  private static Map<String, JsonNode> cache(int database, String prefix) {
    Map<String, String> strings = cluster.redis().strings(database);
    strings.keySet().removeIf(key -> key.contains(".offset."));
    return SinkRows.strings(strings, prefix);
  }

  private static ConnectRest rest() {
    return cluster.worker().rest();
  }
}
