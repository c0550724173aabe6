package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.ConnectVersion;
import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.Mirror;
import io.deltacdf.connect.testing.PluginArchive;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same archive passes the main scenario on the oldest and on the latest Connect version. */
@Timeout(300)
class ConnectVersionsIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final String ORDERS = "{\"table\":\"orders\"}";

  @TempDir Path dir;

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @EnumSource
  void theMainScenario(ConnectVersion version) {
    MainScenario scenario = new MainScenario(dir);
    ConnectorConfig config =
        ConnectorConfig.named("on-" + version)
            .table("orders", scenario.orders().path(), "id")
            .table("articles", scenario.articles().path(), "place", "article")
            .set("tasks.max", "2")
            .set("exactly.once.support", "required")
            .set("transaction.boundary", "connector")
            .set("transaction.max.ms", "5000")
            // A task restarts only after the transaction of the killed task has timed out.
            .set("producer.override.transaction.timeout.ms", "10000");
    TopicReader orders = committed(config, "orders");
    TopicReader articles = committed(config, "articles");
    List<String> published = new ArrayList<>(MainScenario.SNAPSHOT);
    try (ConnectWorker worker =
        ConnectWorker.builder(
                SharedCluster.broker(), ProjectDirectory.newWorkDirectory("worker-" + version))
            .version(version)
            .exactlyOnce()
            .start()) {
      Connectors connectors = new Connectors(worker);
      assertThat(PluginArchive.unpacked().toString()).endsWith("-" + pluginVersion(connectors));
      assertThat(connectors.rest().validationErrors(config.options())).isEmpty();

      connectors.create(config);
      awaitMirrors(scenario, orders, articles);
      assertThat(lines(orders)).isEqualTo(published);
      assertThat(connectors.rest().status(config.name()).get("tasks")).hasSize(2);

      scenario.everyKindOfChange();
      published.addAll(MainScenario.EVERY_KIND_OF_CHANGE);
      awaitMirrors(scenario, orders, articles);
      assertThat(lines(orders)).isEqualTo(published);

      worker.stop();
      scenario.newSchemas();
      published.addAll(MainScenario.WHILE_STOPPED);
      worker.restart();
      awaitMirrors(scenario, orders, articles);
      assertThat(lines(orders)).isEqualTo(published);

      worker.kill();
      scenario.lastChanges();
      published.addAll(MainScenario.AFTER_THE_KILL);
      worker.restart();
      awaitMirrors(scenario, orders, articles);
      assertThat(lines(orders)).isEqualTo(published);

      assertEachCommitIsATransaction(orders);
      assertEachCommitIsATransaction(articles);
      assertACommitWithoutItsLastRecordIsATransaction(connectors, version);

      connectors.stop(config.name());
      assertThat(connectors.offset(config.name(), "orders").get("version").asLong())
          .isEqualTo(scenario.orders().version());
      connectors.patchOffset(config.name(), ORDERS, "{\"version\": 14}");
      connectors.resume(config.name());
      published.addAll(MainScenario.AFTER_THE_KILL);
      orders.await(published.size(), TIMEOUT);
      assertThat(lines(orders)).isEqualTo(published);
      connectors.delete(config.name());
    }
  }

  /**
   * A commit or abort of a transaction takes an offset of the topic. So there is no gap between the
   * records of a Delta commit, and one after its last record.
   */
  private static void assertEachCommitIsATransaction(TopicReader topic) {
    ConsumerRecord<byte[], byte[]> previous = null;
    for (ConsumerRecord<byte[], byte[]> record : topic.bytes()) {
      if (previous != null) {
        boolean sameCommit =
            Arrays.equals(
                record.headers().lastHeader("delta.commit.version").value(),
                previous.headers().lastHeader("delta.commit.version").value());
        assertThat(record.offset() == previous.offset() + 1)
            .as("offsets %d and %d are of one transaction", previous.offset(), record.offset())
            .isEqualTo(sameCommit);
      }
      previous = record;
    }
  }

  /** A transform drops the record with which Connect is asked to commit. */
  private void assertACommitWithoutItsLastRecordIsATransaction(
      Connectors connectors, ConnectVersion version) {
    TestTable table =
        TestTable.at(dir.resolve("dropped"))
            .schema("id long, name string")
            .changeDataFeed()
            .create();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"), row("id", 3, "name", "c"));
    ConnectorConfig config =
        ConnectorConfig.named("dropped-" + version)
            .table("orders", table.path(), "id")
            .set("exactly.once.support", "required")
            .set("transaction.boundary", "connector")
            .set("start.version", "0")
            .set("delete.tombstone.handling.mode", "rewrite-with-tombstone")
            .set("transforms", "drop")
            .set("transforms.drop.type", "org.apache.kafka.connect.transforms.Filter")
            .set("transforms.drop.predicate", "isTombstone")
            .set("predicates", "isTombstone")
            .set(
                "predicates.isTombstone.type",
                "org.apache.kafka.connect.transforms.predicates.RecordIsTombstone");
    TopicReader topic = committed(config, "orders");
    connectors.create(config);
    topic.await(3, TIMEOUT);
    table.delete(row -> !row.get("id").equals(3L));
    topic.await(5, TIMEOUT);
    assertEachCommitIsATransaction(topic);
    table.insert(row("id", 4, "name", "d"));
    topic.await(6, TIMEOUT);
    assertEachCommitIsATransaction(topic);
    connectors.delete(config.name());
  }

  private static void awaitMirrors(
      MainScenario scenario, TopicReader orders, TopicReader articles) {
    Mirror.await(orders, scenario.orders(), TIMEOUT, "id");
    Mirror.await(articles, scenario.articles(), TIMEOUT, "place", "article");
  }

  private static TopicReader committed(ConnectorConfig config, String table) {
    return SharedCluster.broker().topic(config.topic(table)).committed();
  }

  private static List<String> lines(TopicReader topic) {
    List<ConsumerRecord<String, String>> records = topic.strings();
    return records.stream().map(Connectors::line).toList();
  }

  private static String pluginVersion(Connectors connectors) {
    for (JsonNode plugin : connectors.rest().plugins()) {
      if (plugin.get("class").asText().equals(ConnectorConfig.CONNECTOR_CLASS)) {
        return plugin.get("version").asText();
      }
    }
    return null;
  }
}
