package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.texts;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables whose commits and files appear out of order: {@code replication.grace.ms}. */
class ReplicatedTableTest {
  private static final TableConfig GRACE = Options.orders("replication.grace.ms", "600000");

  @TempDir Path dir;
  private final List<SourceRecord> records = new ArrayList<>();
  private TestTable table;
  private TableReader reader;

  /** Makes a table whose versions 1 to 3 have one more row each. */
  @BeforeEach
  void create() {
    table = TestTable.at(dir.resolve("orders")).schema("id long, name string").create();
    for (long id = 1; id <= 3; id++) {
      table.insert(row("id", id, "name", "n"));
    }
  }

  @AfterEach
  void close() {
    reader.close();
  }

  private void start(TableConfig config, Optional<SourceOffset> stored) {
    reader = ReaderRuns.reader(OnDisk.open(table), config, stored, records);
  }

  private static Optional<SourceOffset> stored(long version) {
    return Optional.of(SourceOffsetCodec.read("orders", Map.of("version", version)));
  }

  private void assertFails(ErrorCode code, boolean retriable) {
    for (int i = 0; i < 2; i++) {
      DeltaCdfException failure =
          catchThrowableOfType(DeltaCdfException.class, () -> ReaderRuns.runUntilIdle(reader));
      assertThat(failure).isNotNull();
      assertThat(failure.code()).as("%s", failure).isEqualTo(code);
      assertThat(failure.isRetriable()).as("%s", failure).isEqualTo(retriable);
    }
  }

  private static Path hide(Path file) throws IOException {
    return Files.move(file, file.resolveSibling("hidden"));
  }

  @Test
  void aCommitThatAppearsAfterALaterOneIsAwaited() throws Exception {
    Path hidden = hide(table.faults().commitFile(2));
    start(GRACE, stored(1));
    assertFails(ErrorCode.VERSION_MISSING, true);
    Files.move(hidden, table.faults().commitFile(2));
    ReaderRuns.runUntilIdle(reader);

    assertThat(texts(records)).containsExactly("2: 2 n", "3: 3 n");
  }

  @Test
  void aCommitThatIsMissingBeforeAnOldOneIsAnErrorAtOnce() throws Exception {
    hide(table.faults().commitFile(2));
    table.faults().touchCommit(3, System.currentTimeMillis() - 3_600_000);
    start(GRACE, stored(1));

    assertFails(ErrorCode.VERSION_MISSING, false);
  }

  /** Delta Kernel refuses the log in between, and does not say that the commit is missing. */
  @Test
  void aCommitThatAppearsAfterItsCheckpointIsAwaited() throws Exception {
    table.checkpoint();
    Path hidden = hide(table.faults().commitFile(3));
    start(GRACE, Optional.empty());
    assertFails(ErrorCode.VERSION_MISSING, true);
    Files.move(hidden, table.faults().commitFile(3));
    ReaderRuns.runUntilIdle(reader);

    assertThat(texts(records)).containsExactlyInAnyOrder("3: 1 n", "3: 2 n", "3: 3 n");
  }

  @Test
  void aCheckpointWithoutItsCommitIsAnErrorThatNamesTheVersion() throws Exception {
    table.checkpoint();
    hide(table.faults().commitFile(3));
    start(Options.orders(), Optional.empty());

    assertFails(ErrorCode.VERSION_MISSING, false);
  }

  @Test
  void aFileThatAppearsAfterItsCommitIsAwaited() throws Exception {
    Path file = table.file(1).location();
    Path hidden = hide(file);
    start(GRACE, stored(1));
    assertFails(ErrorCode.FILE_MISSING, true);
    Files.move(hidden, file);
    ReaderRuns.runUntilIdle(reader);

    assertThat(texts(records)).containsExactly("2: 2 n", "3: 3 n");
  }

  @Test
  void aFileOfASnapshotThatAppearsAfterItsCommitIsAwaited() throws Exception {
    Path file = table.file(1).location();
    Path hidden = hide(file);
    start(GRACE, Optional.empty());
    assertFails(ErrorCode.FILE_MISSING, true);
    Files.move(hidden, file);
    ReaderRuns.runUntilIdle(reader);

    assertThat(texts(records)).containsExactlyInAnyOrder("3: 1 n", "3: 2 n", "3: 3 n");
  }

  @Test
  void aFileThatAnOldCommitNamesIsAnErrorAtOnce() throws Exception {
    hide(table.file(1).location());
    table.faults().touchCommit(2, System.currentTimeMillis() - 3_600_000);
    start(GRACE, stored(1));

    assertFails(ErrorCode.FILE_MISSING, false);
  }
}
