package io.deltacdf.connect.source;

import static io.deltacdf.connect.metrics.MeasuredTable.value;
import static io.deltacdf.connect.metrics.MeasuredTable.values;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.source.delivery.OffsetStore;
import io.deltacdf.connect.source.memory.ReaderMemory;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is measured while real tables are read. */
class TableMeasurementsTest {
  private static final String[] VERSIONS = {
    "LastVersionSeen", "LastVersionRead", "VersionsBehindSource", "State"
  };
  private static final String[] COMMITS = {
    "NumberOfCommittedTransactions", "CommitsFromFeed", "CommitsDerived", "CommitsWithoutChanges"
  };
  private static final String[] EVENTS = {
    "TotalNumberOfEventsSeen",
    "TotalNumberOfCreateEventsSeen",
    "TotalNumberOfUpdateEventsSeen",
    "TotalNumberOfDeleteEventsSeen"
  };

  @TempDir private Path dir;
  private TestTable table;

  @BeforeEach
  void createTable() {
    table = TestTable.at(dir).schema("id long, name string").changeDataFeed().create();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"));
    table.insert(row("id", 3, "name", "c"));
  }

  private TableReader reader(String... more) {
    Map<String, String> options = new HashMap<>();
    options.put("topic.prefix", "delta");
    options.put("tables", "orders");
    options.put("tables.orders.path", table.path());
    options.put("replication.grace.ms", "0");
    options.put("key", "id");
    for (int i = 0; i < more.length; i += 2) {
      options.put(more[i], more[i + 1]);
    }
    DeltaSourceConfig config = new DeltaSourceConfig(options);
    return new TableReader(
        OnDisk.open(table), config.tables().get(0), config.records(), null, (record, size) -> {});
  }

  @Test
  void aSnapshotIsMeasuredByItsFiles() throws Exception {
    long bytes = table.file(0).size() + table.file(1).size();
    try (TableReader reader = reader()) {
      assertThat(value(reader.metrics(), "State")).isEqualTo("STARTING");
      assertThat(value(reader.metrics(), "MilliSecondsSinceLastLook")).isEqualTo(-1L);
      while (!value(reader.metrics(), "State").equals("SNAPSHOT")) {
        reader.step();
      }
      assertThat(value(reader.metrics(), "SnapshotRunning")).isEqualTo(true);
      assertThat(value(reader.metrics(), "TotalByteCount")).isEqualTo(bytes);

      ReaderRuns.runUntilIdle(reader);

      assertThat(
              values(
                  reader.metrics(),
                  "SnapshotRunning",
                  "SnapshotCompleted",
                  "SnapshotVersion",
                  "RowsScanned",
                  "FilesScanned",
                  "TotalFileCount",
                  "BytesScanned",
                  "SnapshotRemainingSeconds",
                  "State"))
          .hasToString(
              "{SnapshotRunning=false, SnapshotCompleted=true, SnapshotVersion=2, RowsScanned=3,"
                  + " FilesScanned=2, TotalFileCount=2, BytesScanned="
                  + bytes
                  + ", SnapshotRemainingSeconds=0, State=IDLE}");
      assertThat((Long) value(reader.metrics(), "MilliSecondsSinceLastLook"))
          .isGreaterThanOrEqualTo(0);
      assertThat(value(reader.metrics(), "RowsRead")).isEqualTo(3L);
      assertThat(value(reader.metrics(), "BytesRead")).isEqualTo(bytes);
    }
  }

