package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.debezium.schema.SchemaFactory;
import io.debezium.schema.SchemaNameAdjuster;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.source.notification.SnapshotNotifications;
import io.deltacdf.connect.source.transaction.TransactionLimits;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The notifications of snapshots among the records of their tables. */
@Timeout(60)
class NotifiedSnapshotsTest {
  private static final String[] SINK = {"notification.sink.topic.name", "notes"};

  @TempDir Path dir;
  private TestTable table;

  /** Makes a table with the rows 1, 2 and 3. */
  @BeforeEach
  void makeTable() {
    table =
        TestTable.at(dir.resolve("orders"))
            .schema("id long, name string")
            .changeDataFeed()
            .create();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"), row("id", 3, "name", "c"));
  }

  private TableRuns runs(String... more) {
    return new TableRuns(table, options(more));
  }

  private static String[] options(String... more) {
    List<String> all = new ArrayList<>(List.of(SINK));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static boolean isNotification(SourceRecord record) {
    return record.topic().equals("notes");
  }

  private static Map<String, String> data(SourceRecord record) {
    return ((Struct) record.value()).getMap("additional_data");
  }

  private static String id(SourceRecord record) {
    return ((Struct) record.value()).getString("id");
  }

  /** Returns the types of notifications, and the keys of rows. */
  private static List<String> texts(List<SourceRecord> records) {
    return records.stream()
        .map(
            record ->
                isNotification(record)
                    ? ((Struct) record.value()).getString("type")
                    : record.key().toString())
        .toList();
  }

  @Test
  void notificationsEncloseTheRowsAndNoCommit() throws Exception {
    List<SourceRecord> snapshot = runs().fromStart();
    table.insert(row("id", 4, "name", "d"));

    assertThat(texts(snapshot))
        .containsExactly(
            "STARTED", "IN_PROGRESS", "1", "2", "3", "TABLE_SCAN_COMPLETED", "COMPLETED");
    assertThat(texts(runs().after(snapshot.get(6)))).containsExactly("4");
  }

  @Test
  void recordsHaveDebeziumsSchemasAndTheFieldsOfItsNotifications() throws Exception {
    List<SourceRecord> all = runs().fromStart();
    List<SourceRecord> notifications =
        all.stream().filter(NotifiedSnapshotsTest::isNotification).toList();
    String snapshotId = (String) all.get(2).headers().lastWithName("delta.snapshot.id").value();

    for (SourceRecord record : notifications) {
      assertThat(record.keySchema())
          .isEqualTo(SchemaFactory.get().notificationKeySchema(SchemaNameAdjuster.NO_OP));
      assertThat(record.valueSchema())
          .isEqualTo(SchemaFactory.get().notificationValueSchema(SchemaNameAdjuster.NO_OP));
      Struct value = (Struct) record.value();
      value.validate();
      assertThat(value.getString("aggregate_type")).isEqualTo("Initial Snapshot");
      assertThat(value.getString("id")).isEqualTo("orders:" + snapshotId);
      assertThat(((Struct) record.key()).getString("id")).isEqualTo("orders:" + snapshotId);
      assertThat(value.getInt64("timestamp")).isPositive();
      assertThat(record.sourcePartition()).isEqualTo(Map.of("table", "orders"));
      assertThat(record.headers()).isEmpty();
      assertThat(data(record))
          .containsEntry("connector_name", "delta")
          .containsEntry("data_collections", "orders")
          .containsEntry("snapshot_id", snapshotId)
          .containsEntry("commit_version", "1");
    }
    assertThat(data(notifications.get(0))).containsEntry("reason", "snapshot.mode=initial");
    assertThat(data(notifications.get(1)))
        .containsEntry("current_collection_in_progress", "orders")
        .containsEntry("resumed", "false");
    assertThat(data(notifications.get(2)))
        .containsEntry("scanned_collection", "orders")
        .containsEntry("total_rows_scanned", "3")
        .containsEntry("status", "SUCCEEDED");
  }

  /** No row is published twice, and no notification is lost, wherever the connector stops. */
  @Test
  void aSnapshotResumesAtEachRecordWithTheSameId() throws Exception {
    List<SourceRecord> all = runs().fromStart();
    List<String> texts = texts(all);
    Map<String, ?> completed = new TableRuns(table).fromStart().get(2).sourceOffset();

    assertThat(all.get(6).sourceOffset()).isEqualTo(completed);
    // The same progress, the count of keys included.
    assertThat(all.get(5).sourceOffset()).isEqualTo(all.get(4).sourceOffset());
    assertThat(all.get(1).sourceOffset()).isEqualTo(all.get(0).sourceOffset());
    for (int i = 0; i < all.size(); i++) {
      List<SourceRecord> rest = runs().after(all.get(i));
      List<String> expected = new ArrayList<>(texts.subList(i + 1, all.size()));
      if (i < 2) {
        // Nothing is published yet.
        expected = texts;
      } else if (i < 6) {
        expected.remove("TABLE_SCAN_COMPLETED");
        expected.add(expected.size() - 1, "TABLE_SCAN_COMPLETED");
        expected.add(0, "IN_PROGRESS");
      }
      assertThat(texts(rest)).as("after " + texts.get(i)).isEqualTo(expected);
      assertThat(rest.stream().filter(NotifiedSnapshotsTest::isNotification))
          .allSatisfy(record -> assertThat(id(record)).isEqualTo(id(all.get(0))));
      if (i < 6) {
        assertThat(rest.get(rest.size() - 1).sourceOffset()).isEqualTo(completed);
      }
      if (i >= 2 && i < 6) {
        assertThat(rest.get(0).sourceOffset()).isEqualTo(all.get(i).sourceOffset());
        assertThat(data(rest.get(0))).containsEntry("resumed", "true");
      }
    }
  }

  @Test
  void anEmptyTableHasAllNotifications() throws Exception {
    TestTable empty = TestTable.at(dir.resolve("empty")).schema("id long, name string").create();
    List<SourceRecord> all = new TableRuns(empty, SINK).fromStart();

    assertThat(texts(all))
        .containsExactly("STARTED", "IN_PROGRESS", "TABLE_SCAN_COMPLETED", "COMPLETED");
    assertThat(new TableRuns(empty, SINK).after(all.get(3))).isEmpty();
  }

  @Test
  void rowsThatAreAllSkippedDoNotLoseTheEnd() throws Exception {
    table.overwrite(row("id", null, "name", "a"));
    String[] skip = {"null.key.handling", "skip"};
    List<SourceRecord> all = runs(skip).fromStart();

    assertThat(texts(all))
        .containsExactly("STARTED", "IN_PROGRESS", "TABLE_SCAN_COMPLETED", "COMPLETED");
    assertThat(texts(runs(skip).after(all.get(2)))).endsWith("COMPLETED");
  }

  @Test
  void aRequestedSnapshotIsNotifiedOfWithItsRequest() throws Exception {
    List<SourceRecord> all = runs().fromStart();
    List<SourceRecord> again =
        runs("tables.orders.snapshot.request", "again").after(all.get(all.size() - 1));

    assertThat(texts(again)).isEqualTo(texts(all));
    assertThat(data(again.get(0))).containsEntry("reason", "snapshot.request=again");
    assertThat(id(again.get(0))).isNotEqualTo(id(all.get(0)));
  }

  @Test
  void anInterruptedSnapshotThatARequestReplacesIsAborted() throws Exception {
    List<SourceRecord> all = runs().fromStart();
    SourceRecord inside = all.get(3);
    TableRuns again = runs("tables.orders.snapshot.request", "again");
    List<SourceRecord> replaced = again.after(inside);

    assertThat(texts(replaced).subList(0, 3)).containsExactly("ABORTED", "STARTED", "IN_PROGRESS");
    assertThat(id(replaced.get(0))).isEqualTo(id(all.get(0)));
    assertThat(id(replaced.get(1))).isNotEqualTo(id(all.get(0)));
    // The offset of ABORTED is where the former snapshot stands, so that nothing is lost.
    assertThat(replaced.get(0).sourceOffset()).isEqualTo(inside.sourceOffset());
    assertThat(texts(again.after(replaced.get(0)))).isEqualTo(texts(replaced));
    assertThat(texts(again.after(replaced.get(1)))).isEqualTo(texts(replaced).subList(1, 8));
  }

  @Test
  void aSnapshotWhoseFilesAreLostIsAbortedAndReplaced() throws Exception {
    TableRuns runs = runs("snapshot.mode", "when_needed");
    List<SourceRecord> all = runs.fromStart();
    SourceRecord inside = all.get(2);
    removeFiles();
    table.overwrite(row("id", 9, "name", "z"));

    List<SourceRecord> after = runs.after(inside);
    assertThat(texts(after))
        .containsExactly(
            "IN_PROGRESS",
            "ABORTED",
            "STARTED",
            "IN_PROGRESS",
            "9",
            "TABLE_SCAN_COMPLETED",
            "COMPLETED");
    assertThat(data(after.get(1))).containsEntry("error_code", "FILE_MISSING");
    assertThat(data(after.get(2))).containsEntry("reason", "snapshot.mode=when_needed");
    assertThat(after.get(1).sourceOffset()).isEqualTo(inside.sourceOffset());
    assertThat(texts(runs.after(after.get(1)))).isEqualTo(texts(after));
  }

  private void removeFiles() throws IOException {
    try (Stream<Path> files = Files.list(table.directory())) {
      for (Path file : files.filter(path -> path.toString().endsWith(".parquet")).toList()) {
        Files.delete(file);
      }
    }
  }

  private TaskReaders start(Optional<SourceRecord> stored, boolean transactions, String... more) {
    Map<String, String> props = new HashMap<>();
    props.put("topic.prefix", "delta");
    props.put("tables", "orders");
    props.put("tables.orders.path", table.path());
    props.put("key", "id");
    props.put("heartbeat.interval.ms", "0");
    props.put("replication.grace.ms", "0");
    props.put("notification.sink.topic.name", "notes");
    for (int i = 0; i < more.length; i += 2) {
      props.put(more[i], more[i + 1]);
    }
    DeltaSourceConfig config = new DeltaSourceConfig(props);
    return TaskReaders.start(
        config.tables().stream()
            .map(
                each ->
                    new TaskReaders.Source(
                        DeltaTables.open(each.name(), each.path(), Storage.open(Map.of())),
                        each,
                        () ->
                            stored
                                .filter(record -> each.name().equals("orders"))
                                .map(r -> SourceOffsetCodec.read("orders", r.sourceOffset()))))
            .toList(),
        config.records(),
        config.flow(),
        transactions ? new TransactionLimits(1_000, Duration.ofHours(1), 1 << 20) : null,
        partitions -> Map.of());
  }

  /** Returns the next records of the table. */
  private static List<SourceRecord> poll(TaskReaders readers) throws InterruptedException {
    List<SourceRecord> records = null;
    while (records == null) {
      records = readers.poll();
    }
    return records.stream()
        .filter(record -> record.sourcePartition().equals(Map.of("table", "orders")))
        .toList();
  }

  @Test
  void aFailureThatFailsTheTaskAbortsTheSnapshotFirst() throws Exception {
    SourceRecord inside = runs().fromStart().get(2);
    removeFiles();
    for (boolean transactions : new boolean[] {false, true}) {
      TaskReaders readers = start(Optional.of(inside), transactions);
      try {
        List<SourceRecord> sent = new ArrayList<>();
        assertThatThrownBy(
                () -> {
                  while (true) {
                    sent.addAll(poll(readers));
                  }
                })
            .isInstanceOfSatisfying(
                DeltaCdfException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_MISSING));
        assertThat(texts(sent)).containsExactly("IN_PROGRESS", "ABORTED");
        assertThat(data(sent.get(1))).containsEntry("error_code", "FILE_MISSING");
        assertThat(sent.get(1).sourceOffset()).isEqualTo(inside.sourceOffset());
      } finally {
        readers.stop();
      }
    }
  }

