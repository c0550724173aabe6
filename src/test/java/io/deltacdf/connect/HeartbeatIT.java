package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Progress without records, in a real worker. */
@Timeout(300)
class HeartbeatIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int COMMITS = 200;

  @RegisterExtension final Connectors connectors = new Connectors();
  @TempDir Path dir;

  @Test
  void C53_afterManyCommitsWithoutRecordsARestartResumesInATruncatedLog() throws Exception {
    TestTable table = TestTable.at(dir).schema("id long, name string").changeDataFeed().create();
    table.insert(row("id", 1, "name", "a"));
    // This transform fails on everything except rows.
    ConnectorConfig config =
        ConnectorConfig.named("beating")
            .table("orders", table.path(), "id")
            .set("heartbeat.interval.ms", "500")
            .set("transforms", "name")
            .set("transforms.name.type", "org.apache.kafka.connect.transforms.ExtractField$Value")
            .set("transforms.name.field", "name")
            .set("transforms.name.predicate", "isRow")
            .set("predicates", "isRow")
            .set(
                "predicates.isRow.type",
                "org.apache.kafka.connect.transforms.predicates.HasHeaderKey")
            .set("predicates.isRow.name", "delta.change.type");
    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));
    TopicReader heartbeats = SharedCluster.broker().topic("__delta-heartbeat.beating");
    connectors.create(config);
    topic.await(1, TIMEOUT);

    for (int i = 0; i < COMMITS; i += 2) {
      table.setProperty("delta.appendOnly", i % 4 == 0 ? "true" : null);
      table
          .commit()
          .operation("OPTIMIZE")
          .dataChange(false)
          .remove(table.file(0))
          .add(row("id", 1, "name", "a"))
          .write();
    }
    long latest = table.version();
    connectors.awaitVersion("beating", "orders", latest);
    List<ConsumerRecord<String, String>> beats = heartbeats.strings();
    assertThat(beats).hasSizeBetween(1, COMMITS / 2);
    JsonNode last = new ObjectMapper().readTree(beats.get(beats.size() - 1).value());
    assertThat(beats).allMatch(beat -> beat.key().equals("\"orders\""));
    assertThat(last.get("table").asText()).isEqualTo("orders");
    assertThat(last.get("version").asLong()).isEqualTo(latest);

    connectors.stop("beating");
    table.checkpoint();
    table.faults().dropVersionsBefore(latest - 50);
    table.insert(row("id", 2, "name", "b"));
    connectors.resume("beating");

    assertThat(topic.await(2, TIMEOUT).stream().map(Connectors::line))
        .containsExactly("1 read 1", (latest + 1) + " insert 2");
    assertThat(topic.strings().get(1).value()).contains("b");
    // The first record after a start is a heartbeat; the insert needs none.
    assertThat(heartbeats.strings()).hasSize(beats.size() + 1);
  }

  @Test
  void aVersionWhoseRecordsATransformFiltersOutIsStored() {
    TestTable table = TestTable.at(dir).schema("id long, name string").changeDataFeed().create();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"));
    ConnectorConfig config =
        ConnectorConfig.named("filtered")
            .table("orders", table.path(), "id")
            .set("transforms", "keep")
            .set("transforms.keep.type", "org.apache.kafka.connect.transforms.Filter")
            .set("transforms.keep.predicate", "isDelete")
            .set("predicates", "isDelete")
            .set(
                "predicates.isDelete.type",
                "org.apache.kafka.connect.transforms.predicates.RecordIsTombstone");
    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));
    connectors.create(config);
    topic.await(2, TIMEOUT);

    table.delete(row -> row.get("id").equals(1L));
    connectors.awaitVersion("filtered", "orders", table.version());

    table.insert(row("id", 3, "name", "c"));
    assertThat(topic.await(3, TIMEOUT).stream().map(Connectors::line))
        .containsExactly("1 read 1", "1 read 2", "3 insert 3");
  }

  /** The transform fails on heartbeats, which errors.tolerance=all then drops. */
  @Test
  void aTableIsPublishedAlsoIfItsHeartbeatsAreDropped() {
    TestTable table = TestTable.at(dir).schema("id long, name string").changeDataFeed().create();
    table.insert(row("id", 1, "name", "a"));
    ConnectorConfig config =
        ConnectorConfig.named("dropping")
            .table("orders", table.path(), "id")
            .set("heartbeat.interval.ms", "500")
            .set("errors.tolerance", "all")
            .set("transforms", "name")
            .set("transforms.name.type", "org.apache.kafka.connect.transforms.ExtractField$Value")
            .set("transforms.name.field", "name");
    connectors.create(config);

    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));
    assertThat(topic.await(1, TIMEOUT).get(0).value()).isEqualTo("\"a\"");
    connectors.awaitVersion("dropping", "orders", 1);
    assertThatThrownBy(SharedCluster.broker().topic("__delta-heartbeat.dropping")::strings)
        .hasMessageContaining("There is no topic");
  }

  @Test
  void aHeartbeatTopicThatCannotBeCreatedFailsTheTaskAtTheStart() {
    TestTable table = TestTable.at(dir).schema("id long, name string").changeDataFeed().create();
    table.insert(row("id", 1, "name", "a"));
    ConnectorConfig config =
        ConnectorConfig.named("uncreated")
            .table("orders", table.path(), "id")
            .set("topic.heartbeat.prefix", "pulse")
            .set("topic.creation.default.partitions", "1")
            .set("topic.creation.default.replication.factor", "1")
            .set("topic.creation.groups", "pulses")
            .set("topic.creation.pulses.include", "pulse\\..*")
            // There is one broker only.
            .set("topic.creation.pulses.replication.factor", "3");
    connectors.create(config);

    assertThat(connectors.rest().awaitFailed("uncreated", TIMEOUT)).contains("pulse.uncreated");
    assertThatThrownBy(SharedCluster.broker().topic(config.topic("orders"))::strings)
        .hasMessageContaining("There is no topic");
  }
}
