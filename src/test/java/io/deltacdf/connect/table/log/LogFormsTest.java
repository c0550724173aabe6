package io.deltacdf.connect.table.log;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.RowText;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.column.UnreadableColumn;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.DeletionVectorStorage;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests logs that are unusual, or that Delta Kernel alone does not read. */
class LogFormsTest {
  @TempDir Path dir;

  private TestTable table;

  private void create() {
    table =
        TestTable.at(dir)
            .schema("id long, s struct<x string, list array<int>>")
            .changeDataFeed()
            .deletionVectors()
            .create();
    table.insert(row("id", 1), row("id", 2));
  }

  private DeltaTable open() {
    return DeltaTables.open("orders", dir.toString(), Storage.open(Map.of()));
  }

  private void edit(long version, UnaryOperator<String> edit) throws IOException {
    Path file = table.faults().commitFile(version);
    String text = Files.readString(file);
    String edited = edit.apply(text);
    assertThat(edited).isNotEqualTo(text);
    Files.writeString(file, edited);
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call, String... texts) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.getMessage()).contains(texts);
            });
  }

  @Test
  void blankLinesAreIgnored() throws IOException {
    create();
    edit(0, text -> "\n" + text.replace("\n", "\n \t\n") + "\n\n");
    edit(1, text -> text.replace("\n", "\r\n\r\n"));

    assertThat(RowText.changes(open(), 0))
        .containsExactly("v1 insert id=1 s=null", "v1 insert id=2 s=null");
    assertThat(open().latestSnapshot().files()).hasSize(1);
  }

  @Test
  void snapshotsReadCompactedLogsAndChangesReadCommits() throws IOException {
    create();
    table.insert(row("id", 3));
    table.delete(row -> row.get("id").equals(3L));
    table.insert(row("id", 4));
    StringBuilder compacted = new StringBuilder();
    for (long version : new long[] {1, 4}) {
      Files.readAllLines(table.faults().commitFile(version)).stream()
          .filter(line -> line.startsWith("{\"add\""))
          .forEach(line -> compacted.append(line).append('\n'));
    }
    Files.readAllLines(table.faults().commitFile(3)).stream()
        .filter(line -> line.startsWith("{\"remove\""))
        .forEach(line -> compacted.append(line).append('\n'));
    Files.writeString(
        table
            .faults()
            .commitFile(1)
            .resolveSibling("00000000000000000001.00000000000000000004.compacted.json"),
        compacted);

    DeltaTable opened = open();
    assertThat(RowText.snapshot(opened, opened.latestSnapshot()))
        .containsExactlyInAnyOrder("id=1 s=null", "id=2 s=null", "id=4 s=null");
    assertThat(RowText.changes(opened, 1))
        .containsExactly(
            "v1 insert id=1 s=null",
            "v1 insert id=2 s=null",
            "v2 insert id=3 s=null",
            "v3 delete id=3 s=null",
            "v4 insert id=4 s=null");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"long\\\"; \"void\\\"; column 'id' of type void; s=null,s=null",
        "\"long\\\"; \"geometry(OGC:CRS84)\\\"; column 'id' of type geometry(OGC:CRS84);"
            + " s=null,s=null",
        "\"integer\\\"; \"interval day\\\"; column 's.list.element' of type interval day; id=1,id=2"
      })
  void columnsOfUnknownTypesAreNamedAndTheOtherColumnsAreRead(
      String type, String other, String problem, String rows) throws IOException {
    create();
    edit(0, text -> text.replace(type, other));

    TableSnapshot latest = open().latestSnapshot();
    assertThat(latest.state().schema().unreadable())
        .extracting(UnreadableColumn::problem)
        .containsExactly(problem);
    assertThat(RowText.snapshot(open(), latest)).containsExactlyInAnyOrder(rows.split(",", -1));
    assertThat(RowText.changes(open(), 0))
        .containsExactlyInAnyOrder(
            Arrays.stream(rows.split(",", -1))
                .map(row -> "v1 insert " + row)
                .toArray(String[]::new));
  }

  @Test
  void aColumnWithAnUnknownTypeChangeIsUnreadable() throws IOException {
    create();
    String changes =
        "\\\"metadata\\\":{\\\"delta.typeChanges\\\":[{\\\"fromType\\\":\\\"integer\\\","
            + "\\\"toType\\\":\\\"bigint\\\"}]}";
    edit(
        0, text -> text.replaceFirst("\\\\\"metadata\\\\\":\\{\\}", changes.replace("\\", "\\\\")));

    assertThat(open().latestSnapshot().state().schema().unreadable())
        .extracting(UnreadableColumn::problem)
        .containsExactly("column 'id', whose type was changed from integer to bigint");
  }

  /** A commit that has only a protocol action keeps the schema of the version before. */
  @Test
  void unreadableColumnsAreKeptWhenOnlyTheProtocolChanges() throws IOException {
    create();
    edit(0, text -> text.replace("\"long\\\"", "\"void\\\""));
    table.commit().features(Set.of(), Set.of("appendOnly")).write();

    try (CommitLog log = open().follow(LogPosition.before(0))) {
      for (Commit commit = log.next(); commit != null; commit = log.next()) {
        assertThat(commit.after().schema().unreadable())
            .extracting(UnreadableColumn::name)
            .containsExactly("id");
      }
      assertThat(log.position().version()).isEqualTo(2);
    }
  }

  @Test
  void aSnapshotWithACommitThatCannotBeParsedIsRetriable() throws IOException {
    create();
    edit(1, text -> text.substring(0, text.length() / 2));

    assertThatThrownBy(() -> open().latestSnapshot().files())
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_COMMIT);
              assertThat(e.isRetriable()).isTrue();
            });
  }

  @Test
  void aDeletionVectorPathThatIsNotAUriIsAnError() throws IOException {
    create();
    table
        .commit()
        .deletionVectorsIn(DeletionVectorStorage.ABSOLUTE_PATH)
        .removeRows(table.file(0), 0)
        .write();
    edit(2, text -> text.replaceAll("\"pathOrInlineDv\":\"file:", "\"pathOrInlineDv\":\"file:{x}"));

    assertFails(ErrorCode.FILE_CORRUPT, () -> RowText.changes(open(), 2), "version 2", "file:{x}/");
  }

  @Test
  void aCommitThatIsListedButCannotBeOpenedIsRetried() {
    create();
    table.insert(row("id", 3));
    Unopenable.file = "00000000000000000001.json";
    Unopenable.failures = 2;
    Map<String, String> options = Map.of("fs.file.impl", Unopenable.class.getName());
    DeltaTable opened = DeltaTables.open("orders", dir.toString(), Storage.open(options));

    try (CommitLog log = opened.follow(LogPosition.before(1))) {
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThatThrownBy(log::next)
            .isInstanceOfSatisfying(
                DeltaCdfException.class,
                e -> {
                  assertThat(e.code()).isEqualTo(ErrorCode.STORAGE);
                  assertThat(e.isRetriable()).isTrue();
                  assertThat(e.getMessage()).contains("version 1", Unopenable.file, "lists");
                });
        assertThat(log.position().version()).isZero();
      }
      assertThat(log.next().version()).isEqualTo(1);
      assertThat(log.next().version()).isEqualTo(2);
    }
    Unopenable.failures = 1;
    assertThatThrownBy(() -> opened.latestSnapshot().files())
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.STORAGE);
              assertThat(e.isRetriable()).isTrue();
            });
    assertThat(opened.latestSnapshot().files()).hasSize(2);
  }

  @ParameterizedTest
  @Timeout(30)
  @ValueSource(
      strings = {
        "{\"version\":9223372036854775807,\"size\":3}",
        "{\"version\":9223372036854775806}",
        "{\"version\":99999999999999999999}",
        "{\"version\":5000000000,\"size\":3}",
        "{\"version\":2,\"size\":3}",
        "{\"version\":-1,\"size\":3}",
        "{\"version\":\"1\"}",
        "{\"size\":3}",
        "{}",
        "[1]",
        "{\"vers",
        ""
      })
  void aCheckpointHintOfNoVersionIsIgnored(String hint) throws IOException {
    create();
    Files.writeString(table.faults().commitFile(0).resolveSibling("_last_checkpoint"), hint + "\n");

    assertThat(RowText.snapshot(open(), open().latestSnapshot()))
        .containsExactlyInAnyOrder("id=1 s=null", "id=2 s=null");
  }

  @Test
  void aCheckpointHintOfAVersionIsUsed() throws IOException {
    create();
    table.checkpoint();
    table.insert(row("id", 3));
    assertThat(table.faults().commitFile(0).resolveSibling("_last_checkpoint")).exists();
    table.faults().dropVersionsBefore(1);

    assertThat(RowText.snapshot(open(), open().latestSnapshot()))
        .containsExactlyInAnyOrder("id=1 s=null", "id=2 s=null", "id=3 s=null");
  }

  @ParameterizedTest
  @Timeout(30)
  @ValueSource(longs = {2, 10_000, 5_000_000_000L, Long.MAX_VALUE - 2})
  void aPositionFarPastTheNewestVersionIsAnError(long version) {
    create();

    assertFails(
        ErrorCode.TABLE_REPLACED,
        () ->
            open().follow(new LogPosition(version, Optional.empty(), OptionalLong.empty())).next(),
        "version " + version,
        "newest version in the log is 1");
    assertFails(ErrorCode.TABLE_REPLACED, () -> open().snapshotAt(version), "version " + version);
  }

  /** A file system that lists a file before it can be opened. */
  public static final class Unopenable extends RawLocalFileSystem {
    private static String file = "";
    private static int failures;

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize)
        throws IOException {
      if (path.getName().equals(file) && failures > 0) {
        failures--;
        throw new FileNotFoundException("Not yet: " + path);
      }
      return super.open(path, bufferSize);
    }
  }
}
