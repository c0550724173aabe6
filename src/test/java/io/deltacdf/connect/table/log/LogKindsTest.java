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
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests kinds of logs that the test suites of other readers have. */
class LogKindsTest {
  @TempDir Path dir;

  private DeltaTable open() {
    return DeltaTables.open("orders", dir.toString(), Storage.open(Map.of()));
  }

  private List<String> snapshot() {
    DeltaTable table = open();
    return RowText.snapshot(table, table.latestSnapshot());
  }

  private static List<String> lines(TestTable table, long version, String action)
      throws IOException {
    return Files.readAllLines(table.faults().commitFile(version)).stream()
        .filter(line -> line.startsWith("{\"" + action + "\""))
        .toList();
  }

  private static void assertCorrupt(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_TABLE);
              assertThat(e.isRetriable()).isFalse();
              assertThat(e.getMessage()).contains("orders");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"protocol", "metaData"})
  void aLogWithoutProtocolOrMetadataIsAnError(String action) throws IOException {
    TestTable table = TestTable.at(dir).schema("id long").create();
    table.insert(row("id", 1));
    List<String> lines = Files.readAllLines(table.faults().commitFile(0));
    List<String> others =
        lines.stream().filter(line -> !line.startsWith("{\"" + action + "\"")).toList();
    assertThat(others).hasSize(lines.size() - 1);
    table.faults().overwriteCommit(0, String.join("\n", others) + "\n");

    assertCorrupt(() -> RowText.changes(open(), 0));
    assertCorrupt(this::snapshot);
  }

  @Test
  void filesWithoutRowsAreReadBetweenOthers() {
    TestTable table = TestTable.at(dir).schema("id long").create();
    for (int id = 1; id <= 3; id++) {
      DataFile empty = table.dataFile(List.of(), options -> {});
      table.commit().add(empty).write();
      table
          .commit()
          .add(table.dataFile(List.of(), options -> {}))
          .addRows(List.of(row("id", id)))
          .write();
    }

    assertThat(snapshot()).containsExactlyInAnyOrder("id=1", "id=2", "id=3");
    assertThat(RowText.changes(open(), 1))
        .containsExactly("v2 insert id=1", "v4 insert id=2", "v6 insert id=3");
  }

  @Test
  void anOverwriteMayPartitionByAnotherColumn() throws IOException {
    TestTable table =
        TestTable.at(dir).schema("id long, p long, q long").partitionedBy("p").create();
    table.insert(row("id", 1, "p", 5, "q", 6));
    TestTable other =
        TestTable.at(dir.resolve("other"))
            .schema("id long, p long, q long")
            .partitionedBy("q")
            .create();
    other.insert(row("id", 2, "p", 7, "q", 8));
    Path source = other.file(0).location();
    Path target = dir.resolve(other.directory().relativize(source));
    Files.createDirectories(target.getParent());
    Files.copy(source, target);
    table
        .commit()
        .raw(
            lines(table, 0, "metaData")
                .get(0)
                .replace("\"partitionColumns\":[\"p\"]", "\"partitionColumns\":[\"q\"]"))
        .remove(table.file(0))
        .raw(lines(other, 1, "add").get(0))
        .write();

    assertThat(snapshot()).containsExactly("id=2 p=7 q=8");
    assertThat(RowText.changes(open(), 1))
        .containsExactly(
            "v1 insert id=1 p=5 q=6", "v2 delete id=1 p=5 q=6", "v2 insert id=2 p=7 q=8");
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 3, 4})
  void aFileMayBeAddedAgainBeforeOrAfterACheckpoint(long checkpoint) {
    TestTable table = TestTable.at(dir).schema("id long").create();
    DataFile file = table.dataFile(row("id", 1));
    table.commit().add(file).write();
    table.commit().remove(file).write();
    checkpointAt(table, checkpoint);
    table.commit().add(file).write();
    checkpointAt(table, checkpoint);
    table.insert(row("id", 2));
    checkpointAt(table, checkpoint);
    table.insert(row("id", 3));

    assertThat(snapshot()).containsExactlyInAnyOrder("id=1", "id=2", "id=3");
    assertThat(RowText.changes(open(), 1))
        .containsExactly(
            "v1 insert id=1",
            "v2 delete id=1",
            "v3 insert id=1",
            "v4 insert id=2",
            "v5 insert id=3");
  }

  private static void checkpointAt(TestTable table, long version) {
    if (table.version() == version) {
      table.checkpoint();
    }
  }
}
