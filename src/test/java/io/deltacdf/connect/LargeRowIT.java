package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A row of 5 MB, which a producer rejects by default, in a real worker. */
@Timeout(300)
class LargeRowIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String[] ALL = {"1 read 1", "2 insert 2", "2 insert 4711", "2 insert 3"};

  @RegisterExtension final Connectors connectors = new Connectors();
  @TempDir Path dir;
  private TestTable table;

  @BeforeEach
  void makeTable() {
    table = TestTable.at(dir).schema("id long, name string").changeDataFeed().create();
    table.insert(row("id", 1, "name", "a"));
  }

  private ConnectorConfig config(String name) {
    return ConnectorConfig.named(name)
        .table("orders", table.path(), "id")
        .set("topic.creation.default.max.message.bytes", "10000000");
  }

  private void insertLargeRow() {
    table.insert(
        row("id", 2, "name", "b"),
        row("id", 4711, "name", "x".repeat(5_000_000)),
        row("id", 3, "name", "c"));
  }

  @Test
  void C71_theFailureNamesTopicAndPositionAndIsFixedByTheProducersLimit() throws Exception {
    ConnectorConfig config = config("large");
    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));
    connectors.create(config);
    topic.await(1, TIMEOUT);

    insertLargeRow();

    assertThat(connectors.rest().awaitFailed("large", TIMEOUT))
        .contains("RecordTooLargeException", "max.request.size");
    assertThat(warnings("large.orders"))
        .singleElement()
        .asString()
        .contains("topic large.orders", "version 2, row 1 of file ")
        .doesNotContain("4711");
    assertThat(lines(topic)).containsExactly("1 read 1", "2 insert 2");
    JsonNode offset = connectors.offset("large", "orders");
    assertThat(offset.get("version").asInt() == 1 || offset.get("row").asInt() == 0)
        .as("%s is before the row", offset)
        .isTrue();

    connectors
        .rest()
        .putConfig("large", config.set("producer.override.max.request.size", "10000000").options());
    Awaitility.await()
        .atMost(TIMEOUT)
        .untilAsserted(() -> assertThat(lines(topic)).containsSubsequence(ALL));
  }

  @Test
  void C71_withToleratedErrorsTheRowIsSkippedAndLogged() throws Exception {
    ConnectorConfig config =
        config("tolerant").set("errors.tolerance", "all").set("errors.log.enable", "true");
    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));
    connectors.create(config);
    topic.await(1, TIMEOUT);

    insertLargeRow();

    topic.await(3, TIMEOUT);
    assertThat(lines(topic)).containsExactly("1 read 1", "2 insert 2", "2 insert 3");
    connectors.awaitVersion("tolerant", "orders", 2);
    assertThat(Files.readString(log()))
        .contains("RecordTooLargeException")
        .containsPattern("(?s)Error encountered in task tolerant-0.*max.request.size");
  }

  private static List<String> lines(TopicReader topic) {
    return topic.strings().stream().map(Connectors::line).toList();
  }

  private Path log() {
    return connectors.worker().process().log();
  }

  /** Returns what the task logs about records that were not acknowledged when it stops. */
  private List<String> warnings(String topic) throws IOException {
    try (var lines = Files.lines(log())) {
      return lines
          .filter(line -> line.contains("not acknowledged") && line.contains(topic))
          .toList();
    }
  }
}
