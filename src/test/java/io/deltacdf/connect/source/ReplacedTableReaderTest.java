package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.offset;
import static io.deltacdf.connect.source.Orders.texts;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.tables.Replacement;
import io.deltacdf.connect.testing.tables.Rows;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers of a path at which another table is put: {@code table.replaced}. */
class ReplacedTableReaderTest extends ReplacedTableFixture {
  private static final TableConfig FAIL = Options.orders();
  private static final TableConfig SNAPSHOT = Options.orders("table.replaced", "snapshot");

  @Test
  void nothingOfAnotherTableIsPublished() throws Exception {
    start(FAIL, Optional.empty());
    ReaderRuns.runUntilIdle(reader);
    replaceBy(other(4));

    assertFails(ErrorCode.TABLE_REPLACED, false);
    assertThat(texts(records)).containsExactly("1: 1 a", "1: 2 b");
  }

  @Test
  void aSnapshotOfTheOtherTableIsPublishedIfConfigured() throws Exception {
    start(SNAPSHOT, Optional.empty());
    ReaderRuns.runUntilIdle(reader);
    TestTable other = other(4);
    replaceBy(other);
    try (CapturedLog log = new CapturedLog(Resnapshot.class)) {
      ReaderRuns.runUntilIdle(reader);
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("table.replaced=snapshot", "TABLE_REPLACED", other.metadata().id(), "stay");
    }
    assertThat(texts(records.subList(2, records.size())))
        .containsExactlyInAnyOrder("3: 11 n", "3: 12 n", "3: 13 n");
    assertThat((Object) records.get(4).sourceOffset().get("table_id"))
        .isEqualTo(other.metadata().id());
    SourceRecord last = records.get(4);
    records.clear();
    reader.close();
    start(SNAPSHOT, offset(last));
    ReaderRuns.runUntilIdle(reader);
    assertThat(records).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void aTableThatWasReplacedWhileStoppedIsNoticedAfterEachOffset(int versions) throws Exception {
    table.insert(row("id", 3, "name", "c"), row("id", 4, "name", "d"));
    List<SourceRecord> all =
        OnDisk.run(table, Options.orders("start.version", "1"), Optional.empty());
    assertThat(all).hasSize(4);
    TestTable other = other(versions);
    replaceBy(other);

    for (SourceRecord record : all) {
      start(FAIL, offset(record));
      assertFails(ErrorCode.TABLE_REPLACED, false);
      reader.close();
    }
    assertThat(records).isEmpty();
    start(SNAPSHOT, offset(all.get(1)));
    ReaderRuns.runUntilIdle(reader);
    assertThat(OnDisk.fold(records)).hasSize(versions - 1);
  }

  @Test
  void aRewrittenCommitIsNoticedAfterEachOffsetOfASnapshot() throws Exception {
    List<SourceRecord> snapshot = OnDisk.run(table, FAIL, Optional.empty());
    String commit = Files.readString(table.faults().commitFile(1));
    table.faults().overwriteCommit(1, commit.replaceFirst("\\}\\s*$", " }\n"));

    for (SourceRecord record : snapshot) {
      start(SNAPSHOT, offset(record));
      assertFails(ErrorCode.COMMIT_REWRITTEN, false);
      reader.close();
    }
    assertThat(records).isEmpty();
  }

  /** {@code when_needed} replaces what a table has lost, and not one table by another. */
  @ParameterizedTest
  @ValueSource(strings = {"initial", "when_needed"})
  void aTableThatIsReplacedInTheMiddleOfAVersionIsNotAMissingFile(String mode) throws Exception {
    List<SourceRecord> before = OnDisk.run(table, FAIL, Optional.empty());
    table.insert(Rows.generate(5_000, id -> row("id", (long) id + 10, "name", "n")), 3);
    start(Options.orders("snapshot.mode", mode), offset(before.get(1)));
    stepUntil(100);
    replaceBy(other(9));

    assertFails(ErrorCode.TABLE_REPLACED, false);
    assertThat(texts(records)).allMatch(text -> text.startsWith("2: "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"initial", "when_needed"})
  void aTableThatIsReplacedInTheMiddleOfASnapshotIsNotAMissingFile(String mode) throws Exception {
    table.insert(Rows.generate(5_000, id -> row("id", (long) id + 10, "name", "n")), 3);
    start(Options.orders("snapshot.mode", mode), Optional.empty());
    stepUntil(3);
    replaceBy(other(9));

    assertFails(ErrorCode.TABLE_REPLACED, false);
    assertThat(texts(records)).allMatch(text -> text.startsWith("2: "));
  }

  @Test
  void aSnapshotThatWasInterruptedByAReplacementStartsAgainWithTheOtherTable() throws Exception {
    table.insert(Rows.generate(5_000, id -> row("id", (long) id + 10, "name", "n")), 3);
    start(SNAPSHOT, Optional.empty());
    stepUntil(3);
    int published = records.size();
    replaceBy(other(3));
    ReaderRuns.runUntilIdle(reader);

    List<SourceRecord> second =
        records.stream()
            .skip(published - 1)
            .filter(record -> OnDisk.texts(List.of(record)).get(0).contains("read 1"))
            .filter(record -> !record.sourceOffset().containsValue(table.metadata().id()))
            .toList();
    assertThat(texts(second)).containsExactlyInAnyOrder("2: 11 n", "2: 12 n");
  }

  /** The missing commit of the snapshot's version looks like a failure of the store. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aSnapshotOfATableThatIsReplacedByAShorterOneStartsAgain(int steps) throws Exception {
    table.insert(row("id", 3, "name", "c"));
    start(SNAPSHOT, Optional.empty());
    for (int step = 0; step < steps; step++) {
      reader.step();
    }
    int published = records.size();
    replaceBy(other(2));
    ReaderRuns.runUntilIdle(reader);

    assertThat(texts(records.subList(published, records.size()))).contains("1: 11 n");
  }

  private void stepUntil(int count) throws InterruptedException {
    while (records.size() < count) {
      reader.step();
    }
  }

  @Test
  void aTableThatIsDroppedAndCreatedAgainIsMissingInBetween() throws Exception {
    start(SNAPSHOT, Optional.empty());
    ReaderRuns.runUntilIdle(reader);
    SourceRecord last = records.get(1);
    reader.close();
    TestTable other = other(2);
    Replacement.drop(table.directory());
    start(SNAPSHOT, offset(last));
    assertFails(ErrorCode.NOT_A_TABLE, true);
    Files.createDirectories(table.directory().resolve("_delta_log"));
    assertFails(ErrorCode.NOT_A_TABLE, true);
    replaceBy(other);
    ReaderRuns.runUntilIdle(reader);

    assertThat(texts(records.subList(2, records.size()))).containsExactly("1: 11 n");
  }

  @Test
  void aTableThatNeverExistedIsAnErrorAtOnce() {
    Replacement.drop(table.directory());
    start(FAIL, Optional.empty());

    assertFails(ErrorCode.NOT_A_TABLE, false);
  }

  @Test
  void aTableThatDoesNotExistYetIsAwaitedIfConfigured() throws Exception {
    TestTable other = other(3);
    Replacement.drop(table.directory());
    try (CapturedLog log = new CapturedLog(InitialPosition.class)) {
      start(Options.orders("table.missing", "wait"), Optional.empty());
      assertThat(ReaderRuns.runUntilIdle(reader)).isEqualTo(Progress.IDLE);
      Files.createDirectories(table.directory().resolve("_delta_log"));
      assertThat(ReaderRuns.runUntilIdle(reader)).isEqualTo(Progress.IDLE);
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("'orders'", "table.missing=wait", "NOT_A_TABLE");
    }
    replaceBy(other);
    ReaderRuns.runUntilIdle(reader);

    assertThat(texts(records)).containsExactlyInAnyOrder("2: 11 n", "2: 12 n");
  }

  /** Files of the other table have the same names and lengths as files that were read before. */
  @Test
  void filesOfTheSameNamesAreReadAgain() throws Exception {
    start(SNAPSHOT, Optional.empty());
    ReaderRuns.runUntilIdle(reader);
    TestTable other =
        TestTable.at(dir.resolve("other"))
            .schema("id long, name string")
            .changeDataFeed()
            .seed(1)
            .id("another-id")
            .create();
    other.insert(row("id", 3, "name", "x"), row("id", 4, "name", "y"));
    other.insert(row("id", 5, "name", "z"));
    assertThat(other.file(0).size()).isEqualTo(table.file(0).size());
    Files.move(other.file(0).location(), other.directory().resolve(table.file(0).path()));
    String commit = Files.readString(other.faults().commitFile(1));
    other.faults().overwriteCommit(1, commit.replace(other.file(0).path(), table.file(0).path()));
    replaceBy(other);
    ReaderRuns.runUntilIdle(reader);

    assertThat(texts(records.subList(2, records.size())))
        .containsExactlyInAnyOrder("2: 3 x", "2: 4 y", "2: 5 z");
  }
}
