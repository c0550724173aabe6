package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.KafkaBroker;
import io.deltacdf.connect.testing.Mirror;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The worker is killed in the middle of a large snapshot, and again in the middle of a large
 * commit. No change is missing after that and the order is kept. Only records after the last stored
 * offset are published again, or none with exactly-once support.
 */
@Timeout(600)
class CrashIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(240);

  /**
   * Slow enough for a kill in the middle: the snapshot and the commit have more than 25 MB each,
   * and a quota lets ten seconds' worth of bytes pass at once.
   */
  private static final double BYTES_PER_SECOND = 1_500_000;

  private static ConnectWorker paused;

  private final KafkaBroker broker = SharedCluster.broker();
  @TempDir Path dir;

  /** The keys in a topic, in order. */
  private static final class Published {
    final List<Long> snapshot = new ArrayList<>();
    final List<Long> changes = new ArrayList<>();
    final Mirror mirror = new Mirror("id");

    static Published in(TopicReader topic) {
      Published published = new Published();
      topic.forEach(published::add);
      return published;
    }

    private void add(ConsumerRecord<String, String> record) {
      List<Long> keys =
          Connectors.header(record, "delta.commit.version").equals("1") ? snapshot : changes;
      keys.add(Long.valueOf(record.key()));
      mirror.accept(record);
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void C52_nothingIsLostAndOnlyRecordsAfterTheStoredOffsetAreRepeated() {
    CrashTable table = new CrashTable(dir);
    ConnectorConfig config = config("crash", table);
    TopicReader topic = broker.topic(config.topic("orders"));
    try (ConnectWorker worker =
        worker("crash-worker").property("offset.flush.interval.ms", "200").start()) {
      Connectors connectors = new Connectors(worker);
      StoredOffsets offsets = offsets(worker, "crash");
      slowDown("crash");
      connectors.create(config);
      JsonNode stored = killIn(worker, offsets, insideOf(table));
      List<Long> beforeKill = Published.in(topic).snapshot;
      restart(connectors, offsets, "crash", 1);

      List<Long> snapshot = Published.in(topic).snapshot;
      assertGoesOn(beforeKill, snapshot, table.snapshotKeys(), table.publishedOfSnapshot(stored));

      slowDown("crash");
      table.commit();
      stored = killIn(worker, offsets, CrashIT::isUpsert);
      beforeKill = Published.in(topic).changes;
      restart(connectors, offsets, "crash", 2);

      Published all = Published.in(topic);
      assertThat(all.snapshot).hasSameSizeAs(snapshot);
      assertGoesOn(beforeKill, all.changes, table.changedKeys(), table.publishedOfChanges(stored));
      assertThat(all.mirror.differences(table.table())).isEmpty();
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void C52_withExactlyOnceSupportEveryChangeIsPublishedOnce() {
    CrashTable table = new CrashTable(dir);
    ConnectorConfig config =
        config("crash-once", table)
            .set("exactly.once.support", "required")
            .set("max.batch.size", "4096")
            // A worker restarts only after the transaction that it left open has timed out.
            .set("producer.override.transaction.timeout.ms", "15000");
    TopicReader topic = broker.topic(config.topic("orders")).committed();
    try (ConnectWorker worker = worker("crash-once-worker").exactlyOnce().start()) {
      Connectors connectors = new Connectors(worker);
      StoredOffsets offsets = offsets(worker, "crash-once");
      slowDown("crash-once");
      connectors.create(config);
      killIn(worker, offsets, insideOf(table));
      assertThat(Published.in(topic).snapshot).hasSizeBetween(1, CrashTable.SNAPSHOT_ROWS - 1);
      restart(connectors, offsets, "crash-once", 1);

      slowDown("crash-once");
      table.commit();
      killIn(worker, offsets, CrashIT::isUpsert);
      assertThat(Published.in(topic).changes).hasSizeBetween(1, table.changedKeys().size() - 1);
      restart(connectors, offsets, "crash-once", 2);

      Published all = Published.in(topic);
      assertThat(all.snapshot).isEqualTo(table.snapshotKeys());
      assertThat(all.changes).isEqualTo(table.changedKeys());
      assertThat(all.mirror.differences(table.table())).isEmpty();

      table.table().setProperty("delta.appendOnly", "true");
      offsets.await(
          offset -> offset.get("version").asInt() == 3, "a heartbeat's own transaction", TIMEOUT);

      connectors.create(
          config("crash-filtered", table)
              .set("exactly.once.support", "required")
              .set("transaction.boundary", "connector")
              .set("heartbeat.interval.ms", "500")
              .set("transforms", "drop")
              .set("transforms.drop.type", "org.apache.kafka.connect.transforms.Filter")
              .set("transforms.drop.predicate", "isRow")
              .set("predicates", "isRow")
              .set(
                  "predicates.isRow.type",
                  "org.apache.kafka.connect.transforms.predicates.HasHeaderKey")
              .set("predicates.isRow.name", "delta.change.type"));
      offsets(worker, "crash-filtered")
          .await(
              offset -> !offset.has("phase") && offset.get("version").asInt() == 3,
              "the progress of dropped records",
              TIMEOUT);

      // Connect never reports that a heartbeat is dropped before it commits something else.
      ConnectorConfig unpinned =
          config("crash-unpinned", table)
              .set("exactly.once.support", "required")
              .set("transforms", "drop")
              .set("transforms.drop.type", "org.apache.kafka.connect.transforms.Filter")
              .set("transforms.drop.predicate", "isRow")
              .set("transforms.drop.negate", "true")
              .set("predicates", "isRow")
              .set(
                  "predicates.isRow.type",
                  "org.apache.kafka.connect.transforms.predicates.HasHeaderKey")
              .set("predicates.isRow.name", "delta.change.type");
      connectors.create(unpinned);
      broker.topic(unpinned.topic("orders")).committed().await(1, TIMEOUT);
    }
  }

  /**
   * The worker is killed before it has stored the offset of any row. The keys that it has published
   * and that are deleted then must not stay in the topic.
   */
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void noDeletedKeyStaysIfTheWorkerIsKilledBeforeItStoresTheOffsetOfARow() {
    TestTable table = TestTable.at(dir).schema("id long, name string").changeDataFeed().create();
    for (long id = 1; id <= 3; id++) {
      table.insert(row("id", id, "name", "n" + id));
    }
    ConnectorConfig config = ConnectorConfig.named("pinned").table("orders", table.path(), "id");
    TopicReader topic = broker.topic(config.topic("orders"));
    try (ConnectWorker worker =
        worker("pinned-worker").property("offset.flush.interval.ms", "8000").start()) {
      Connectors connectors = new Connectors(worker);
      StoredOffsets offsets = offsets(worker, "pinned");
      connectors.create(config);
      broker.topic("__delta-heartbeat.pinned").await(1, TIMEOUT);
      // The first row makes the topic.
      assertThatThrownBy(topic::strings).hasMessageContaining("There is no topic");
      worker.kill();
      table.delete(row -> row.get("id").equals(1L));
      worker.restart();

      topic.await(2, TIMEOUT);
      worker.kill();
      assertThat(offsets.last().get("row").asLong()).as("the position before a row").isEqualTo(-1);
      table.delete(row -> row.get("id").equals(2L));
      worker.restart();

      Mirror.await(topic, table, TIMEOUT, "id");
      offsets.await(
          offset -> !offset.has("phase") && offset.get("version").asLong() == table.version(),
          "the last version",
          TIMEOUT);
    }
  }

  /**
   * A transaction that was open during the pause would be aborted by Kafka, and then fail the task.
   */
  @ParameterizedTest
  @ValueSource(strings = {"connector", "interval", "poll"})
  @Execution(ExecutionMode.CONCURRENT)
  void aPauseInTheMiddleOfCommitsThatIsLongerThanTheTransactionTimeoutLosesNothing(String boundary)
      throws Exception {
    ChurnTable table = new ChurnTable(dir, "orders", boundary.hashCode());
    table.commit(10);
    String name = "paused-" + boundary;
    ConnectorConfig config =
        ConnectorConfig.named(name)
            .table("orders", table.table().path(), "id")
            .set("start.version", "1")
            .set("provide.transaction.metadata", "true")
            .set("exactly.once.support", "required")
            .set("transaction.boundary", boundary)
            .set("max.batch.size", "50")
            // Each record is a request, so that there is time for a pause.
            .set("producer.override.batch.size", "1")
            .set("producer.override.max.in.flight.requests.per.connection", "1")
            .set("producer.override.transaction.timeout.ms", "8000");
    if (boundary.equals("connector")) {
      config.set("transaction.max.ms", "4000");
    } else if (boundary.equals("interval")) {
      config.set("transaction.boundary.interval.ms", "1000");
    }
    ConnectWorker worker = pausedWorker();
    worker.rest().create(name, config.options());
    TopicReader topic = broker.topic(config.topic("orders"));
    topic.await(10, TIMEOUT);
    for (int i = 0; i < 8; i++) {
      table.commit(350);
    }
    topic.await(200, TIMEOUT);
    worker.rest().pause(name);
    worker.rest().awaitState(name, "PAUSED", TIMEOUT);
    // Kafka looks for transactions that have timed out every ten seconds.
    Thread.sleep(20_000);
    table.commit(50);
    worker.rest().resume(name);

    String last = table.version() + " " + table.changes(table.version()).count();
    topic
        .committed()
        .awaitThat(
            records -> records.stream().anyMatch(it -> place(it).equals(last)), last, TIMEOUT);
    new PublishedEvents(table, topic.committed()).assertEachOnce();
    assertThat(worker.rest().status(name).at("/tasks/0/state").asText()).isEqualTo("RUNNING");
  }

  private static String place(ConsumerRecord<String, String> record) {
    return Connectors.header(record, "delta.commit.version")
        + " "
        + Connectors.header(record, "delta.transaction.order");
  }

  /** The connectors that are paused share a worker. */
  private ConnectWorker pausedWorker() {
    synchronized (CrashIT.class) {
      if (paused == null) {
        paused = worker("paused-worker").exactlyOnce().start();
      }
      return paused;
    }
  }

  @AfterAll
  static void stopPausedWorker() {
    if (paused != null) {
      paused.close();
    }
  }

  /**
   * @param stored the number of keys that are published according to the last stored offset
   */
  private static void assertGoesOn(
      List<Long> beforeKill, List<Long> all, List<Long> expected, int stored) {
    assertThat(beforeKill.size()).isBetween(stored, expected.size() - 1);
    assertThat(all.subList(0, beforeKill.size())).isEqualTo(beforeKill);
    assertThat(beforeKill).isEqualTo(expected.subList(0, beforeKill.size()));
    assertThat(all.subList(beforeKill.size(), all.size()))
        .isEqualTo(expected.subList(stored, expected.size()));
  }

  private static ConnectorConfig config(String name, CrashTable table) {
    return ConnectorConfig.named(name).table("orders", table.table().path(), "id");
  }

  private ConnectWorker.Builder worker(String directory) {
    return ConnectWorker.builder(broker, ProjectDirectory.newWorkDirectory(directory));
  }

  private StoredOffsets offsets(ConnectWorker worker, String name) {
    return new StoredOffsets(broker.topic(worker.offsetsTopic()), name, "orders");
  }

  /** Waits until a large part of the snapshot, but not all of it, is published. */
  private static Predicate<JsonNode> insideOf(CrashTable table) {
    return offset -> offset.has("phase") && table.publishedOfSnapshot(offset) > 20_000;
  }

  /** Waits until the deletes of the commit are published. */
  private static boolean isUpsert(JsonNode offset) {
    return offset.has("phase") && offset.get("phase").asText().equals("upsert");
  }

  /**
   * Kills the worker as soon as a stored offset has the expected form.
   *
   * @return the last stored offset
   */
  private static JsonNode killIn(
      ConnectWorker worker, StoredOffsets offsets, Predicate<JsonNode> wanted) {
    offsets.await(wanted, "an offset in the middle", TIMEOUT);
    worker.kill();
    return offsets.last();
  }

  /** Starts the worker again and waits until a version is completed. */
  private void restart(Connectors connectors, StoredOffsets offsets, String name, int version) {
    limit(name, null);
    connectors.worker().restart();
    connectors.rest().awaitRunning(name, TIMEOUT);
    offsets.await(
        offset -> !offset.has("phase") && offset.get("version").asInt() == version,
        "the end of version " + version,
        TIMEOUT);
  }

  private void slowDown(String connector) {
    limit(connector, BYTES_PER_SECOND);
  }

  private void limit(String connector, Double bytesPerSecond) {
    ClientQuotaEntity client =
        new ClientQuotaEntity(
            Map.of(ClientQuotaEntity.CLIENT_ID, "connector-producer-" + connector + "-0"));
    broker.admin(
        admin ->
            admin
                .alterClientQuotas(
                    List.of(
                        new ClientQuotaAlteration(
                            client,
                            List.of(
                                new ClientQuotaAlteration.Op(
                                    "producer_byte_rate", bytesPerSecond)))))
                .all());
  }
}
