package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static io.deltacdf.connect.testing.tables.Rows.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.SinkRows;
import io.deltacdf.connect.testing.SinkRuns;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
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

  @TempDir Path dir;

  private final SinkRuns sinks = SinkRuns.shared();

  @AfterEach
  void deleteConnectors() {
    sinks.deleteConnectors();
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

    Map<String, String> source = sinks.sourceOf("orders-search-and-cache.json", orders);
    source.put("tables", "orders,stock");
    source.put("tables.stock.path", stock.path());
    source.put("tables.stock.key", "region,id");
    sinks.rest().create("lake", source);
    String topics = "lake.orders,lake.stock";
    sinks.createSink(
        "sink-elasticsearch.json", "search", Map.of("topics", topics, "tasks.max", "2"));
    // Both write into the same node, but into different indexes.
    sinks.createSink(
        "sink-opensearch.json",
        "open",
        Map.of(
            "topics", topics,
            "transforms", "other",
            "transforms.other.type", "org.apache.kafka.connect.transforms.RegexRouter",
            "transforms.other.regex", "(.*)",
            "transforms.other.replacement", "os.$1"));
    sinks.createSink("sink-redis.json", "redis", Map.of("topics", topics));
    sinks.createSink("sink-redis-custenborder.json", "other", Map.of("topics", topics));
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
        .until(() -> sinks.documents("lake.orders").size() > 100);
    orders.delete(row -> row.get("order_id").equals(3L));
    sinks.cluster().kill();
    orders.insert(with(order(3), "status", "and again"));
    orders.addColumns("note string");
    orders.insert(with(order(7), "note", "new"));
    stock.insert(stock("eu", 2, 21));
    sinks.cluster().restart();
    orders.overwrite(orders.schema(), overwritten(orders.rows()));
    stock.delete(row -> row.get("region").equals("eu"));
    awaitMirrors(orders, stock);

    for (String connector : sinks.rest().connectors()) {
      sinks.rest().awaitRunning(connector, TIMEOUT);
    }
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

  private void awaitMirrors(TestTable orders, TestTable stock) {
    Map<String, JsonNode> all = new TreeMap<>();
    Map.of("lake.orders", text(orders), "lake.stock", SinkRows.asText(stock, SinksIT::stockKey))
        .forEach(
            (topic, rows) -> {
              all.putAll(rows);
              sinks.awaitEqual("Elasticsearch", rows, () -> sinks.documents(topic));
              sinks.awaitEqual("OpenSearch", rows, () -> sinks.documents("os." + topic));
              sinks.awaitEqual("Redis", rows, () -> sinks.cache(0, topic + ":"));
            });
    // This sink has no keyspaces: both topics share one space of keys.
    sinks.awaitEqual(
        "Redis by Custenborder's sink", all, () -> sinks.cache(CUSTENBORDERS_DATABASE, ""));
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
    sinks.publishChanges("limit", table);
    Map<String, JsonNode> rows = SinkRows.asText(table, row -> row.get("id").toString());

    sinks.createSink(
        "sink-redis.json", "one", Map.of("topics", "limit.t", "redis.keyspace", "one"));
    sinks.createSink(
        "sink-redis.json",
        "many",
        Map.of(
            "topics", "limit.t",
            "redis.keyspace", "many",
            "consumer.override.max.poll.records", "500"));
    sinks.createSink(
        "sink-redis-custenborder.json", "runs", Map.of("topics", "limit.t", "redis.database", "2"));

    sinks.awaitEqual("one record for each put", rows, () -> sinks.cache(0, "one:"));
    sinks.awaitEqual("in order", rows, () -> sinks.cache(2, ""));
    sinks.awaitRead("many", 6);
    assertThat(sinks.cache(0, "many:").keySet()).containsExactly("1", "2");
    assertThat(rows.keySet()).containsExactly("2");
  }

  /** A record that is read again, as after a crash, has a version that the index already has. */
  @Test
  void aRepeatedRecordFailsTheOpenSearchSinkUnlessVersionConflictsAreIgnored() {
    TestTable table = table("id long, status string");
    table.insert(row("id", 1, "status", "new"));
    table.update(row -> row.get("id").equals(1L), set("status", "paid"));
    sinks.publishChanges("again", table);
    Map<String, JsonNode> rows = SinkRows.asText(table, row -> row.get("id").toString());

    sinks.createSink("sink-opensearch.json", "recipe", Map.of("topics", "again.t"));
    sinks.awaitEqual("OpenSearch", rows, () -> sinks.documents("again.t"));
    sinks.createSink(
        "sink-opensearch.json",
        "default",
        Map.of("topics", "again.t", "behavior.on.version.conflict", "fail"));
    assertThat(sinks.rest().awaitFailed("default", TIMEOUT)).contains("version conflict");
    sinks.readAgain("recipe");
    sinks.awaitRead("recipe", 2);
    sinks.rest().awaitRunning("recipe", TIMEOUT);
    assertThat(SinkRows.documents(sinks.cluster().search().client().documents("again.t")))
        .isEqualTo(rows);
  }

  @Test
  void anIndexMappedByTheSchemaHasDoublesAndDates() {
    TestTable table = table("id long, amount decimal(10,2), at timestamp, day date");
    table.insert(
        row("id", 1, "amount", "12.50", "at", "2026-01-31T18:00:00.5Z", "day", "2026-01-31"),
        row("id", 2, "amount", "99.90", "at", "2026-01-31T19:00:00Z", "day", "2026-01-31"));
    Map<String, String> source = sinks.sourceOf("orders-jdbc.json", table);
    source.put("topic.prefix", "typed");
    for (String side : List.of("key.converter", "value.converter")) {
      source.put(side, "org.apache.kafka.connect.json.JsonConverter");
      source.put(side + ".schemas.enable", "true");
    }
    sinks.rest().create("typed", source);
    sinks.createSink(
        "sink-elasticsearch.json",
        "mapped",
        Map.of(
            "topics", "typed.orders",
            "schema.ignore", "false",
            "key.converter", "org.apache.kafka.connect.json.JsonConverter",
            "value.converter.schemas.enable", "true"));

    Function<Map<String, Object>, String> key = row -> row.get("id").toString();
    sinks.awaitEqual(
        "Elasticsearch", SinkRows.inMillis(table, key), () -> sinks.documents("typed.orders"));
    table.delete(row -> row.get("id").equals(2L));
    sinks.awaitEqual(
        "Elasticsearch", SinkRows.inMillis(table, key), () -> sinks.documents("typed.orders"));
    assertThat(sinks.found("typed.orders", "amount", "12.4")).isOne();
    assertThat(sinks.found("typed.orders", "at", "\"2026-01-31T18:00:00.4Z\"")).isOne();
    assertThat(sinks.found("typed.orders", "at", "\"2026-01-31T18:00:00.6Z\"")).isZero();
    // Connect's dates are days, which a date field interprets as milliseconds.
    assertThat(sinks.found("typed.orders", "day", "\"1970-01-02\"")).isZero();
  }

  private TestTable table(String schema) {
    return TestTable.at(dir).schema(schema).changeDataFeed().create();
  }
}