  @Test
  void commitsAndEventsAreCountedByTheirKinds() throws Exception {
    try (TableReader reader = reader()) {
      ReaderRuns.runUntilIdle(reader);
      table.update(r -> r.get("id").equals(1L), set("name", "A"));
      table.delete(r -> r.get("id").equals(2L));
      table.setProperty("delta.appendOnly", "false");
      table.setProperty("delta.enableChangeDataFeed", "false");
      table.copyOnWrite().update(r -> r.get("id").equals(1L), set("name", "B"));

      ReaderRuns.runUntilIdle(reader);

      assertThat(values(reader.metrics(), VERSIONS))
          .hasToString(
              "{LastVersionSeen=7, LastVersionRead=7, VersionsBehindSource=0, State=IDLE}");
      assertThat(values(reader.metrics(), COMMITS))
          .hasToString(
              "{NumberOfCommittedTransactions=5, CommitsFromFeed=2, CommitsDerived=1,"
                  + " CommitsWithoutChanges=2}");
      assertThat(values(reader.metrics(), EVENTS))
          .hasToString(
              "{TotalNumberOfEventsSeen=6, TotalNumberOfCreateEventsSeen=0,"
                  + " TotalNumberOfUpdateEventsSeen=2, TotalNumberOfDeleteEventsSeen=1}");
      assertThat(value(reader.metrics(), "RetentionHeadroomMs")).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void whatIsLeftOutIsCounted() throws Exception {
    try (TableReader reader =
        reader("skipped.operations", "d", "null.key.handling", "skip", "start.version", "0")) {
      table.insert(row("id", null, "name", "x"));
      table.delete(r -> Long.valueOf(2).equals(r.get("id")));
      table.setProperty("delta.enableChangeDataFeed", "false");
      table.copyOnWrite().update(r -> Long.valueOf(1).equals(r.get("id")), set("name", "a"));

      ReaderRuns.runUntilIdle(reader);

      assertThat(
              values(
                  reader.metrics(),
                  "NumberOfEventsFiltered",
                  "NumberOfNullKeysSkipped",
                  "NumberOfUnchangedEventsSkipped"))
          .hasToString(
              "{NumberOfEventsFiltered=1, NumberOfNullKeysSkipped=1,"
                  + " NumberOfUnchangedEventsSkipped=1}");
    }
  }

  @Test
  void aTableIsBehindByTheVersionsOfItsLogThatAreNotRead() throws Exception {
    try (TableReader reader = reader("start.version", "0")) {
      while (!value(reader.metrics(), "State").equals("STREAMING")) {
        reader.step();
      }

      assertThat(value(reader.metrics(), "LastVersionSeen")).isEqualTo(2L);
      assertThat((Long) value(reader.metrics(), "MilliSecondsBehindSource"))
          .isGreaterThanOrEqualTo(0);
      // Deleted files are kept for a week by default.
      assertThat((Long) value(reader.metrics(), "RetentionHeadroomMs"))
          .isBetween(Duration.ofDays(6).toMillis(), Duration.ofDays(7).toMillis());
      ReaderRuns.runUntilIdle(reader);
      assertThat(value(reader.metrics(), "MilliSecondsBehindSource")).isEqualTo(0L);
    }
  }

  /**
   * A cleanup has the properties of the newest version, and not those of the version it removes.
   */
  @Test
  void aRetentionThatWasRaisedLaterCountsForATableThatIsBehind() throws Exception {
    table.setProperty("delta.deletedFileRetentionDuration", "interval 60 days");
    AtomicLong now = new AtomicLong(System.currentTimeMillis());
    TableMetrics metrics = new TableMetrics("orders", now::get);
    try (TableReader reader = reader(metrics)) {
      nextCommit(reader, metrics, 1);
      assertThat((Long) value(metrics, "RetentionHeadroomMs"))
          .isBetween(Duration.ofDays(6).toMillis(), Duration.ofDays(7).toMillis());
      now.addAndGet(Duration.ofMinutes(10).toMillis());

      nextCommit(reader, metrics, 2);

      // The default of the log is the shorter one now.
      assertThat((Long) value(metrics, "RetentionHeadroomMs"))
          .isBetween(Duration.ofDays(29).toMillis(), Duration.ofDays(30).toMillis());
    }
  }

  private static void nextCommit(TableReader reader, TableMetrics metrics, long commits)
      throws InterruptedException {
    while (!value(metrics, "CommitsFromFeed").equals(commits)) {
      reader.step();
    }
  }

  private TableReader reader(TableMetrics metrics) {
    DeltaSourceConfig config =
        new DeltaSourceConfig(
            Map.of(
                "topic.prefix", "delta",
                "tables", "orders",
                "tables.orders.path", table.path(),
                "key", "id",
                "start.version", "0"));
    return new TableReader(
        OnDisk.open(table),
        config.tables().get(0),
        config.records(),
        null,
        (record, size) -> {},
        ReaderMemory.unlimited(),
        OffsetStore.NOT_AWAITED,
        metrics);
  }

  @Test
  void aSnapshotThatLosesItsFilesIsAborted() throws Exception {
    try (TableReader reader = reader("snapshot.mode", "when_needed")) {
      while (!value(reader.metrics(), "State").equals("SNAPSHOT")) {
        reader.step();
      }
      table.faults().deleteFile(table.file(0));
      table.faults().deleteFile(table.file(1));

      assertThatThrownBy(() -> ReaderRuns.runUntilIdle(reader))
          .isInstanceOf(DeltaCdfException.class);
      assertThat(value(reader.metrics(), "SnapshotAborted")).isEqualTo(true);
    }
  }
}
