package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.offset;
import static io.deltacdf.connect.source.Orders.texts;
import static io.deltacdf.connect.source.ReaderRuns.runUntilIdle;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.tables.CheckpointFiles;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.SchemaParser;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code snapshot.mode=when_needed}: a new snapshot replaces lost files, with a warning. */
class WhenNeededTest {
  private static final TableConfig WHEN_NEEDED =
      Options.orders("snapshot.mode", "when_needed", "commit.consolidation", "none");
  private static final TableConfig INITIAL = Options.orders("commit.consolidation", "none");

  @TempDir Path dir;
  private TestTable table;

  /** Makes a table whose version 1 has the rows 1 and 2. */
  @BeforeEach
  void makeTable() {
    table =
        TestTable.at(dir.resolve("orders"))
            .schema("id long, name string")
            .changeDataFeed()
            .create();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"));
  }

  private DeltaTable open() {
    return DeltaTables.open("orders", table.path(), Storage.open(Map.of()));
  }

  private static Optional<SourceOffset> stored(long version) {
    return Optional.of(SourceOffsetCodec.read("orders", Map.of("version", version)));
  }

  private List<SourceRecord> run(TableConfig config, Optional<SourceOffset> stored)
      throws InterruptedException {
    return ReaderRuns.run(open(), config, stored);
  }

