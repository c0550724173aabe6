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
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.DeletionVectorStorage;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that snapshots and changes agree about which paths name the same file. */
class FileIdentityTest {
  @TempDir Path dir;

  private TestTable create() {
    return TestTable.at(dir)
        .schema("id long, name string")
        .partitionedBy("name")
        .changeDataFeed()
        .deletionVectors()
        .create();
  }

  private DeltaTable open() {
    return DeltaTables.open("orders", dir.toString(), Storage.open(Map.of()));
  }

  private List<String> snapshot() {
    DeltaTable table = open();
    return RowText.snapshot(table, table.latestSnapshot());
  }

  /** Writes a file with two rows, and moves it to this path relative to the table. */
  private DataFile file(TestTable table, String path) throws IOException {
    DataFile file = table.dataFile(row("id", 1, "name", "n"), row("id", 2, "name", "n"));
    Path target = dir.resolve(path);
    Files.createDirectories(target.getParent());
    Files.copy(file.location(), target, StandardCopyOption.REPLACE_EXISTING);
    return file.withPath(path);
  }

  private String spelled(String path) {
    return path.replace("ROOT", dir.toString());
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call, String text) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.isRetriable()).isFalse();
              assertThat(e).hasMessageContaining(text);
            });
  }

  private static final String SPELLINGS =
      """
      größe/f.parquet, größe/f.parquet, gr%C3%B6%C3%9Fe/f.parquet
      größe/f.parquet, gr%c3%b6ße/f.parquet, gr%C3%B6%C3%9Fe/f.parquet
      name=n/f.parquet, name=n/f.parquet, name%3Dn/f.parquet
      name=n/f.parquet, name%3dn/f.parquet, name%3Dn/f.parquet
      name=n/f.parquet, name=n/f.parquet, file:ROOT/name=n/f.parquet
      name=n/f.parquet, file://ROOT/name%3Dn/f.parquet, name=n/f.parquet
      name=n/f.parquet, file:ROOT/name=n/f.parquet, ROOT/name%3Dn/f.parquet
      name=n/f.parquet, ./name=n//f.parquet, name=n/x/../f.parquet
      a b/f.parquet, a b/f.parquet, a%20b/f.parquet
      a:b/f.parquet, a:b/f.parquet, a%3Ab/f.parquet
      a:b/f.parquet, a:b/f.parquet, file:ROOT/a:b/f.parquet
      100% x/f.parquet, 100% x/f.parquet, 100%25%20x/f.parquet
      a%20b/f.parquet, a%2520b/f.parquet, file:ROOT/a%2520b/f.parquet
      """;

  @ParameterizedTest
  @CsvSource(textBlock = SPELLINGS)
  void aRemoveHidesAnAddByAnotherPath(String path, String added, String removed)
      throws IOException {
    TestTable table = create();
    DataFile file = file(table, path);
    table.commit().add(file.withPath(spelled(added))).write();
    assertThat(snapshot()).containsExactly("id=1 name=n", "id=2 name=n");
    table.commit().remove(file.withPath(spelled(removed))).write();

    assertThat(snapshot()).isEmpty();
    assertThat(RowText.changes(open(), 2))
        .containsExactly("v2 delete id=1 name=n", "v2 delete id=2 name=n");
  }

  @ParameterizedTest
  @CsvSource(textBlock = SPELLINGS)
  void aDeletionVectorReplacesAnAddByAnotherPath(String path, String added, String removed)
      throws IOException {
    TestTable table = create();
    DataFile file = file(table, path);
    table.commit().add(file.withPath(spelled(added))).write();
    table
        .commit()
        .add(file.withPath(spelled(added)), new TreeSet<>(List.of(0L)))
        .remove(file.withPath(spelled(removed)))
        .write();

    assertThat(snapshot()).containsExactly("id=2 name=n");
    assertThat(RowText.changes(open(), 2)).containsExactly("v2 delete id=1 name=n");
  }

  @ParameterizedTest
  @CsvSource(textBlock = SPELLINGS)
  void aFileThatIsAddedAgainByAnotherPathIsReadOnce(String path, String first, String second)
      throws IOException {
    TestTable table = create();
    DataFile file = file(table, path);
    table.commit().add(file.withPath(spelled(first))).write();
    table.commit().dataChange(false).add(file.withPath(spelled(second))).write();

    assertThat(open().latestSnapshot().files())
        .singleElement()
        .satisfies(only -> assertThat(only.path()).isEqualTo(spelled(second)));
    assertThat(snapshot()).containsExactly("id=1 name=n", "id=2 name=n");
    assertThat(RowText.changes(open(), 2)).isEmpty();
  }

  @Test
  void commitsAfterACheckpointHideItsFilesByAnyPath() throws IOException {
    TestTable table = create();
    DataFile file = file(table, "größe/f.parquet");
    table.commit().add(file).write();
    table.checkpoint();
    table.commit().remove(file.withPath("gr%C3%B6%C3%9Fe/f.parquet")).write();
    table.insert(row("id", 3, "name", "m"));

    assertThat(snapshot()).containsExactly("id=3 name=m");
  }

  @Test
  void aRemovedFileMayBeAddedAgain() throws IOException {
    TestTable table = create();
    DataFile file = file(table, "name=n/f.parquet");
    table.commit().add(file).write();
    table.commit().remove(file).write();
    table.commit().add(file.withPath("name%3Dn/f.parquet")).write();

    assertThat(snapshot()).containsExactly("id=1 name=n", "id=2 name=n");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFileThatACommitRemovesAndAddsUnchangedStays(boolean addFirst) throws IOException {
    TestTable table = create();
    DataFile file = file(table, "name=n/f.parquet");
    table.commit().add(file).write();
    DataFile other = file.withPath("name%3Dn/f.parquet");
    if (addFirst) {
      table.commit().add(other).remove(file).write();
    } else {
      table.commit().remove(file).add(other).write();
    }

    assertThat(snapshot()).containsExactly("id=1 name=n", "id=2 name=n");
    assertThat(RowText.changes(open(), 2)).isEmpty();
  }

  @Test
  void deletionVectorsAreEqualByAnyPath() throws IOException {
    TestTable table = create();
    DataFile file = file(table, "name=n/f.parquet");
    table
        .commit()
        .deletionVectorsIn(DeletionVectorStorage.ABSOLUTE_PATH)
        .add(file, new TreeSet<>(List.of(0L)))
        .write();
    table.commit().remove(file).write();
    Path commit = table.faults().commitFile(2);
    String text = Files.readString(commit);
    String edited = text.replace("\"pathOrInlineDv\":\"file:/", "\"pathOrInlineDv\":\"file:///");
    assertThat(edited).isNotEqualTo(text);
    Files.writeString(commit, edited);

    assertThat(snapshot()).isEmpty();
  }

  @Test
  void aRepeatedAddActionIsHarmless() throws IOException {
    TestTable table = create();
    DataFile file = file(table, "name=n/f.parquet");
    table.commit().add(file).add(file.withPath("name%3Dn/f.parquet")).write();

    assertThat(snapshot()).containsExactly("id=1 name=n", "id=2 name=n");
    assertThat(RowText.changes(open(), 1))
        .containsExactly("v1 insert id=1 name=n", "v1 insert id=2 name=n");
  }

  @Test
  void contradictoryAddsInOneCommitAreReported() throws IOException {
    TestTable table = create();
    DataFile file = file(table, "name=n/f.parquet");
    table.commit().add(file).add(file, new TreeSet<>(List.of(0L))).write();

    String text = "adds the file 'name=n/f.parquet' twice in version 1";
    assertFails(ErrorCode.CORRUPT_TABLE, () -> open().latestSnapshot().files(), text);
    assertFails(ErrorCode.CORRUPT_TABLE, () -> RowText.changes(open(), 1), text);
  }

  @Test
  void addsOfDifferentSizeOrPartitionAreContradictory() throws IOException {
    TestTable table = create();
    DataFile file = file(table, "name=n/f.parquet");
    table.commit().add(file).add(file.withSize(file.size() + 1)).write();
    assertFails(ErrorCode.CORRUPT_TABLE, () -> open().latestSnapshot().files(), "name=n/f.parquet");
    assertFails(ErrorCode.CORRUPT_TABLE, () -> RowText.changes(open(), 1), "name=n/f.parquet");

    TestTable second = TestTable.at(dir.resolve("second")).schema("id long").create();
    DataFile one = second.dataFile(row("id", 1));
    second.commit().add(one).add(one.withPartitionValues(Map.of("p", "1"))).write();
    DeltaTable opened = DeltaTables.open("second", second.path(), Storage.open(Map.of()));
    assertFails(ErrorCode.CORRUPT_TABLE, () -> opened.latestSnapshot().files(), one.path());
  }

  @Test
  void contradictoryAddsThatALaterCommitRemovesDoNotHarmTheSnapshot() throws IOException {
    TestTable table = create();
    DataFile file = file(table, "name=n/f.parquet");
    table.commit().add(file).add(file, new TreeSet<>(List.of(0L))).write();
    table.commit().remove(file).write();

    // The remove action has the deletion vector of the second add action.
    assertThat(snapshot()).containsExactly("id=1 name=n", "id=2 name=n");
  }

  @Test
  void contradictoryAddsInACheckpointAreReported() throws IOException {
    TestTable table = create();
    DataFile file = file(table, "name=n/f.parquet");
    table.commit().add(file).write();
    table.commit().add(file.withPath("name%3Dn/f.parquet"), new TreeSet<>(List.of(0L))).write();
    table.checkpoint();
    Files.delete(table.faults().commitFile(1));

    assertFails(ErrorCode.CORRUPT_TABLE, () -> open().latestSnapshot().files(), "twice");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b.parquet",
        "x/a b.parquet",
        "12:30/f.parquet",
        "ts=12:30 x/f.parquet",
        "x/12:30.parquet"
      })
  void pathsThatTheWriterDidNotEncodeAreRead(String path) throws IOException {
    TestTable table = create();
    table.commit().add(file(table, path)).write();

    assertThat(snapshot()).containsExactly("id=1 name=n", "id=2 name=n");
    assertThat(RowText.changes(open(), 1)).hasSize(2);
  }
}
