package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.discovery.DiscoveredTable;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.Mirror;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.stores.StoreCopy;
import io.deltacdf.connect.testing.stores.StoreServer;
import io.deltacdf.connect.testing.tables.Rows;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;

/**
 * A table in a store, mirrored by a real worker with the shipped plugin: partitions with unusual
 * values, deletion vectors, change files, a checkpoint, commits made while it runs, and an outage
 * of the store. A second connector discovers the table in its parent directory.
 */
final class StoreScenario {
  private static final Duration TIMEOUT = Duration.ofSeconds(120);
  private static final List<String> ODD_VALUES =
      Arrays.asList(
          "a b", "100%", "50%25", "k=v", "10:30", "a+b", "x/y", "#1?&", "größe 😀", "..b", null);

  private final StoreServer server;
  private final Connectors connectors;
  private final ConnectorConfig config;
  private final TestTable table;
  private final StoreCopy copy;
  private final TopicReader topic;
  private final ConnectorConfig discovering;
  private final TopicReader discovered;

  /**
   * @param name the name of connector and table, which no other test uses
   */
  StoreScenario(StoreServer server, Connectors connectors, String name, Path dir) {
    this.server = server;
    this.connectors = connectors;
    table =
        TestTable.at(dir)
            .schema("id long, part string, n int")
            .partitionedBy("part")
            .changeDataFeed()
            .deletionVectors()
            .create();
    table.insert(Rows.generate(ODD_VALUES.size() * 10, StoreScenario::oddRow));
    copy = new StoreCopy(server, table, "a lake/50% off/" + name);
    String path = copy.path();
    discovering =
        ConnectorConfig.named(name + "-discovered")
            .set("discovery.root", path.substring(0, path.lastIndexOf('/')))
            .set("discovery.keys", ".*:id")
            .set("discovery.interval.ms", "1000")
            .set("read.retry.delay.max.ms", "1000");
    discovered = SharedCluster.broker().topic(discovering.topic(DiscoveredTable.nameOf(name)));
    config = ConnectorConfig.named(name).table(name, copy.path(), "id");
    server.options().forEach((option, value) -> config.set("hadoop." + option, value));
    server.options().forEach((option, value) -> discovering.set("hadoop." + option, value));
    config.set("read.retry.delay.max.ms", "1000");
    topic = SharedCluster.broker().topic(config.topic(name));
  }

  private static Map<String, Object> oddRow(int i) {
    return row("id", i, "part", ODD_VALUES.get(i % ODD_VALUES.size()), "n", i);
  }

  void run() {
    connectors.create(config);
    Mirror.await(topic, table, TIMEOUT, "id");
    connectors.create(discovering);
    Mirror.await(discovered, table, TIMEOUT, "id");

    commits(1);
    Mirror.await(topic, table, TIMEOUT, "id");

    server.stop();
    Awaitility.await("a retry")
        .atMost(TIMEOUT)
        .until(
            () -> connectors.worker().process().hasLogged("Table '" + config.name() + "': retry"));
    server.restart();
    commits(2);
    List<ConsumerRecord<String, String>> records = Mirror.await(topic, table, TIMEOUT, "id");
    Mirror.await(discovered, table, TIMEOUT, "id");

    assertThat(records.stream().map(Connectors::line)).doesNotHaveDuplicates();
    assertThat(connectors.rest().status(config.name()).at("/tasks/0/state").asText())
        .isEqualTo("RUNNING");
  }

  /** Makes commits of every kind; each is in the store before the next one is made. */
  private void commits(int round) {
    LongConsumer stored = version -> copy.update();
    stored.accept(table.update(row -> (long) row.get("id") % 7 == round, set("n", -round)));
    stored.accept(
        table.copyOnWrite().update(row -> (long) row.get("id") % 5 == round, set("n", 0)));
    stored.accept(table.delete(row -> (long) row.get("id") % 11 == round));
    table.checkpoint();
    stored.accept(table.merge("id", row("id", 12 * round, "part", "100%", "n", 1)));
    stored.accept(table.overwritePartitions(row("id", 1000 + round, "part", "k=v", "n", round)));
    stored.accept(table.optimize());
    stored.accept(table.insert(row("id", 2000 + round, "part", "größe 😀", "n", round)));
  }
}
