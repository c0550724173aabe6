package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A fault of a table fails the task with an error that says where the fault is. Everything before
 * it is published, nothing is skipped, and no offset passes the fault.
 */
@Timeout(60)
class BadInputTest {
  private static final Map<String, Object> BEGINNING = Map.of("version", 0L);

  @TempDir Path dir;
  private TestTable table;

  /** The records that a task published until it failed. */
  private record Outcome(List<SourceRecord> records, DeltaCdfException failure) {}

  /** Makes a table whose version 0 is empty and whose version 1 has the rows 1 and 2. */
  @BeforeEach
  void makeTable() {
    table =
        TestTable.at(dir.resolve("t"))
            .schema("id long, name string")
            .changeDataFeed()
            .deletionVectors()
            .create();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"));
  }

  @Test
  void noTableAtThePath() throws Exception {
    Path empty = Files.createDirectory(dir.resolve("empty"));

    Outcome outcome = run(null, "tables.orders.path", empty.toString());

    assertThat(outcome.records).isEmpty();
    assertFailure(outcome, ErrorCode.NOT_A_TABLE, empty.toString());
  }

  @Test
  void aFileOfAnotherTable() throws Exception {
    TestTable other = TestTable.at(dir.resolve("other")).schema("id long, name string").create();
    DataFile file = other.dataFile(row("id", 3, "name", "c")).withAbsolutePath();
    table.commit().add(row("id", 4)).add(file).write();

    assertFailsAfterVersion1(
        ErrorCode.PATH_NOT_ALLOWED, "version 2", file.path(), "allow.absolute.paths=file:");
  }

  @Test
  void aSnapshotOfATableWithoutChangeFeed() throws Exception {
    table.setChangeDataFeed(false);

    Outcome outcome = run(null);

    assertThat(outcome.records).isEmpty();
    assertFailure(outcome, ErrorCode.CHANGE_FEED_OFF, "version 2", "initial_only");
  }

  @Test
  void aCommitWhileTheChangeFeedIsOff() throws Exception {
    table.setChangeDataFeed(false);
    table.insert(row("id", 3));
    table.setChangeDataFeed(true);
    table.insert(row("id", 4));

    assertFailsAfterVersion1(ErrorCode.CHANGE_FEED_OFF, "Version 3");
  }

  @Test
  void aMissingKeyColumn() throws Exception {
    Outcome outcome = run(null, "key", "idd");

    assertThat(outcome.records).isEmpty();
    assertFailure(outcome, ErrorCode.KEY_INVALID, "'idd'", "id, name");
  }

  @Test
  void C59_aRowWithoutAKey() throws Exception {
    DataFile file =
        table.dataFile(
            row("id", 3, "name", "c"), row("id", null, "name", "d"), row("id", 5, "name", "e"));
    table.commit().add(file).write();

    Outcome outcome = run(BEGINNING);

    assertThat(keys(outcome.records)).containsExactly(1L, 2L, 3L);
    assertFailure(outcome, ErrorCode.KEY_NULL, "version 2", "'id'", file.path());
    assertStaysBeforeTheFault(outcome);
  }

  @Test
  void aCommitThatIsNotJson() throws Exception {
    table.insert(row("id", 3));
    table.insert(row("id", 4));
    table.faults().truncateCommit(2);

    assertFailsAfterVersion1(
        ErrorCode.CORRUPT_COMMIT, "version 2", table.faults().commitFile(2).toString());
  }

