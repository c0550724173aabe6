package io.deltacdf.connect.table.log;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StructType;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.LogContexts;
import io.deltacdf.connect.table.RowText;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.CountingFileSystem.Counts;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.DeletionVectorStorage;
import io.deltacdf.connect.testing.tables.RemoveStyle;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which changes, timestamps and schemas the commits of a log have. */
class KernelCommitLogTest {
  @TempDir Path dir;

  private TestTable tableWithChangeFeed() {
    return TestTable.at(dir)
        .schema("id long, s string")
        .changeDataFeed()
        .deletionVectors()
        .create();
  }

  private static DeltaTable open(TestTable table) {
    return DeltaTables.open("orders", table.path(), Storage.open(Map.of()));
  }

  @Test
  void C09_onlyChangeFilesAreReadIfThereAreAny() {
    TestTable table = tableWithChangeFeed();
    DataFile file = table.dataFile(row("id", 1, "s", "a"), row("id", 2, "s", "b"));
    table.commit().add(file).write();
    table
        .commit()
        .operation("UPDATE")
        .remove(file)
        .add(row("id", 1, "s", "x"), row("id", 2, "s", "b"))
        .cdc(
            change("update_preimage", row("id", 1, "s", "a")),
            change("update_postimage", row("id", 1, "s", "x")))
        .write();

    assertThat(RowText.changes(open(table), 1))
        .containsExactly(
            "v1 insert id=1 s=a",
            "v1 insert id=2 s=b",
            "v2 update_preimage id=1 s=a",
            "v2 update_postimage id=1 s=x");
  }

  @Test
  void addedFilesAreInsertsAndRemovedFilesAreDeletes() {
    TestTable table = tableWithChangeFeed();
    DataFile file = table.dataFile(row("id", 1, "s", "a"));
    table.commit().add(file).write();
    table.commit().add(row("id", 2, "s", "b")).remove(file).write();

    assertThat(RowText.changes(open(table), 2))
        .containsExactlyInAnyOrder("v2 delete id=1 s=a", "v2 insert id=2 s=b");
  }

  @ParameterizedTest
  @EnumSource(DeletionVectorStorage.class)
  void C01_aFileThatIsRemovedAndAddedIsTheDifferenceOfItsDeletionVectors(
      DeletionVectorStorage storage) {
    TestTable table = tableWithChangeFeed();
    DataFile file = table.dataFile(row("id", 0), row("id", 1), row("id", 2), row("id", 3));
    table.commit().add(file).write();
    table.commit().deletionVectorsIn(storage).removeRows(file, 1, 2).write();
    table
        .commit()
        .deletionVectorsIn(storage)
        .remove(file)
        .add(file, new TreeSet<>(List.of(2L, 3L)))
        .write();
    table.commit().deletionVectorsIn(storage).restoreRows(file, 2, 3).write();
    table.commit().deletionVectorsIn(storage).removeRows(file, 0).write();
    table.commit().remove(file).write();

    assertThat(RowText.changes(open(table), 2))
        .containsExactlyInAnyOrder(
            "v2 delete id=1 s=null",
            "v2 delete id=2 s=null",
            "v3 delete id=3 s=null",
            "v3 insert id=1 s=null",
            "v4 insert id=2 s=null",
            "v4 insert id=3 s=null",
            "v5 delete id=0 s=null",
            "v6 delete id=1 s=null",
            "v6 delete id=2 s=null",
            "v6 delete id=3 s=null");
  }

  @Test
  void C03_aMergeThatChangedNoRowsHasNoChanges() {
    TestTable table = tableWithChangeFeed();
    DataFile file = table.dataFile(row("id", 1, "s", "a"));
    table.commit().add(file).write();
    table
        .commit()
        .operation(
            "MERGE",
            "numTargetRowsInserted",
            "0",
            "numTargetRowsUpdated",
            "0",
            "numTargetRowsDeleted",
            "0")
        .remove(file)
        .add(row("id", 1, "s", "a"))
        .write();

    assertThat(RowText.changes(open(table), 2)).isEmpty();
  }

  @Test
  void C03_aMergeWithoutAllMetricsIsNotSkipped() {
    TestTable table = tableWithChangeFeed();
    DataFile file = table.dataFile(row("id", 1, "s", "a"));
    table.commit().add(file).write();
    table
        .commit()
        .operation("MERGE", "numTargetRowsInserted", "0", "numTargetRowsUpdated", "0")
        .remove(file)
        .add(row("id", 1, "s", "a"))
        .write();

    assertThat(RowText.changes(open(table), 2)).hasSize(2);
  }

