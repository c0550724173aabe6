package io.deltacdf.connect.containers;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.ConnectRest;
import io.deltacdf.connect.testing.Recipe;
import io.deltacdf.connect.testing.SinkPlugin;
import io.deltacdf.connect.testing.SinkRows;
import io.deltacdf.connect.testing.s3.S3Copy;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * From a table on S3 into a search index and a cache, by the recipes in {@code config}, with
 * stand-ins for the published sinks.
 */
@Timeout(600)
class SinksContainersIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(120);
  private static final String TOPIC = "sinks.orders";

  @TempDir Path dir;

  private final Environment environment = Environment.get();
  private final ConnectRest rest = environment.workers().get(0).rest();

  @AfterEach
  void deleteConnectors() {
    rest.connectors().forEach(rest::delete);
  }

  @Test
  void indexAndCacheEqualTheTable() {
    TestTable orders =
        TestTable.at(dir)
            .schema("order_id long, status string, amount decimal(10,2), at timestamp")
            .changeDataFeed()
            .deletionVectors()
            .create();
    orders.insert(order(1), order(2), order(3), order(4));
    S3Copy copy = new S3Copy(environment.store()::client, orders, "sinks/orders");
    createSource(copy.path());
    createSink("sink-opensearch.json", Map.of("connection.url", "http://search:9200"));
    createSink("sink-redis.json", Map.of("redis.uri", "redis://redis:6379"));
    awaitEqual(orders);

    orders.insert(order(5));
    orders.update(row -> row.get("order_id").equals(1L), set("status", "paid"));
    orders.update(row -> row.get("order_id").equals(2L), set("order_id", 20L));
    orders.delete(row -> row.get("order_id").equals(3L));
    orders.delete(row -> row.get("order_id").equals(4L));
    orders.insert(order(3));
    copy.update();
    awaitEqual(orders);
    orders.overwrite(order(1), order(6));
    copy.update();
    awaitEqual(orders);
  }

  private static Map<String, Object> order(long id) {
    return row(
        "order_id", id, "status", "new", "amount", id + ".50", "at", "2026-01-31T18:00:00.000001Z");
  }

  private void createSource(String path) {
    Recipe recipe = Recipe.read("orders-search-and-cache.json");
    Map<String, String> options = new LinkedHashMap<>(recipe.options());
    options.putAll(S3Container.options());
    options.put("tables.orders.path", path);
    options.put("topic.prefix", "sinks");
    options.put("poll.interval.ms", "200");
    options.put("topic.creation.default.replication.factor", "1");
    rest.create(recipe.name(), options);
  }

  private void createSink(String file, Map<String, String> where) {
    Recipe recipe = Recipe.read(file);
    Map<String, String> options = new LinkedHashMap<>(recipe.options());
    options.put("connector.class", SinkPlugin.standInFor(recipe.option("connector.class")));
    options.put("topics", TOPIC);
    options.replace("errors.deadletterqueue.topic.replication.factor", "1");
    options.putAll(where);
    rest.create(recipe.name(), options);
  }

  private void awaitEqual(TestTable orders) {
    Map<String, JsonNode> rows = SinkRows.asText(orders, row -> row.get("order_id").toString());
    Awaitility.await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () -> {
              assertThat(SinkRows.documents(environment.search().documents(TOPIC)))
                  .as("index")
                  .isEqualTo(rows);
              assertThat(SinkRows.strings(environment.redis(), TOPIC + ":"))
                  .as("cache")
                  .isEqualTo(rows);
            });
  }
}