  private void assertFails(
      TableConfig config, Optional<SourceOffset> stored, ErrorCode code, String... texts) {
    assertThatThrownBy(() -> run(config, stored))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e)
                  .hasMessageContainingAll("'orders'", "reset the table's offset", "when_needed")
                  .hasMessageContainingAll(texts);
            });
  }

  private static String snapshotId(SourceRecord record) {
    Header header = record.headers().lastWithName("delta.snapshot.id");
    return header == null ? null : (String) header.value();
  }

  @Test
  void withoutAnOffsetItTakesAnInitialSnapshot() throws Exception {
    assertThat(texts(run(WHEN_NEEDED, Optional.empty()))).containsExactly("1: 1 a", "1: 2 b");
  }

  @Test
  void C31_aLogTruncatedAfterTheOffsetIsAnErrorOrANewSnapshot() throws Exception {
    table.insert(row("id", 3, "name", "c"));
    table.deleteFiles(table.file(0));
    table.checkpoint();
    table.faults().dropVersionsBefore(3);

    assertFails(INITIAL, stored(1), ErrorCode.LOG_TRUNCATED, "version 1", "3");
    try (CapturedLog log = new CapturedLog(Resnapshot.class)) {
      List<SourceRecord> records = run(WHEN_NEEDED, stored(1));

      assertThat(texts(records)).containsExactly("3: 3 c");
      assertThat(snapshotId(records.get(0))).startsWith("3-");
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("'orders'", "new snapshot of version 3", "when_needed", "LOG_TRUNCATED");
      table.insert(row("id", 4, "name", "d"));
      assertThat(texts(run(WHEN_NEEDED, offset(records.get(0))))).containsExactly("4: 4 d");
    }
  }

  /** The schema changes after the offset, so that of the newer checkpoint cannot be used. */
  @Test
  void aDamagedCheckpointIsAnErrorOrANewSnapshotFromANewerOne() throws Exception {
    Path damaged = CheckpointFiles.CLASSIC.write(table).get(0);
    table.commit().schema(SchemaParser.schema("id long, name string, n int")).write();
    table.insert(row("id", 3, "name", "c", "n", 1));
    table.checkpoint();
    Files.write(damaged, new byte[] {1, 2, 3});
    table.faults().dropVersionsBefore(1);

    assertFails(
        INITIAL,
        stored(1),
        ErrorCode.CHECKPOINT_CORRUPT,
        "version 1",
        damaged.getFileName().toString(),
        "lacks version 0");
    List<SourceRecord> records = run(WHEN_NEEDED, stored(1));
    assertThat(records).hasSize(3);
    assertThat(snapshotId(records.get(0))).startsWith("3-");
  }

  @Test
  void C30_aMissingChangeFileIsAnErrorOrANewSnapshotAfterTheReadableChanges() throws Exception {
    DataFile first =
        table.changeFile(List.of(row("id", 1, "name", "a", "_change_type", "delete")), o -> {});
    DataFile second =
        table.changeFile(List.of(row("id", 4, "name", "d", "_change_type", "insert")), o -> {});
    table
        .commit()
        .remove(table.file(0))
        .cdc(first)
        .cdc(second)
        .add(row("id", 2, "name", "b"), row("id", 4, "name", "d"))
        .write();
    table.insert(row("id", 5, "name", "e"));
    table.faults().deleteFile(second);

    assertFails(INITIAL, stored(1), ErrorCode.FILE_MISSING, "version 2", second.path(), "VACUUM");
    List<SourceRecord> records = run(WHEN_NEEDED, stored(1));

    assertThat(texts(records.subList(0, 1))).containsExactly("2: 1 deleted");
    assertThat(snapshotId(records.get(0))).isNull();
    List<SourceRecord> snapshot = records.subList(1, records.size());
    assertThat(texts(snapshot)).containsExactlyInAnyOrder("3: 2 b", "3: 4 d", "3: 5 e");
    assertThat(snapshot).allMatch(record -> snapshotId(record).startsWith("3-"));
    assertThat(run(WHEN_NEEDED, offset(records.get(records.size() - 1)))).isEmpty();
  }

  @Test
  void C35_aSnapshotWithMissingFilesFailsOrStartsAgainAtTheLatestVersion() throws Exception {
    List<SourceRecord> before = run(INITIAL, Optional.empty());
    DataFile old = table.file(0);
    table.overwrite(row("id", 2, "name", "B"), row("id", 3, "name", "c"));
    table.faults().deleteFile(old);

    assertFails(INITIAL, offset(before.get(0)), ErrorCode.FILE_MISSING, "version 1", old.path());
    List<SourceRecord> records = run(WHEN_NEEDED, offset(before.get(0)));

    assertThat(texts(records)).containsExactly("2: 2 B", "2: 3 c");
    assertThat(records)
        .extracting(WhenNeededTest::snapshotId)
        .allMatch(id -> id.startsWith("2-") && !id.equals(snapshotId(before.get(0))));
  }

  @Test
  void C35_aSnapshotWithATruncatedLogFailsOrStartsAgainAtTheLatestVersion() throws Exception {
    List<SourceRecord> before = run(INITIAL, Optional.empty());
    table.overwrite(row("id", 3, "name", "c"));
    table.checkpoint();
    table.faults().dropVersionsBefore(2);

    assertFails(INITIAL, offset(before.get(0)), ErrorCode.LOG_TRUNCATED, "version 1", "2");
    assertThat(texts(run(WHEN_NEEDED, offset(before.get(0))))).containsExactly("2: 3 c");
  }

  @Test
  void aGapInTheLogBeforeTheLatestCheckpointIsRepairedByASnapshot() throws Exception {
    table.insert(row("id", 3, "name", "c"));
    table.insert(row("id", 4, "name", "d"));
    table.checkpoint();
    table.faults().dropVersion(2);

    assertThat(texts(run(WHEN_NEEDED, stored(1)))).contains("3: 3 c").hasSize(4);
  }

  @Test
  void aMissingFileOfTheLatestVersionIsStillAnError() throws Exception {
    table.insert(row("id", 3, "name", "c"));
    table.faults().deleteFile(table.file(1));
    List<SourceRecord> records = new ArrayList<>();
    TableReader reader = ReaderRuns.reader(open(), WHEN_NEEDED, stored(1), records);

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> runUntilIdle(reader))
          .isInstanceOfSatisfying(
              DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_MISSING));
    }
    reader.close();
  }

  @Test
  void otherFailuresAreStillErrors() throws Exception {
    SourceOffset other =
        SourceOffsetCodec.read("orders", Map.of("version", 1, "table_id", "another"));

    assertThatThrownBy(() -> run(WHEN_NEEDED, Optional.of(other)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_REPLACED));
  }
}
