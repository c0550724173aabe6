package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.HeartbeatRecords;
import io.deltacdf.connect.source.delivery.OffsetStore;
import io.deltacdf.connect.source.delivery.PendingHeartbeats;
import io.deltacdf.connect.source.memory.ReaderMemory;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How long what is missing of a young commit is looked for: {@code replication.grace.ms}. Time
 * passes only while a retry waits.
 */
class YoungCommitRetriesTest {
  private static final long START = 1_700_000_000_000L;
  private static final String GRACE = "600000";

  @TempDir Path dir;
  private final List<SourceRecord> records = new ArrayList<>();
  private TestTable table;
  private TableReader reader;
  private long nanoTime = 1;

  /** Makes a table whose versions 1 to 3 have one more row each, and appear at the start. */
  @BeforeEach
  void create() {
    table = TestTable.at(dir.resolve("orders")).schema("id long, name string").create();
    for (long id = 1; id <= 3; id++) {
      table.insert(row("id", id, "name", "n"));
      table.faults().touchCommit(id, START);
    }
  }

  @AfterEach
  void close() {
    reader.close();
  }

  private long millis() {
    return START + TimeUnit.NANOSECONDS.toMillis(nanoTime);
  }

  private ScheduledReader start(FlowConfig flow, String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("replication.grace.ms", GRACE));
    TableConfig config = Options.orders(all.toArray(String[]::new));
    ReachedOffset reached = new ReachedOffset((record, size) -> records.add(record));
    HeartbeatRecords heartbeats = new HeartbeatRecords("orders", Options.records());
    SourceOffset stored = SourceOffset.builder(1).build();
    reader =
        new TableReader(
            OnDisk.open(table),
            config,
            Options.records(),
            stored,
            reached,
            ReaderMemory.unlimited(),
            OffsetStore.NOT_AWAITED,
            new TableMetrics("orders", this::millis),
            this::millis);
    return new ScheduledReader(
        reader,
        flow,
        reached,
        new Heartbeat(heartbeats, reached, Duration.ZERO, () -> nanoTime, new PendingHeartbeats()),
        new StateHeartbeats(heartbeats, (record, size) -> {}, Duration.ZERO, () -> nanoTime),
        false,
        new StopSignal(),
        () -> nanoTime);
  }

  /** Runs until the table is published or fails. */
  private DeltaCdfException failure(ScheduledReader running) throws InterruptedException {
    while (true) {
      try {
        OptionalLong wait = running.run();
        nanoTime += wait.orElseThrow();
      } catch (DeltaCdfException e) {
        return e;
      }
    }
  }

  private static void hide(Path file) throws Exception {
    Files.move(file, file.resolveSibling("hidden"));
  }

  private void hideVersion2(ErrorCode what) throws Exception {
    hide(what == ErrorCode.FILE_MISSING ? table.file(1).location() : table.faults().commitFile(2));
  }

  @ParameterizedTest
  @CsvSource({"FILE_MISSING, 10", "VERSION_MISSING, 10", "FILE_MISSING, 0", "VERSION_MISSING, -1"})
  void itIsLookedForUntilTheGraceIsOver(ErrorCode code, String retries) throws Exception {
    hideVersion2(code);
    ScheduledReader running = start(Options.usualFlow("read.retry.max.attempts", retries));

    DeltaCdfException failure = failure(running);

    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure.isRetriable()).as("it is final").isFalse();
    assertThat(millis() - START).isBetween(600_000L, 600_000L + 90_000L);
  }

  @ParameterizedTest
  @CsvSource({"FILE_MISSING", "VERSION_MISSING"})
  void whatComesLateIsPublished(ErrorCode code) throws Exception {
    hideVersion2(code);
    ScheduledReader running = start(Options.usualFlow());
    while (millis() - START < 590_000) {
      nanoTime += running.run().orElseThrow();
    }
    Path file =
        code == ErrorCode.FILE_MISSING ? table.file(1).location() : table.faults().commitFile(2);
    Files.move(file.resolveSibling("hidden"), file);
    while (records.size() < 2) {
      nanoTime += running.run().orElseThrow();
    }

    assertThat(Orders.texts(records)).containsExactly("2: 2 n", "3: 3 n");
  }

  /** The newest version does not need the file. */
  @Test
  void aSnapshotIsTakenWhenTheGraceIsOver() throws Exception {
    hideVersion2(ErrorCode.FILE_MISSING);
    table.delete(row -> row.get("id").equals(2L));
    table.faults().touchCommit(4, START);
    ScheduledReader running = start(Options.usualFlow(), "snapshot.mode", "when_needed");
    while (records.size() < 2) {
      nanoTime += running.run().orElseThrow();
    }

    assertThat(millis() - START).isBetween(600_000L, 600_000L + 90_000L);
    assertThat(Orders.texts(records)).containsExactlyInAnyOrder("4: 1 n", "4: 3 n");
  }

  @Test
  void aClockThatIsAheadDoesNotMakeItEndless() throws Exception {
    hideVersion2(ErrorCode.FILE_MISSING);
    table.faults().touchCommit(2, START + Duration.ofDays(365).toMillis());
    ScheduledReader running = start(Options.usualFlow());

    assertThat(failure(running).isRetriable()).isFalse();
    assertThat(millis() - START).isBetween(600_000L, 600_000L + 90_000L);
  }
}
