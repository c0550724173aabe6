package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.metrics.ProgressLog;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.tables.Rows;
import io.deltacdf.connect.testing.tables.TestTable;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.TransactionContext;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class DeltaSourceTaskTest {
  private static final RecordMetadata METADATA =
      new RecordMetadata(new TopicPartition("any", 0), 0, 0, 0, 0, 0);

  @TempDir Path dir;

  private final DeltaSourceTask task = new DeltaSourceTask();
  private final Map<String, Map<String, Object>> stored = new ConcurrentHashMap<>();
  private Runnable offsetsRead = () -> {};
  private TransactionContext transactions;

  @AfterEach
  void stop() {
    task.stop();
  }

  @Test
  void publishesItsTablesFromTheirStoredOffsets() throws Exception {
    table("a", 3);
    table("b", 4);

    start(Map.of("b", Map.of("version", 1L)), "a", "b");
    List<SourceRecord> records = poll(3 + 3);

    assertThat(records.stream().filter(record -> record.topic().equals("delta.a")))
        .extracting(SourceRecord::key)
        .containsExactlyInAnyOrder(0L, 1L, 2L);
    assertThat(records.stream().filter(record -> record.topic().equals("delta.b")))
        .extracting(SourceRecord::key)
        .containsExactly(1L, 2L, 3L);
    assertThat(task.poll()).isNull();
  }

  @Test
  void aShallowCloneIsReadFromThePlacesThatTheConnectorAllows() throws Exception {
    TestTable source = TestTable.at(dir.resolve("source")).schema("id long").create();
    source.insert(row("id", 7));
    source.shallowClone(dir.resolve("a"));

    start(Map.of(), Map.of("allow.absolute.paths", source.path()), "a");

    assertThat(poll(1)).extracting(SourceRecord::key).containsExactly(7L);
  }

  @Test
  void asksForATransactionOfEachCommitAndHeartbeat() throws Exception {
    List<SourceRecord> requested = new ArrayList<>();
    transactions = new RecordedTransactions(requested);
    TestTable table = table("a", 1);
    table.insert(row("id", 1, "name", "x"), row("id", 2, "name", "y"));
    table.insert(row("id", 3, "name", "z"));

    start(Map.of(), Map.of("start.version", "1", "transaction.boundary", "connector"), "a");
    List<List<SourceRecord>> batches = new ArrayList<>();
    while (batches.size() < 4) {
      List<SourceRecord> batch = task.poll();
      if (batch != null) {
        batches.add(batch);
      }
    }

    assertThat(batches).extracting(List::size).containsExactly(1, 1, 2, 1);
    assertThat(batches.get(0).get(0).topic()).startsWith("__delta-heartbeat.");
    assertThat(requested)
        .containsExactlyElementsOf(
            batches.stream().map(batch -> batch.get(batch.size() - 1)).toList());
  }

  /** With exactly-once support, Connect reports them with the next transaction that has records. */
  @ParameterizedTest
  @ValueSource(strings = {"poll", "connector"})
  void publishesATableWhoseDroppedHeartbeatIsNeverReported(String boundary) throws Exception {
    transactions =
        boundary.equals("connector") ? new RecordedTransactions(new ArrayList<>()) : null;
    table("a", 2);
    TestTable later = table("b", 2);
    start(
        Map.of(),
        Map.of(
            "transaction.boundary", boundary,
            "tables.b.start.version", "latest",
            "heartbeat.interval.ms", "3600000"),
        "a",
        "b");

    Set<Object> heartbeats = new HashSet<>();
    Set<Object> rows = new HashSet<>();
    while (!rows.equals(Set.of(0L, 1L, 7L))) {
      List<SourceRecord> records = task.poll();
      for (SourceRecord record : records == null ? List.<SourceRecord>of() : records) {
        if (!record.topic().startsWith("__delta-heartbeat.")) {
          rows.add(record.key());
        } else if (heartbeats.add(record.key()) && record.key().equals("b")) {
          later.insert(row("id", 7, "name", "x"));
        }
      }
      task.commit();
    }
  }

  @Test
  void warnsIfTheWorkerDoesNotLetItDefineTransactions() {
    table("a", 1);

    assertThat(warnings(() -> start(Map.of(), Map.of("transaction.boundary", "CONNECTOR"), "a")))
        .singleElement()
        .asString()
        .contains("transaction.boundary=connector has no effect", "exactly.once.source.support");
  }

  @Test
  void pollThrowsTheFailureOfATable() {
    start(Map.of(), "missing");

    assertThatThrownBy(this::pollForEver)
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.NOT_A_TABLE);
              assertThat(e).hasMessageContaining("'missing'");
            });
  }

  @Test
  void anInvalidOffsetIsAFailureOfItsTable() throws Exception {
    table("a", 1);
    start(Map.of("a", Map.of("version", "x")), "a");

    assertThatThrownBy(this::pollForEver)
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OFFSET_INVALID));
  }

  @Test
  void pollReturnsNothingAfterStop() throws Exception {
    table("a", 3);
    start(Map.of(), "a");
    poll(1);

    task.stop();

    assertThat(task.poll()).isNull();
  }

  @Test
  void pollReturnsNothingWhenStoppedDuringStart() throws Exception {
    table("a", 3);
    offsetsRead = task::stop;

    start(Map.of(), "a");

    assertThat(task.poll()).isNull();
  }

  @Test
  void logsRecordsThatKafkaHasNotAcknowledgedWhenStopped() throws Exception {
    table("a", 3);
    start(Map.of(), "a");
    List<SourceRecord> records = poll(3);
    task.commitRecord(records.get(0), METADATA);
    List<String> warnings = warnings(task::stop);

    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("2 records", "delta.a", "version 3, row 0 of file " + fileOf(records.get(1)))
        .doesNotContain("key");
  }

  @Test
  void doesNotLogRecordsAcknowledgedWhileStopping() throws Exception {
    table("a", 3);
    start(Map.of(), "a");
    List<SourceRecord> records = poll(3);
    Thread producer =
        new Thread(
            () -> {
              for (int i : new int[] {2, 0}) {
                Awaitility.await().pollDelay(Duration.ofMillis(20)).until(() -> true);
                task.commitRecord(records.get(i), METADATA);
              }
            });
    producer.start();

    assertThat(warnings(task::stop))
        .singleElement()
        .asString()
        .contains("1 record;", "of file " + fileOf(records.get(1)));
    producer.join();
  }

  @Test
  void C54_stopsAtOnceWithALongPollInterval() throws Exception {
    table("a", 1);
    start(Map.of(), Map.of("poll.interval.ms", "600000", "poll.interval.min.ms", "600000"), "a");
    poll(1).forEach(record -> task.commitRecord(record, METADATA));
    assertThat(task.poll()).isNull();
    CompletableFuture<List<SourceRecord>> poll =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return task.poll();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    long before = System.nanoTime();

    task.stop();

    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
    assertThat(poll.get(1, TimeUnit.SECONDS)).isNull();
    assertThat(task.poll()).isNull();
  }

  @Test
  void C54_stopsInsideALongFile() throws Exception {
    int rows = 200_000;
    TestTable.at(dir.resolve("a"))
        .schema("id long, name string")
        .changeDataFeed()
        .create()
        .insert(Rows.generate(rows, id -> row("id", (long) id, "name", "n" + id)));
    Set<Thread> others = Thread.getAllStackTraces().keySet();
    start(Map.of(), Map.of("max.queue.size.in.bytes", "1000000000"), "a");
    int polled = poll(1).size();
    long before = System.nanoTime();

    task.stop();

    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
    assertThat(polled).isLessThan(rows);
    assertThat(task.poll()).isNull();
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !others.contains(thread))
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("delta-source-reader"));
  }

  @Test
  void logsNothingIfAllRecordsAreAcknowledged() throws Exception {
    table("a", 3);
    start(Map.of(), "a");
    poll(3).forEach(record -> task.commitRecord(record, METADATA));

    assertThat(warnings(task::stop)).isEmpty();
  }

  @Test
  void logsTheKeyOfARecordAtLevelDebugOnly() throws Exception {
    TestTable table =
        TestTable.at(dir.resolve("a")).schema("id string, name string").changeDataFeed().create();
    table.insert(row("id", "ann@example.org", "name", "Ann"));
    start(Map.of(), "a");
    poll(1);

    List<String> lines = new ArrayList<>();
    try (CapturedLog log = new CapturedLog(DeltaSourceTask.class)) {
      Configurator.setLevel(DeltaSourceTask.class.getName(), Level.DEBUG);
      task.stop();
      lines.addAll(log.lines());
    } finally {
      Configurator.setLevel(DeltaSourceTask.class.getName(), (Level) null);
    }

    assertThat(lines).anyMatch(line -> line.contains("version 1, of which it is the last"));
    assertThat(lines)
        .filteredOn(line -> line.contains("ann@example.org"))
        .singleElement()
        .asString()
        .startsWith("DEBUG");
  }

  @Test
  void logsProgressInsideALongFileAndWhenCaughtUp() throws Exception {
    TestTable.at(dir.resolve("a"))
        .schema("id long, name string")
        .changeDataFeed()
        .create()
        .insert(Rows.generate(100_000, id -> row("id", (long) id, "name", "n" + id)));
    try (CapturedLog log = new CapturedLog(ProgressLog.class)) {
      start(
          Map.of(),
          Map.of("log.progress.interval.ms", "20", "max.queue.size.in.bytes", "10000"),
          "a");
      int polled = poll(1).size();

      // Nothing is polled while the queue is full, as if Kafka took no records.
      Awaitility.await().until(() -> log.lines().toString().contains("There is work to do"));
      while (!log.lines().toString().contains("Table 'a': snapshot of version 1: rows read")) {
        polled += poll(1).size();
        Thread.sleep(1);
      }
      assertThat(log.lines().toString()).contains("files: 0 of 1; 0 bytes of");
      poll(100_000 - polled);
      Awaitility.await()
          .until(
              () -> log.lines().toString().contains("Table 'a': caught up with version 1 after"));
      task.stop();
    }
  }

  @Test
  void warnsBeforeTheRetentionOfATableAllowsItsNextVersionToBeRemoved() throws Exception {
    table("a", 3);
    try (CapturedLog log = new CapturedLog(ProgressLog.class)) {
      start(
          Map.of("a", Map.of("version", 1L)),
          Map.of(
              "retention.warning.ms",
              "" + Duration.ofDays(8).toMillis(),
              "max.queue.size.in.bytes",
              "1"),
          "a");

      Awaitility.await().until(() -> !log.warnings().isEmpty());
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .startsWith("Table 'a': version ")
          .contains("may be removed in 6 d 23 h");
    }
  }

  @Test
  void acknowledgementsAreMeasuredForTheTableOfEachRecord() throws Exception {
    table("a", 3);
    table("b", 4);
    start(Map.of(), "a", "b");
    List<SourceRecord> records = poll(3 + 4);
    List<SourceRecord> ofA =
        records.stream().filter(record -> record.topic().equals("delta.a")).toList();
    List<SourceRecord> ofB =
        records.stream().filter(record -> record.topic().equals("delta.b")).toList();

    for (int i = 0; i < 3; i++) {
      task.commitRecord(ofA.get(i), METADATA);
      task.commitRecord(ofB.get(i), METADATA);
    }

    for (Map.Entry<String, Long> version : Map.of("a", 3L, "b", 4L).entrySet()) {
      ObjectName bean =
          new ObjectName(
              "delta.cdf:type=connector-metrics,server=delta,task=0,context=streaming,table="
                  + version.getKey());
      for (String attribute : List.of("LastVersionSent", "LastVersionAcknowledged")) {
        assertThat(ManagementFactory.getPlatformMBeanServer().getAttribute(bean, attribute))
            .isEqualTo(version.getValue());
      }
    }
  }

  private static String fileOf(SourceRecord record) {
    return (String) record.sourceOffset().get("file");
  }

  private static List<String> warnings(Runnable action) {
    List<String> messages = new ArrayList<>();
    AbstractAppender appender =
        new AbstractAppender("messages", null, null, true, null) {
          @Override
          public void append(LogEvent event) {
            messages.add(event.getMessage().getFormattedMessage());
          }
        };
    appender.start();
    Logger logger = (Logger) LogManager.getLogger(DeltaSourceTask.class);
    logger.addAppender(appender);
    try {
      action.run();
    } finally {
      logger.removeAppender(appender);
    }
    return messages;
  }

  /** Makes a table with one row in each version from 1 on. */
  private TestTable table(String name, int rows) {
    TestTable table =
        TestTable.at(dir.resolve(name)).schema("id long, name string").changeDataFeed().create();
    for (int i = 0; i < rows; i++) {
      table.insert(row("id", i, "name", "n" + i));
    }
    return table;
  }

  /** Notes the records with which transactions are to be committed. */
  private record RecordedTransactions(List<SourceRecord> requested) implements TransactionContext {
    @Override
    public void commitTransaction() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void commitTransaction(SourceRecord record) {
      requested.add(record);
    }

    @Override
    public void abortTransaction() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void abortTransaction(SourceRecord record) {
      throw new UnsupportedOperationException();
    }
  }

  private void start(Map<String, Map<String, Object>> offsets, String... tables) {
    start(offsets, Map.of(), tables);
  }

  private void start(
      Map<String, Map<String, Object>> offsets, Map<String, String> options, String... tables) {
    Map<String, String> props = new HashMap<>(options);
    props.put("topic.prefix", "delta");
    props.put("tables", String.join(",", tables));
    props.put("key", "id");
    for (String table : tables) {
      props.put("tables." + table + ".path", dir.resolve(table).toString());
    }
    stored.putAll(offsets);
    task.initialize(TaskContexts.of(stored, () -> offsetsRead.run(), transactions));
    task.start(props);
  }

  private void pollForEver() throws InterruptedException {
    while (true) {
      task.poll();
    }
  }

  /**
   * Returns records of tables; acknowledges heartbeats and stores their offsets as Connect does.
   */
  private List<SourceRecord> poll(int count) throws InterruptedException {
    List<SourceRecord> all = new ArrayList<>();
    while (all.size() < count) {
      List<SourceRecord> records = task.poll();
      for (SourceRecord record : records == null ? List.<SourceRecord>of() : records) {
        if (record.topic().startsWith("__delta-heartbeat.")) {
          acknowledge(record);
        } else {
          all.add(record);
        }
      }
    }
    return all;
  }

  private void acknowledge(SourceRecord record) {
    task.commitRecord(record, METADATA);
    @SuppressWarnings("unchecked")
    Map<String, Object> offset = (Map<String, Object>) record.sourceOffset();
    stored.put((String) record.sourcePartition().get("table"), offset);
    task.commit();
  }
}
