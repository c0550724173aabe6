package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.ChildProcess;
import io.deltacdf.connect.testing.ConnectRestException;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.tables.Rows;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The life cycle of a connector in a real worker, through Connect's REST API. */
@Timeout(300)
class LifeCycleIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String ORDERS = "{\"table\":\"orders\"}";

  @RegisterExtension final Connectors connectors = new Connectors();
  @TempDir Path dir;

  private TestTable table() {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, name string")
            .changeDataFeed()
            .deletionVectors()
            .create();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"));
    return table;
  }

  @Test
  void resumesAfterPauseStopAndRecreation() throws Exception {
    TestTable table = table();
    ConnectorConfig config = ConnectorConfig.named("life").table("orders", table.path(), "id");
    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));

    connectors.create(config);
    topic.await(2, TIMEOUT);
    connectors.rest().pause("life");
    connectors.rest().awaitState("life", "PAUSED", TIMEOUT);
    table.insert(row("id", 3, "name", "c"));
    // Five times as long as the connector needs to find a commit.
    Thread.sleep(1000);
    assertThat(topic.strings()).hasSize(2);
    connectors.resume("life");
    topic.await(3, TIMEOUT);

    connectors.stop("life");
    assertThat(connectors.rest().status("life").get("tasks")).isEmpty();
    table.update(row -> row.get("id").equals(1L), set("name", "A"));
    connectors.delete("life");
    assertThat(connectors.rest().connectors()).doesNotContain("life");
    table.delete(row -> row.get("id").equals(2L));
    connectors.create(config);

    assertThat(topic.await(5, TIMEOUT).stream().map(Connectors::line))
        .containsExactly(
            "1 read 1", "1 read 2", "2 insert 3", "3 update_postimage 1", "4 delete 2");
  }

  @Test
  void C54_stopsAtOnceWhileItWaitsTenMinutesForTheNextPoll() {
    TestTable table = table();
    ConnectorConfig config =
        ConnectorConfig.named("sleepy")
            .table("orders", table.path(), "id")
            .set("poll.interval.ms", "600000")
            .set("poll.interval.min.ms", "600000");
    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));
    connectors.create(config);
    topic.await(2, TIMEOUT);
    table.insert(row("id", 3, "name", "c"));
    long before = System.nanoTime();

    connectors.stop("sleepy");

    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
    assertThat(topic.strings()).hasSize(2);
    connectors.resume("sleepy");
    assertThat(lines(topic.await(3, TIMEOUT), 2)).containsExactly("2 insert 3");
  }

  @Test
  void offsetsCanBeReadAlteredAndReset() {
    TestTable table = table();
    ConnectorConfig config = ConnectorConfig.named("offsets").table("orders", table.path(), "id");
    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));

    connectors.create(config);
    topic.await(2, TIMEOUT);
    table.insert(row("id", 3, "name", "c"));
    table.update(row -> row.get("id").equals(1L), set("name", "A"));
    table.delete(row -> row.get("id").equals(2L));
    List<ConsumerRecord<String, String>> records = topic.await(5, TIMEOUT);
    connectors.stop("offsets");

    JsonNode offsets = connectors.rest().offsets("offsets").get("offsets");
    assertThat(offsets).hasSize(1);
    assertThat(offsets.at("/0/partition").toString()).isEqualTo(ORDERS);
    JsonNode offset = offsets.at("/0/offset");
    assertThat(offset.get("version").asInt()).isEqualTo(4);
    assertThat(offset.get("table_id").asText()).isEqualTo(table.metadata().id());
    assertThat(offset.get("timestamp").asText())
        .isEqualTo(Connectors.header(records.get(4), "delta.commit.timestamp"));
    assertThat(offset.get("key_form").asText()).endsWith(" integer as int64");
    assertThat(offset.get("types").asText()).isEqualTo("id long,name string");
    assertThat(offset.get("format").asInt()).isEqualTo(1);
    assertThat(offset.has("phase")).isFalse();

    connectors.patchOffset("offsets", ORDERS, "{\"version\":2}");
    connectors.resume("offsets");
    assertThat(lines(topic.await(7, TIMEOUT), 5))
        .containsExactly("3 update_postimage 1", "4 delete 2");
    connectors.awaitVersion("offsets", "orders", 4);

    connectors.stop("offsets");
    connectors.rest().deleteOffsets("offsets");
    assertThat(connectors.rest().offsets("offsets").get("offsets")).isEmpty();
    connectors.resume("offsets");
    // The files of a snapshot are read in the order of their random paths.
    assertThat(lines(topic.await(9, TIMEOUT), 7)).containsExactlyInAnyOrder("4 read 3", "4 read 1");
    assertThat(topic.strings()).hasSize(9);
  }

  @Test
  void invalidOffsetsAreRejected() {
    TestTable table = table();
    ConnectorConfig config =
        ConnectorConfig.named("refusing")
            .table("orders", table.path(), "id")
            .set("tables.orders.snapshot.request", "new consumer");
    connectors.create(config);
    SharedCluster.broker().topic(config.topic("orders")).await(2, TIMEOUT);
    connectors.stop("refusing");
    JsonNode before = connectors.rest().offsets("refusing");

    assertRejected(ORDERS, "{\"version\":\"x\"}", "'orders'", "'version'", "x");
    assertRejected(ORDERS, "{\"version\":-2}", "'orders'", "-2");
    assertRejected(ORDERS, "{\"version\":1.5}", "'orders'", "1.5");
    assertRejected(
        ORDERS, "{\"versoin\":2}", "'orders'", "'versoin'", "[format, version, timestamp");
    assertRejected(ORDERS, "{}", "'orders'", "no version");
    assertRejected(ORDERS, "{\"version\":0}", "snapshot.request' is 'new consumer'");
    assertRejected("{\"table\":\"ordres\"}", "{\"version\":2}", "ordres", "'orders'");
    assertRejected("{\"tabel\":\"orders\"}", "{\"version\":2}", "tabel", "{\"table\": \"<name>\"}");

    assertThat(connectors.rest().offsets("refusing")).isEqualTo(before);
  }

  /** The partitions of the topic were added after Connect would have created it with one. */
  @Test
  void aTopicThatDoesNotSuitItsTableIsLogged() {
    TestTable table = TestTable.at(dir).schema("id long").changeDataFeed().create();
    table.insert(Rows.generate(20, id -> row("id", (long) id)));
    ConnectorConfig config =
        ConnectorConfig.named("unsuited")
            .table("orders", table.path(), "id")
            .set("topic.creation.default.cleanup.policy", "delete");
    SharedCluster.broker().createTopic(config.topic("orders"), 3, Map.of());
    connectors.create(config);
    connectors.awaitVersion("unsuited", "orders", 1);

    ChildProcess worker = connectors.worker().process();
    assertThat(worker.hasLogged("'topic.creation.default.cleanup.policy=delete' applies to these"))
        .isTrue();
    assertThat(worker.hasLogged("of topic 'unsuited.orders', which has only 1 partition")).isTrue();
  }

  private void assertRejected(String partition, String offset, String... texts) {
    assertThatThrownBy(() -> connectors.patchOffset("refusing", partition, offset))
        .isInstanceOf(ConnectRestException.class)
        .hasMessageContaining("[OFFSET_INVALID]")
        .hasMessageContainingAll(texts);
  }

  private static List<String> lines(List<ConsumerRecord<String, String>> records, int from) {
    return records.subList(from, records.size()).stream().map(Connectors::line).toList();
  }
}