  @Test
  void aCommitThatIsFixedWhileItIsRetried() throws Exception {
    table.insert(row("id", 3));
    table.insert(row("id", 4));
    String text = Files.readString(table.faults().commitFile(2));
    table.faults().truncateCommit(2);
    DeltaSourceTask task = start(BEGINNING, "read.retry.max.attempts", "-1");
    List<SourceRecord> records = new ArrayList<>();
    try {
      for (int idle = 0; records.size() < 4; ) {
        if (!poll(task, records) && records.size() == 2 && idle++ == 1) {
          table.faults().overwriteCommit(2, text);
        }
      }
    } finally {
      task.stop();
    }
    assertThat(keys(records)).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void C59_rowsWithoutAKeyAreSkippedOnRequest() throws Exception {
    table.insert(row("id", 3), row("id", null), row("id", 5));
    DeltaSourceTask task = start(BEGINNING, "null.key.handling", "skip");
    List<SourceRecord> records = new ArrayList<>();
    try {
      while (records.size() < 4) {
        poll(task, records);
      }
    } finally {
      task.stop();
    }
    assertThat(keys(records)).containsExactly(1L, 2L, 3L, 5L);
  }

  @Test
  void aMissingDataFile() throws Exception {
    table.insert(row("id", 3));
    DataFile file = table.file(1);
    table.insert(row("id", 4));
    table.faults().deleteFile(file);

    assertFailsAfterVersion1(ErrorCode.FILE_MISSING, "version 2", file.path(), "VACUUM");
  }

  @Test
  void C30_aMissingChangeFile() throws Exception {
    DataFile file = table.changeFile(List.of(row("id", 3, "_change_type", "insert")), o -> {});
    table.commit().cdc(file).add(row("id", 3)).write();
    table.insert(row("id", 4));
    table.faults().deleteFile(file);

    assertFailsAfterVersion1(ErrorCode.FILE_MISSING, "version 2", file.path());
  }

  @Test
  void aTruncatedDataFile() throws Exception {
    table.insert(row("id", 3));
    DataFile file = table.file(1);
    table.insert(row("id", 4));
    table.faults().truncateFile(file);

    assertFailsAfterVersion1(
        ErrorCode.FILE_CORRUPT, "version 2", file.path(), "but the log says " + file.size());
  }

  @Test
  void aCorruptDataFile() throws Exception {
    table.insert(row("id", 3, "name", "a name of some length"));
    DataFile file = table.file(1);
    table.insert(row("id", 4));
    table.faults().corruptFile(file);

    assertFailsAfterVersion1(ErrorCode.FILE_CORRUPT, "version 2", file.path());
  }

  @Test
  void aMissingDeletionVector() throws Exception {
    table.delete(row -> row.get("id").equals(1L));
    table.faults().deleteDeletionVectorFiles();

    assertFailsAfterVersion1(ErrorCode.FILE_MISSING, "version 2", "deletion_vector_");
  }

  @Test
  void C29_aMissingVersion() throws Exception {
    table.insert(row("id", 3));
    table.insert(row("id", 4));
    table.faults().dropVersion(2);

    Outcome outcome = run(Map.of("version", 1L));

    assertThat(outcome.records).isEmpty();
    assertFailure(outcome, ErrorCode.VERSION_MISSING, "version 2", "version 3");
  }

  @Test
  void C31_aTruncatedLog() throws Exception {
    table.insert(row("id", 3));
    table.insert(row("id", 4));
    table.checkpoint();
    table.faults().dropVersionsBefore(3);

    Outcome outcome = run(Map.of("version", 1L));

    assertThat(outcome.records).isEmpty();
    assertFailure(outcome, ErrorCode.LOG_TRUNCATED, "version 1", "3");
  }

  @Test
  void anUnknownTableFeature() throws Exception {
    table.commit().features(Set.of("timeCrystals"), Set.of("timeCrystals")).write();
    table.insert(row("id", 3));

    assertFailsAfterVersion1(ErrorCode.UNSUPPORTED_FEATURE, "timeCrystals");
  }

  /** Runs from the beginning, and then again from the last offset. */
  private void assertFailsAfterVersion1(ErrorCode code, String... texts) throws Exception {
    Outcome outcome = run(BEGINNING);
    assertThat(keys(outcome.records)).containsExactly(1L, 2L);
    assertFailure(outcome, code, texts);
    assertStaysBeforeTheFault(outcome);
  }

  private void assertFailure(Outcome outcome, ErrorCode code, String... texts) {
    assertThat(outcome.failure.code()).isEqualTo(code);
    assertThat(outcome.failure).hasMessageContaining("'orders'").hasMessageContainingAll(texts);
  }

  /** A run from the last offset publishes nothing and fails in the same way. */
  private void assertStaysBeforeTheFault(Outcome outcome) throws Exception {
    Map<String, ?> offset = outcome.records.get(outcome.records.size() - 1).sourceOffset();
    Outcome again = run(new HashMap<>(offset));
    assertThat(again.records).isEmpty();
    assertThat(again.failure.code()).isEqualTo(outcome.failure.code());
    assertThat(again.failure).hasMessage(outcome.failure.getMessage());
  }

  private static List<Object> keys(List<SourceRecord> records) {
    return records.stream().<Object>map(SourceRecord::key).toList();
  }

  /** Polls until the task fails. */
  private Outcome run(Map<String, Object> offset, String... options) throws Exception {
    DeltaSourceTask task = start(offset, options);
    List<SourceRecord> records = new ArrayList<>();
    try {
      while (true) {
        poll(task, records);
      }
    } catch (DeltaCdfException e) {
      return new Outcome(records, e);
    } finally {
      task.stop();
    }
  }

  private static boolean poll(DeltaSourceTask task, List<SourceRecord> records) throws Exception {
    List<SourceRecord> some = task.poll();
    if (some == null) {
      return false;
    }
    records.addAll(some);
    return true;
  }

  private DeltaSourceTask start(Map<String, Object> offset, String... options) {
    Map<String, String> props = new HashMap<>();
    props.put("topic.prefix", "delta");
    props.put("tables", "orders");
    props.put("tables.orders.path", table.path());
    props.put("key", "id");
    props.put("heartbeat.interval.ms", "0");
    props.put("change.feed", "require");
    props.put("read.retry.max.attempts", "3");
    props.put("replication.grace.ms", "0");
    props.put("read.retry.delay.initial.ms", "10");
    for (int i = 0; i < options.length; i += 2) {
      props.put(options[i], options[i + 1]);
    }
    DeltaSourceTask task = new DeltaSourceTask();
    task.initialize(
        TaskContexts.of(offset == null ? Map.of() : Map.of("orders", offset), () -> {}));
    task.start(props);
    return task;
  }
}
