package io.deltacdf.connect.table.log;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.RowText;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests commit files that are visible before they are complete: none is ever passed. */
class IncompleteCommitsTest {
  @TempDir Path dir;

  private TestTable table;

  @BeforeEach
  void create() {
    table = TestTable.at(dir).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1));
    table.insert(row("id", 2));
  }

  private DeltaTable open() {
    return open(Map.of());
  }

  private DeltaTable open(Map<String, String> options) {
    return DeltaTables.open("orders", dir.toString(), Storage.open(options));
  }

  private String replace(long version, String text) throws IOException {
    String before = Files.readString(table.faults().commitFile(version));
    table.faults().overwriteCommit(version, text);
    return before;
  }

  private static void assertIncomplete(ThrowingCallable call, String... texts) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_COMMIT);
              assertThat(e.isRetriable()).isTrue();
              assertThat(e.getMessage()).contains("orders").contains(texts);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " \r\n\t\n\n", "{}", "{}\n{ }\n", "\0\0\0\0", "null", "[]"})
  void aCommitWithoutAnActionIsRetriedUntilItIsComplete(String text) throws IOException {
    String complete = replace(1, text);
    try (CommitLog log = open().follow(LogPosition.before(1))) {
      for (int attempt = 0; attempt < 3; attempt++) {
        assertIncomplete(
            log::next,
            "version 1",
            "00000000000000000001.json",
            "PATCH /connectors/<name>/offsets",
            "\"table\": \"orders\"",
            "{\"version\": 1}");
        assertThat(log.position().version()).isZero();
      }
      replace(1, complete);

      assertThat(log.next().files()).hasSize(1);
      assertThat(log.next().version()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\n \n", "{}\n", "{\"commitInfo\":{\"oper", "null", "[]\n", "7", "\"add\""})
  void aSnapshotIsNotTakenWhileACommitIsIncomplete(String text) throws IOException {
    for (long version : new long[] {2, 1}) {
      String complete = replace(version, text);

      assertIncomplete(
          () -> RowText.snapshot(open(), open().latestSnapshot()),
          "version " + version,
          "{\"version\": " + version + "}");
      assertIncomplete(() -> open().snapshotAt(2).files(), "version " + version);
      replace(version, complete);
    }
    assertThat(RowText.snapshot(open(), open().latestSnapshot()))
        .containsExactlyInAnyOrder("id=1", "id=2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"txn\":{\"appId\":\"a\",\"version\":1}}",
        "{\"domainMetadata\":{\"domain\":\"d\",\"configuration\":\"\",\"removed\":false}}\n",
        "{\"commitInfo\":{\"timestamp\":1}}",
        "\n{\"actionOfTheFuture\":{\"x\":1}}\n\n"
      })
  void anyActionMakesACommitComplete(String text) throws IOException {
    replace(1, text);

    try (CommitLog log = open().follow(LogPosition.before(1))) {
      assertThat(log.next().files()).isEmpty();
      assertThat(log.next().version()).isEqualTo(2);
    }
    assertThat(RowText.snapshot(open(), open().latestSnapshot())).containsExactly("id=2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"commitInfo\":{\"oper"})
  void anIncompleteCommitIsPassedByAnOffset(String text) throws IOException {
    replace(1, text);

    try (CommitLog log =
        open().follow(new LogPosition(1, Optional.empty(), OptionalLong.empty()))) {
      assertThat(RowText.rows(open(), log.next().files())).containsExactly("insert id=2");
    }
    table.insert(row("id", 3));
    try (CommitLog log =
        open().follow(new LogPosition(2, Optional.empty(), OptionalLong.empty()))) {
      assertThat(RowText.rows(open(), log.next().files())).containsExactly("insert id=3");
    }
  }

  @Test
  void aCommitThatIsLongerThanListedIsReadAgain() {
    Growing.part = "{\"txn\":{\"appId\":\"a\",\"version\":1}}\n";
    Growing.before = true;
    assertGrowingCommitIsReadAgain("were read");
  }

  @Test
  void aCommitThatGrowsAfterItWasReadIsReadAgain() {
    Growing.part = "{\"txn\":{\"appId\":\"a\",\"version\":1}}\n";
    Growing.before = false;
    assertGrowingCommitIsReadAgain("after");
  }

  private void assertGrowingCommitIsReadAgain(String problem) {
    Growing.opened = false;
    Growing.file = table.faults().commitFile(1);
    Map<String, String> options = Map.of("fs.file.impl", Growing.class.getName());
    try (CommitLog log = open(options).follow(LogPosition.before(1))) {
      assertIncomplete(log::next, "version 1", problem);
      assertThat(log.next().version()).isEqualTo(1);
      assertThat(log.next().version()).isEqualTo(2);
    }
  }

  @Test
  void aMissingCommitInfoCountsOnlyWithInCommitTimestamps() throws IOException {
    Path other = dir.resolve("other");
    TestTable timed = TestTable.at(other).schema("id long").inCommitTimestamps().create();
    timed.insert(row("id", 1));
    String complete = Files.readString(timed.faults().commitFile(1));
    timed.faults().overwriteCommit(1, complete.substring(complete.indexOf('\n') + 1));
    DeltaTable opened = DeltaTables.open("orders", other.toString(), Storage.open(Map.of()));

    try (CommitLog log = opened.follow(LogPosition.before(1))) {
      assertIncomplete(log::next, "version 1", "commitInfo", "{\"version\": 1}");
      timed.faults().overwriteCommit(1, complete);
      assertThat(log.next().version()).isEqualTo(1);
    }
    timed.faults().overwriteCommit(1, complete.substring(complete.indexOf('\n') + 1));
    assertIncomplete(() -> opened.latestSnapshot().timestamp(), "version 1", "commitInfo");

    String text = Files.readString(table.faults().commitFile(1));
    replace(1, text.substring(text.indexOf('\n') + 1));
    assertThat(RowText.changes(open(), 1)).containsExactly("v1 insert id=1", "v2 insert id=2");
  }

  /** Appends to one file, once: when it is opened, or when its status is requested after that. */
  public static final class Growing extends RawLocalFileSystem {
    private static String part = "";
    private static boolean before;
    private static boolean opened;
    private static Path file = Path.of("");

    private static void grow() throws IOException {
      Files.write(file, part.getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
      file = Path.of("");
    }

    private static boolean isNext(org.apache.hadoop.fs.Path path) {
      return path.getName().equals(String.valueOf(file.getFileName()));
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize)
        throws IOException {
      if (isNext(path) && before) {
        grow();
      }
      FSDataInputStream stream = super.open(path, bufferSize);
      opened |= isNext(path);
      return stream;
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
      if (isNext(path) && opened && !before) {
        grow();
      }
      return super.getFileStatus(path);
    }
  }
}
