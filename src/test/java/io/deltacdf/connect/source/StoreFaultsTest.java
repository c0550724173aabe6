package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.generate;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.FaultyFileSystem;
import io.deltacdf.connect.testing.tables.CommitBuilder;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A store that fails while a version of many files is read in several passes: the file that could
 * not be read is read again, not the version, and each file that is read ends a series of retries.
 */
class StoreFaultsTest {
  private static final int FILES = 6;
  private static final int ROWS = 120;

  /** Every how many calls one fails in turn. */
  private static final int STEP = Boolean.getBoolean("deltacdf.full") ? 1 : 4;

  /** More calls than one file and one look at the log need. */
  private static final int CALLS_OF_A_FILE = 30;

  /** More failures than a store has that fails now and then while the version is read once. */
  private static final int MAX_FAILURES = 50;

  /** How the changes of the version are found. */
  enum Passes {
    BY_KEY("consolidation.max.keys", "4000000"),
    BY_PARTITIONED_KEY("consolidation.max.keys", "50"),
    BY_KEY_WITH_ROWS_BEFORE("record.format", "debezium"),
    BY_ROW_ID("commit.consolidation", "none", "change.feed", "derive"),
    BY_PARTITIONED_ROW_ID(
        "commit.consolidation", "none", "change.feed", "derive", "consolidation.max.keys", "50");

    private final String[] options;

    Passes(String... options) {
      this.options = options;
    }
  }

  @TempDir Path dir;
  private TestTable table;

  /**
   * Version 2 replaces all files: half of the rows change, a few are deleted, and a few are new.
   */
  @BeforeEach
  void makeTable() {
    table = TestTable.at(dir).schema("id long, s string").rowTracking().create();
    table.insert(generate(ROWS, id -> row("id", id, "s", "a")), FILES);
    CommitBuilder commit = table.commit().operation("WRITE");
    for (DataFile file : table.files()) {
      commit.remove(file);
    }
    for (int i = 0; i < FILES; i++) {
      int first = i * ROWS / FILES + 5;
      commit.addRows(
          generate(
              ROWS / FILES, id -> row("id", first + id, "s", (first + id) % 2 == 0 ? "a" : "b")));
    }
    commit.write();
  }

  @AfterEach
  void mend() {
    FaultyFileSystem.restart(call -> false);
  }

  @ParameterizedTest
  @EnumSource(Passes.class)
  void eachCallMayFailOnce(Passes passes) throws Exception {
    FaultyFileSystem.restart(call -> false);
    List<String> expected = run(passes, 0);
    long calls = FaultyFileSystem.calls();
    long opened = FaultyFileSystem.dataFilesOpened();
    assertThat(expected).hasSizeGreaterThan(ROWS / 2);
    assertThat(opened).isGreaterThan(3 * FILES);

    for (long failing = 1; failing <= calls; failing += STEP) {
      long number = failing;
      FaultyFileSystem.restart(call -> call == number);
      assertThat(run(passes, 1)).as("call %d fails", failing).isEqualTo(expected);
      assertThat(FaultyFileSystem.dataFilesOpened())
          .as("files opened if call %d fails", failing)
          .isLessThanOrEqualTo(opened + 1);
    }
  }

  @ParameterizedTest
  @EnumSource(Passes.class)
  void aStoreThatFailsAgainAndAgainLetsTheVersionBeCompleted(Passes passes) throws Exception {
    FaultyFileSystem.restart(call -> false);
    List<String> expected = run(passes, 0);

    for (int every = CALLS_OF_A_FILE; every < CALLS_OF_A_FILE + 7; every++) {
      int period = every;
      FaultyFileSystem.restart(call -> call % period == 0);
      assertThat(run(passes, 2)).as("every call number %d fails", every).isEqualTo(expected);
    }
  }

  /**
   * Returns the records of version 2.
   *
   * @param maxAttempts how many steps may fail without progress in between
   */
  private List<String> run(Passes passes, int maxAttempts) throws InterruptedException {
    Map<String, String> props = new HashMap<>();
    props.put("topic.prefix", "delta");
    props.put("tables", "orders");
    props.put("tables.orders.path", table.path());
    props.put("key", "id");
    props.put("start.version", "2");
    for (int i = 0; i < passes.options.length; i += 2) {
      props.put(passes.options[i], passes.options[i + 1]);
    }
    DeltaSourceConfig config = new DeltaSourceConfig(props);
    List<SourceRecord> records = new ArrayList<>();
    try (Storage storage = Storage.open(FaultyFileSystem.OPTIONS);
        TableReader reader =
            new TableReader(
                DeltaTables.open("orders", table.path(), storage),
                config.tables().get(0),
                config.records(),
                null,
                (record, size) -> records.add(record))) {
      readUntilIdle(reader, maxAttempts);
    }
    return records.stream().map(StoreFaultsTest::text).toList();
  }

  /** Without the time at which an envelope was made. */
  private static String text(SourceRecord record) {
    Struct value = (Struct) record.value();
    boolean envelope = value != null && value.schema().field("after") != null;
    return record.sourceOffset()
        + " "
        + record.key()
        + (envelope ? value.get("op") + ": " + value.get("before") + value.get("after") : value);
  }

  private static void readUntilIdle(TableReader reader, int maxAttempts)
      throws InterruptedException {
    Progress progress = Progress.MORE;
    int failed = 0;
    int failures = 0;
    while (progress == Progress.MORE) {
      long before = reader.progress();
      try {
        progress = reader.step();
      } catch (DeltaCdfException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.STORAGE);
        failed++;
        failures++;
        assertThat(failures).as("failures in all").isLessThan(MAX_FAILURES);
        assertThat(failed).as("failures without progress: %s", e).isLessThanOrEqualTo(maxAttempts);
      }
      failed = reader.progress() == before ? failed : 0;
    }
  }
}