  @Test
  void aTableThatIsParkedInASnapshotIsAbortedAndGoesOnLater() throws Exception {
    SourceRecord inside = runs().fromStart().get(2);
    Path kept = Files.createDirectory(dir.resolve("kept"));
    move(table.directory(), kept);
    // If all tables of a task were parked, the task would fail.
    TestTable other = TestTable.at(dir.resolve("other")).schema("id long, name string").create();
    TaskReaders readers =
        start(
            Optional.of(inside),
            false,
            "tables",
            "orders,other",
            "tables.other.path",
            other.path(),
            "table.failure.policy",
            "isolate",
            "read.retry.delay.initial.ms",
            "1",
            "read.retry.delay.max.ms",
            "10");
    try {
      List<SourceRecord> sent = new ArrayList<>();
      while (!texts(sent).contains("ABORTED")) {
        sent.addAll(poll(readers));
      }
      move(kept, table.directory());
      while (!texts(sent).contains("COMPLETED")) {
        sent.addAll(poll(readers));
      }
      List<String> texts = texts(sent);
      assertThat(texts)
          .startsWith("IN_PROGRESS", "ABORTED")
          .endsWith("TABLE_SCAN_COMPLETED", "COMPLETED");
      assertThat(texts.lastIndexOf("IN_PROGRESS")).isGreaterThan(texts.lastIndexOf("ABORTED"));
      assertThat(texts).containsOnlyOnce("2").containsOnlyOnce("3");
      assertThat(sent.stream().filter(NotifiedSnapshotsTest::isNotification))
          .allSatisfy(record -> assertThat(id(record)).isEqualTo(id(sent.get(0))));
    } finally {
      readers.stop();
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".parquet")).toList()) {
        Files.move(file, to.resolve(file.getFileName()));
      }
    }
  }

  @Test
  void transactionsOfTheConnectorAreNotSplit() throws Exception {
    TaskReaders readers = start(Optional.empty(), true);
    try {
      assertThat(texts(poll(readers))).containsExactly("STARTED");
      assertThat(texts(poll(readers))).containsExactly("IN_PROGRESS");
      assertThat(texts(poll(readers)))
          .containsExactly("1", "2", "3", "TABLE_SCAN_COMPLETED", "COMPLETED");
      table.insert(row("id", 4, "name", "d"), row("id", 5, "name", "e"));
      assertThat(texts(poll(readers))).containsExactly("4", "5");
    } finally {
      readers.stop();
    }
  }

  @Test
  void withoutATopicTheyAreOnlyInTheLogAndTheLastRowCompletesTheSnapshot() throws Exception {
    try (CapturedLog log = new CapturedLog(SnapshotNotifications.class)) {
      List<SourceRecord> all = new TableRuns(table).fromStart();

      assertThat(texts(all)).containsExactly("1", "2", "3");
      assertThat(all.get(2).sourceOffset()).doesNotContainKey("snapshot");
      assertThat(log.lines()).hasSize(4);
      assertThat(log.lines().get(0))
          .contains("aggregate_type=Initial Snapshot, type=STARTED", "connector_name=delta");
      assertThat(log.lines().get(2)).contains("type=TABLE_SCAN_COMPLETED", "total_rows_scanned=3");
    }
  }

  @Test
  void channelsSelectWhereTheyGo() throws Exception {
    try (CapturedLog log = new CapturedLog(SnapshotNotifications.class)) {
      assertThat(texts(runs("notification.enabled.channels", "sink").fromStart())).hasSize(7);
      assertThat(texts(new TableRuns(table, "notification.enabled.channels", "").fromStart()))
          .hasSize(3);
      assertThat(log.lines()).isEmpty();
    }
  }
}
