package io.deltacdf.connect.table.log;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.EtagFileSystem;
import io.deltacdf.connect.testing.HookedFileSystem;
import io.deltacdf.connect.testing.tables.Replacement;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that nothing of another table is published that was put at the path of a table. */
class ReplacedTableTest {
  @TempDir Path dir;

  private final Storage storage = Storage.open(HookedFileSystem.OPTIONS);
  private TestTable table;

  /** Makes a table with the versions 0 and 1. */
  @BeforeEach
  void create() {
    table = TestTable.at(dir.resolve("orders")).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1));
  }

  @AfterEach
  void close() {
    HookedFileSystem.hook(access -> {});
    storage.close();
  }

  private DeltaTable open() {
    return DeltaTables.open("orders", table.path(), storage);
  }

  private static LogPosition at(long version) {
    return new LogPosition(version, Optional.empty(), OptionalLong.empty());
  }

  /** Makes another table with the versions 0 to {@code versions - 1}. */
  private Path other(int versions) {
    TestTable other =
        TestTable.at(dir.resolve("other")).schema("id long").changeDataFeed().create();
    for (int version = 1; version < versions; version++) {
      other.insert(row("id", 100 + version));
    }
    return other.directory();
  }

  private static void assertFails(ErrorCode code, CommitLog log) {
    // It stays an error, however often the log is looked at.
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(log::next)
          .isInstanceOfSatisfying(
              DeltaCdfException.class,
              e -> {
                assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
                assertThat(e.isRetriable()).isFalse();
                assertThat(e).hasMessageContaining("'orders'");
              });
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 9})
  void aTableWithMoreVersionsIsNoticedBeforeItsCommitIsReturned(int versions) {
    try (CommitLog log = open().follow(at(1))) {
      assertThat(log.next()).isNull();
      Replacement.replace(table.directory(), other(versions));

      assertFails(ErrorCode.TABLE_REPLACED, log);
      assertThat(log.position().version()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "1, 2", "2, 1", "2, 2", "2, 3"})
  void aTableWithoutMoreVersionsIsNoticedByTheNextListing(long position, int versions) {
    table.insert(row("id", 2));
    try (KernelCommitLog log = (KernelCommitLog) open().follow(at(position))) {
      while (log.next() != null) {
        // All commits are read.
      }
      assertThat(log.next()).isNull();
      Replacement.replace(table.directory(), other(versions));
      assertThat(log.next()).as("an idle look is one status call").isNull();
      log.listNow();

      assertFails(ErrorCode.TABLE_REPLACED, log);
    }
  }

  /** The commits of both tables have the same lengths, so that only their bytes differ. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTableThatIsReplacedAtAnyAccessIsNoticed(boolean listed) throws IOException {
    for (int access = 1; access < 40; access++) {
      TestTable old =
          TestTable.at(dir.resolve("t" + access)).schema("id long").changeDataFeed().create();
      old.insert(row("id", 1));
      DeltaTable opened = DeltaTables.open("orders", old.path(), storage);
      try (CommitLog log = opened.follow(at(1))) {
        if (!listed) {
          assertThat(log.next()).isNull();
        }
        old.insert(row("id", 2));
        old.insert(row("id", 3));
        Path copy = dir.resolve("copy" + access);
        Replacement.copyWithOtherId(old, copy);
        Replacement.touch(copy, 1_000);
        List<String> former = List.of(hash(old, 2), hash(old, 3));
        replaceAtAccess(access, old.directory(), copy);

        List<Commit> commits = new ArrayList<>();
        DeltaCdfException failure = null;
        for (int look = 0; look < 6 && failure == null; look++) {
          try {
            Commit commit = log.next();
            if (commit != null) {
              commits.add(commit);
            }
          } catch (DeltaCdfException e) {
            failure = e.isRetriable() ? null : e;
          }
          if (!Files.exists(copy) && commits.size() == 2) {
            break;
          }
        }
        HookedFileSystem.hook(anything -> {});

        assertThat(commits)
            .as("access %s", access)
            .extracting(commit -> commit.hashes().after().orElseThrow())
            .isEqualTo(former.subList(0, commits.size()));
        if (failure != null) {
          assertThat(failure.code()).as("%s", failure).isEqualTo(ErrorCode.TABLE_REPLACED);
        } else {
          assertThat(commits).as("access %s", access).hasSize(2);
        }
      }
    }
  }

  /** As on S3 in the same second. The commits have the same lengths too. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTableWithFilesOfTheSameTimesIsNoticedByTheirEtags(boolean listed) {
    TestTable first =
        TestTable.at(dir.resolve("first")).schema("id long").changeDataFeed().create();
    try (Storage tagged = Storage.open(EtagFileSystem.OPTIONS);
        KernelCommitLog log =
            (KernelCommitLog) DeltaTables.open("orders", first.path(), tagged).follow(at(0))) {
      assertThat(log.next()).isNull();
      if (!listed) {
        first.insert(row("id", 2));
      }
      Path copy = dir.resolve("copy");
      Replacement.copyWithOtherId(first, copy);
      Replacement.replace(first.directory(), copy);
      if (listed) {
        log.listNow();
      }

      assertFails(ErrorCode.TABLE_REPLACED, log);
    }
  }

  private String hash(TestTable of, long version) throws IOException {
    Path commit = of.faults().commitFile(version);
    return LastCommit.hashOf(
        version, storage.hash(new org.apache.hadoop.fs.Path(commit.toUri()), Files.size(commit)));
  }

  private static void replaceAtAccess(int access, Path path, Path copy) {
    int[] accesses = {0};
    HookedFileSystem.hook(
        what -> {
          if (++accesses[0] == access) {
            Replacement.replace(path, copy);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCopyWithOtherTimesIsTheSameTable(boolean idle) {
    try (KernelCommitLog log = (KernelCommitLog) open().follow(at(1))) {
      assertThat(log.next()).isNull();
      if (!idle) {
        table.insert(row("id", 2));
      }
      Path copy = dir.resolve("copy");
      Replacement.copy(table.directory(), copy);
      Replacement.touch(copy, 5_000);
      Replacement.replace(table.directory(), copy);
      List<String> opened = new ArrayList<>();
      HookedFileSystem.hook(opened::add);
      log.listNow();

      Commit commit = log.next();
      assertThat(commit == null).isEqualTo(idle);
      assertThat(log.next()).isNull();
      assertThat(opened)
          .filteredOn(access -> access.equals("open 00000000000000000001.json"))
          .as("the commit is read again once")
          .hasSize(1);
    }
  }

  @Test
  void aCommitThatIsRewrittenIsNoticed() throws IOException {
    try (CommitLog log = open().follow(at(1))) {
      assertThat(log.next()).isNull();
      Files.writeString(
          table.faults().commitFile(1),
          "{\"txn\":{\"appId\":\"a\",\"version\":1}}\n",
          StandardOpenOption.APPEND);
      table.insert(row("id", 2));

      assertFails(ErrorCode.COMMIT_REWRITTEN, log);
    }
  }

  @Test
  void aPositionRemembersItsCommit() throws IOException {
    LogPosition position;
    try (CommitLog log = open().follow(at(0))) {
      assertThat(log.next().version()).isEqualTo(1);
      position = log.position();
    }
    try (CommitLog log = open().follow(position)) {
      assertThat(log.next()).isNull();
    }
    Replacement.touch(table.directory(), 7_000);
    try (CommitLog log = open().follow(position)) {
      assertThat(log.next()).isNull();
    }
    table.insert(row("id", 2));
    // Somebody may set the version of an offset back and leave the hash as it is.
    LogPosition edited =
        new LogPosition(0, position.tableId(), position.timestamp(), position.commitHash());
    try (CommitLog log = open().follow(edited)) {
      assertThat(log.next().version()).isEqualTo(1);
    }
    Files.writeString(
        table.faults().commitFile(1),
        "{\"txn\":{\"appId\":\"a\",\"version\":1}}\n",
        StandardOpenOption.APPEND);
    try (CommitLog log = open().follow(position)) {
      assertFails(ErrorCode.COMMIT_REWRITTEN, log);
    }
  }

  @Test
  void cleaningUpTheCommitAtThePositionIsLegal() throws IOException {
    LogPosition position;
    try (CommitLog log = open().follow(at(0))) {
      assertThat(log.next().version()).isEqualTo(1);
      table.insert(row("id", 2));
      table.checkpoint();
      table.faults().dropVersionsBefore(2);
      position = log.position();

      assertThat(log.next().version()).isEqualTo(2);
      assertThat(log.next()).isNull();
    }
    try (CommitLog log = open().follow(position)) {
      assertThat(log.next().version()).isEqualTo(2);
      assertThat(log.next()).isNull();
    }
  }

  @Test
  void anotherTableWithoutTheCommitAtThePositionIsNoticed() {
    Path directory = other(3);
    TestTable other = TestTable.at(dir.resolve("x")).schema("id long").changeDataFeed().create();
    other.insert(row("id", 1));
    other.insert(row("id", 2));
    other.checkpoint();
    other.faults().dropVersionsBefore(2);
    try (CommitLog log = open().follow(at(1))) {
      assertThat(log.next()).isNull();
      Replacement.replace(table.directory(), other.directory());

      assertFails(ErrorCode.TABLE_REPLACED, log);
    }
    assertThat(directory).exists();
  }

  /** The schema at the position is that of a later checkpoint, unless a commit changes it. */
  @Test
  void aTableThatIsDroppedWhileItsSchemaIsLookedUpIsNotATable() {
    int dropped = 0;
    for (int access = 1; access < 40; access++) {
      TestTable old =
          TestTable.at(dir.resolve("t" + access)).schema("id long").changeDataFeed().create();
      old.insert(row("id", 1));
      old.insert(row("id", 2));
      old.checkpoint();
      old.faults().dropVersionsBefore(2);
      int[] accesses = {0};
      int wanted = access;
      try (CommitLog log = DeltaTables.open("orders", old.path(), storage).follow(at(1))) {
        HookedFileSystem.hook(
            what -> {
              if (++accesses[0] == wanted) {
                Replacement.drop(old.directory());
              }
            });
        assertThat(log.next()).as("access %s", access).isNotNull();
      } catch (DeltaCdfException e) {
        dropped++;
        assertThat(e.code())
            .as("access %s: %s", access, e)
            .isIn(ErrorCode.NOT_A_TABLE, ErrorCode.STORAGE, ErrorCode.LOG_TRUNCATED);
      } finally {
        HookedFileSystem.hook(anything -> {});
      }
    }
    assertThat(dropped).isPositive();
  }

  @Test
  void aTableThatIsGoneIsNotATable() {
    try (KernelCommitLog log = (KernelCommitLog) open().follow(at(1))) {
      assertThat(log.next()).isNull();
      Replacement.drop(table.directory());
      assertThat(log.next()).isNull();
      log.listNow();

      assertFails(ErrorCode.NOT_A_TABLE, log);
    }
  }
}