  @Test
  void C11_aCommitWithoutDataChangeOnlyAdvancesThePosition() {
    TestTable table = tableWithChangeFeed();
    DataFile file = table.dataFile(row("id", 1, "s", "a"));
    table.commit().add(file).write();
    table
        .commit()
        .operation("OPTIMIZE")
        .dataChange(false)
        .remove(file)
        .add(row("id", 1, "s", "a"))
        .write();

    try (CommitLog log = open(table).follow(LogPosition.before(2))) {
      Commit commit = log.next();
      assertThat(commit.files()).isEmpty();
      assertThat(commit.operation()).contains("OPTIMIZE");
      assertThat(log.position().version()).isEqualTo(2);
      assertThat(log.next()).isNull();
    }
  }

  @Test
  void C44_aStrayPhysicalChangeTypeColumnIsIgnored() {
    TestTable table = tableWithChangeFeed();
    table
        .commit()
        .addRows(
            Arrays.asList(row("id", 1, "s", "a")),
            options -> options.extraColumn("_change_type", "string", "delete"))
        .write();

    assertThat(RowText.changes(open(table), 1)).containsExactly("v1 insert id=1 s=a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "id"})
  void columnsAreReadByPhysicalNamesAndReportedByLogicalNames(String mode) {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, s struct<x:int>, p string")
            .partitionedBy("p")
            .changeDataFeed()
            .columnMapping(mode)
            .create();
    table.commit().add(row("id", 1, "s", row("x", 7), "p", "a b")).write();

    assertThat(RowText.changes(open(table), 1)).containsExactly("v1 insert id=1 s={x:7} p=a b");
  }

  @Test
  void charColumnsArePaddedAsSparkPadsThem() {
    TestTable table =
        TestTable.at(dir)
            .schema("c char(3), v varchar(3), p char(2)")
            .partitionedBy("p")
            .changeDataFeed()
            .create();
    table.insert(row("c", "ä", "v", "x", "p", "y"), row("c", null, "v", "abc", "p", "yy"));

    assertThat(RowText.changes(open(table), 1))
        .containsExactlyInAnyOrder("v1 insert c=ä   v=x p=y ", "v1 insert c=null v=abc p=yy");
  }

  @Test
  void removesMayOmitPartitionValuesThatAreNull() {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, p string, q int")
            .partitionedBy("p", "q")
            .changeDataFeed()
            .create();
    DataFile file = table.dataFile(row("id", 1, "p", null, "q", 3));
    table.commit().add(file).write();
    table.commit().removeStyle(RemoveStyle.SPARK).remove(file).write();

    assertThat(RowText.changes(open(table), 2)).containsExactly("v2 delete id=1 p=null q=3");
  }

  @Test
  void removesWithoutPartitionValuesAreAnErrorInsteadOfNulls() {
    TestTable table =
        TestTable.at(dir).schema("id long, p string").partitionedBy("p").changeDataFeed().create();
    DataFile file = table.dataFile(row("id", 1, "p", "a"));
    table.commit().add(file).write();
    table.commit().removeStyle(RemoveStyle.MINIMAL).remove(file).write();

    assertThatThrownBy(() -> RowText.changes(open(table), 2))
        .hasMessageContaining("version 2")
        .hasMessageContaining(file.path())
        .hasMessageContaining("lacks the partition values");
  }

  @Test
  void addedFilesAreReadWithTheNewSchemaAndRemovedFilesWithTheOldSchema() {
    TestTable table = tableWithChangeFeed();
    DataFile file = table.dataFile(row("id", 1, "s", "a"));
    table.commit().add(file).write();
    long changed =
        table
            .commit()
            .remove(file)
            .schema(new StructType().add("id", LongType.LONG).add("n", IntegerType.INTEGER))
            .add(row("id", 2, "n", 5))
            .write();

    try (CommitLog log = open(table).follow(LogPosition.before(changed))) {
      Commit commit = log.next();
      assertThat(commit.changesSchema()).isTrue();
      assertThat(RowText.rows(open(table), commit.files()))
          .containsExactlyInAnyOrder("delete id=1 s=a", "insert id=2 n=5");
    }
  }

  @Test
  void aPropertyChangeIsNotASchemaChange() {
    TestTable table = tableWithChangeFeed();
    long changed = table.commit().properties(Map.of("delta.appendOnly", "true")).write();

    try (CommitLog log = open(table).follow(LogPosition.before(changed))) {
      assertThat(log.next().changesSchema()).isFalse();
    }
  }

  @Test
  void C36_modificationTimesAreAdjustedToIncreaseAlsoAfterAStoredPosition() {
    TestTable table = tableWithChangeFeed();
    table.commit().modificationTime(5_000).add(row("id", 1)).write();
    table.commit().modificationTime(4_000).add(row("id", 2)).write();
    table.commit().modificationTime(9_000).add(row("id", 3)).write();

    try (CommitLog log = open(table).follow(LogPosition.before(1))) {
      assertThat(log.next().timestamp()).isEqualTo(5_000);
      assertThat(log.next().timestamp()).isEqualTo(5_001);
      assertThat(log.next().timestamp()).isEqualTo(9_000);
    }
    LogPosition position = new LogPosition(1, Optional.empty(), OptionalLong.of(7_000));
    try (CommitLog log = open(table).follow(position)) {
      assertThat(log.next().timestamp()).isEqualTo(7_001);
    }
  }

  @Test
  void C36_inCommitTimestampsAreNotAdjusted() {
    TestTable table =
        TestTable.at(dir).schema("id long").changeDataFeed().inCommitTimestamps().create();
    table.commit().timestamp(8_000).modificationTime(1_000).add(row("id", 1)).write();
    table.commit().timestamp(7_000).modificationTime(2_000).add(row("id", 2)).write();

    try (CommitLog log = open(table).follow(LogPosition.before(1))) {
      assertThat(log.next().timestamp()).isEqualTo(8_000);
      assertThat(log.next().timestamp()).isEqualTo(7_000);
    }
  }

  @Test
  void C27_nextReturnsNullUntilThereIsANewCommit() {
    TestTable table = tableWithChangeFeed();
    try (CommitLog log = open(table).follow(LogPosition.before(1))) {
      assertThat(log.next()).isNull();
      assertThat(log.next()).isNull();
      table.insert(row("id", 1));
      assertThat(log.next().version()).isEqualTo(1);
      assertThat(log.next()).isNull();
    }
  }

  @Test
  void findsTheFirstCommitAtOrAfterATimestamp() {
    TestTable table = tableWithChangeFeed();
    table.commit().modificationTime(5_000_000_000_000L).add(row("id", 1)).write();
    table.commit().modificationTime(5_000_000_009_000L).add(row("id", 2)).write();

    assertThat(open(table).versionAtOrAfter(0)).hasValue(0);
    assertThat(open(table).versionAtOrAfter(5_000_000_000_000L)).hasValue(1);
    assertThat(open(table).versionAtOrAfter(5_000_000_000_001L)).hasValue(2);
    assertThat(open(table).versionAtOrAfter(5_000_000_009_001L)).isEmpty();
  }

  @Test
  void C26_allSpellingsOfALocalPathOpenTheSameTable() {
    TestTable table = tableWithChangeFeed();
    table.insert(row("id", 1));
    String path = dir.toString();

    for (String spelling :
        new String[] {path, path + "/", "file:" + path, "file://" + path, "file:" + path + "/"}) {
      DeltaTable opened = DeltaTables.open("orders", spelling, Storage.open(Map.of()));
      assertThat(RowText.changes(opened, 1)).as(spelling).hasSize(1);
      assertThat(opened.path()).isEqualTo("file:" + path);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"with space", "100%", "a%20b", "größe", "x+y=z", "a#b?c", "t:1"})
  void tablePathsWithSpecialCharactersAreReadable(String name) {
    TestTable table =
        TestTable.at(dir.resolve(name))
            .schema("id long, p string")
            .partitionedBy("p")
            .changeDataFeed()
            .deletionVectors()
            .create();
    DataFile file = table.dataFile(row("id", 1, "p", "a/b %=:"), row("id", 2, "p", "a/b %=:"));
    table.commit().add(file).write();
    table.commit().removeRows(file, 1).write();

    assertThat(RowText.changes(open(table), 1))
        .containsExactly(
            "v1 insert id=1 p=a/b %=:", "v1 insert id=2 p=a/b %=:", "v2 delete id=2 p=a/b %=:");
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 1_000})
  void aCommitTakesTheSameCallsHoweverLongTheLogIs(int versions) throws Exception {
    TestTable table = tableWithChangeFeed();
    table.insert(row("id", 1, "s", "a"));
    // All add the same file, which is allowed.
    for (int version = 2; version <= versions; version++) {
      Files.copy(table.faults().commitFile(1), table.faults().commitFile(version));
    }
    KernelCommitLog log =
        new KernelCommitLog(LogContexts.of(table.path()), LogPosition.before(versions + 1L));
    assertThat(log.next()).as("the log is opened and listed").isNull();

    Counts idle = Counts.now();
    assertThat(log.next()).isNull();
    assertThat(idle.since()).as("an idle look").isEqualTo(new Counts(0, 1, 0));

    Counts commit = Counts.now();
    Files.copy(table.faults().commitFile(1), table.faults().commitFile(versions + 1L));
    assertThat(log.next()).isNotNull();
    assertThat(commit.since())
        .as("two looks at the commit, one to open it, one after it, one at the commit before")
        .isEqualTo(new Counts(0, 5, 1));
  }
}
