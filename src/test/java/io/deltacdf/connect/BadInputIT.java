package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A fault of a table, in a real worker. {@link BadInputTest} has all faults. */
@Timeout(300)
class BadInputIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @RegisterExtension final Connectors connectors = new Connectors();
  @TempDir Path dir;

  @Test
  void theTaskFailsBeforeTheFaultAndResumesWhenItIsFixed() throws Exception {
    TestTable table = TestTable.at(dir).schema("id long, name string").changeDataFeed().create();
    table.insert(row("id", 1, "name", "a"));
    ConnectorConfig config =
        ConnectorConfig.named("faulty")
            .table("orders", table.path(), "id")
            .set("replication.grace.ms", "0");
    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));
    connectors.create(config);
    topic.await(1, TIMEOUT);
    connectors.stop("faulty");

    table.insert(row("id", 2, "name", "b"));
    table.insert(row("id", 3, "name", "c"));
    Path lost = table.file(2).location();
    byte[] bytes = Files.readAllBytes(lost);
    table.faults().deleteFile(table.file(2));
    table.insert(row("id", 4, "name", "d"));
    connectors.rest().resume("faulty");

    assertThat(connectors.rest().awaitFailed("faulty", TIMEOUT))
        .contains("[FILE_MISSING]", "'orders'", "version 3", table.file(2).path());
    assertThat(topic.strings().stream().map(Connectors::line))
        .containsExactly("1 read 1", "2 insert 2");
    connectors.awaitVersion("faulty", "orders", 2);

    Files.write(lost, bytes);
    connectors.rest().restart("faulty");
    assertThat(topic.await(4, TIMEOUT).stream().map(Connectors::line))
        .containsExactly("1 read 1", "2 insert 2", "3 insert 3", "4 insert 4");
  }

  @Test
  void aParkedTableDoesNotStopTheOthersAndComesBackWhenItIsFixed() throws Exception {
    TestTable good = table("good");
    TestTable bad = table("bad");
    Path lost = bad.file(1).location();
    byte[] bytes = Files.readAllBytes(lost);
    bad.faults().deleteFile(bad.file(1));
    ConnectorConfig config =
        ConnectorConfig.named("parking")
            .table("good", good.path(), "id")
            .table("bad", bad.path(), "id")
            .set("tasks.max", "1")
            .set("start.version", "1")
            .set("table.failure.policy", "isolate")
            .set("replication.grace.ms", "0")
            .set("read.retry.delay.initial.ms", "100")
            .set("read.retry.delay.max.ms", "500");
    TopicReader goodTopic = SharedCluster.broker().topic(config.topic("good"));
    TopicReader badTopic = SharedCluster.broker().topic(config.topic("bad"));
    TopicReader heartbeats = SharedCluster.broker().topic("__delta-heartbeat.parking");
    connectors.create(config);

    heartbeats.awaitThat(
        beats -> beats.stream().anyMatch(beat -> isBeat(beat, "bad", "parked")),
        "a heartbeat of the parked table",
        TIMEOUT);
    good.insert(row("id", 3, "name", "c"));
    assertThat(goodTopic.await(3, TIMEOUT).stream().map(Connectors::line))
        .containsExactly("1 insert 1", "2 insert 2", "3 insert 3");
    connectors.awaitVersion("parking", "bad", 1);
    assertThat(connectors.rest().status("parking").toString()).doesNotContain("FAILED");
    assertThat(badTopic.strings().stream().map(Connectors::line)).containsExactly("1 insert 1");

    Files.write(lost, bytes);
    assertThat(badTopic.await(2, TIMEOUT).stream().map(Connectors::line))
        .containsExactly("1 insert 1", "2 insert 2");
    heartbeats.awaitThat(
        beats -> beats.stream().anyMatch(beat -> isBeat(beat, "bad", "running")),
        "a heartbeat of the table that is read again",
        TIMEOUT);
    connectors.awaitVersion("parking", "bad", 2);
  }

  private TestTable table(String name) {
    TestTable table =
        TestTable.at(dir.resolve(name)).schema("id long, name string").changeDataFeed().create();
    table.insert(row("id", 1, "name", "a"));
    table.insert(row("id", 2, "name", "b"));
    return table;
  }

  private static boolean isBeat(ConsumerRecord<String, String> beat, String table, String state) {
    return beat.key().contains(table) && beat.value().contains("\"state\":\"" + state + "\"");
  }
}
