package io.deltacdf.connect.table;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.DeletionVectorStorage;
import io.deltacdf.connect.testing.tables.Rows;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests deletion vectors, partition values and paths of files as they occur in practice. */
class FileCasesTest {
  private static final List<String> ODD_VALUES =
      List.of("a b", "100%", "50%25", "k=v", "10:30", "a+b", "x/y", "#1?&", "größe 😀", "..");

  @TempDir Path dir;

  private static DeltaTable open(TestTable table) {
    return DeltaTables.open("orders", table.path(), Storage.open(Map.of()));
  }

  private static List<String> snapshot(TestTable table) {
    return RowText.snapshot(open(table), open(table).latestSnapshot());
  }

  @ParameterizedTest
  @EnumSource(DeletionVectorStorage.class)
  void C14_restoredRowsAndMergesAreReadWithEveryKindOfDeletionVector(
      DeletionVectorStorage storage) {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, s string")
            .changeDataFeed()
            .deletionVectors(storage)
            .create();
    DataFile file = table.dataFile(Rows.generate(100, i -> row("id", i, "s", "a")), options -> {});
    table.commit().add(file).write();
    table.commit().operation("DELETE").removeRows(file, 3, 50, 99).write();
    table.commit().operation("RESTORE").restoreRows(file, 50).write();
    table
        .commit()
        .operation("MERGE")
        .removeRows(file, 7)
        .add(row("id", 7, "s", "b"))
        .cdc(
            change("update_preimage", row("id", 7, "s", "a")),
            change("update_postimage", row("id", 7, "s", "b")))
        .write();

    assertThat(RowText.changes(open(table), 2))
        .containsExactly(
            "v2 delete id=3 s=a",
            "v2 delete id=50 s=a",
            "v2 delete id=99 s=a",
            "v3 insert id=50 s=a",
            "v4 update_preimage id=7 s=a",
            "v4 update_postimage id=7 s=b");
    assertThat(snapshot(table))
        .hasSize(98)
        .contains("id=50 s=a", "id=7 s=b")
        .doesNotContain("id=3 s=a", "id=99 s=a", "id=7 s=a");
  }

  /** The boundaries of row groups and pages fall within batches and within each other. */
  @ParameterizedTest
  @CsvSource({"2100, 2100", "1024, 1024", "1025, 100", "1000, 7", "700, 1", "13, 5", "3, 2"})
  void C15_deletionVectorsCountRowsFromTheStartOfTheFile(int rowGroupRows, int pageRows) {
    long[] deleted = {
      0, 2, 3, 6, 7, 12, 13, 99, 100, 699, 700, 701, 1000, 1022, 1023, 1024, 1025, 2047, 2048, 2099
    };
    TestTable table =
        TestTable.at(dir)
            .schema("id long, s string")
            .changeDataFeed()
            .deletionVectors()
            .files(options -> options.rowGroupRows(rowGroupRows).pageRows(pageRows))
            .create();
    DataFile file =
        table.dataFile(Rows.generate(2100, i -> row("id", i, "s", "row " + i)), options -> {});
    table.commit().add(file).write();
    table.commit().removeRows(file, deleted).write();
    table.commit().restoreRows(file, 1024, 2099).write();

    List<String> back = List.of("v3 insert id=1024 s=row 1024", "v3 insert id=2099 s=row 2099");
    assertThat(RowText.changes(open(table), 2))
        .containsExactlyElementsOf(
            Stream.concat(
                    LongStream.of(deleted).mapToObj(id -> "v2 delete id=" + id + " s=row " + id),
                    back.stream())
                .toList());
    List<Long> hidden =
        LongStream.of(deleted).filter(id -> id != 1024 && id != 2099).boxed().toList();
    assertThat(snapshot(table))
        .containsExactlyElementsOf(
            LongStream.range(0, 2100)
                .filter(id -> !hidden.contains(id))
                .mapToObj(id -> "id=" + id + " s=row " + id)
                .toList());
  }

  @Test
  void namesOfColumnsMayDifferInCaseOnly() {
    TestTable table =
        TestTable.at(dir)
            .schema("a long, A string, b long, B long")
            .partitionedBy("A", "B")
            .changeDataFeed()
            .create();
    table.insert(row("a", 1, "A", "x", "b", 2, "B", 3));

    assertThat(RowText.changes(open(table), 1)).containsExactly("v1 insert a=1 A=x b=2 B=3");
    assertThat(snapshot(table)).containsExactly("a=1 A=x b=2 B=3");
  }

  @Test
  void C19_partitionValuesWithSpecialCharactersComeFromTheAction() throws IOException {
    TestTable table =
        TestTable.at(dir).schema("id long, p string").partitionedBy("p").changeDataFeed().create();
    for (String value : ODD_VALUES) {
      table.commit().cdc(change("insert", row("id", 1, "p", value))).write();
    }
    DataFile file = table.dataFile(row("id", 2, "p", "a b%"));
    table.commit().add(file).write();
    table.commit().remove(file).write();

    int last = ODD_VALUES.size();
    assertThat(RowText.changes(open(table), 1).stream().map(text -> text.replaceAll("^v\\d+ ", "")))
        .containsExactlyElementsOf(
            Stream.concat(
                    ODD_VALUES.stream().map(value -> "insert id=1 p=" + value),
                    Stream.of("insert id=2 p=a b%", "delete id=2 p=a b%"))
                .toList());

    Files.delete(file.location());
    assertThatThrownBy(() -> RowText.changes(open(table), last + 1))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_MISSING));
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "id"})
  void C20_partitionValuesAreFoundByPhysicalNames(String mode) {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, p string, day date")
            .partitionedBy("p", "day")
            .changeDataFeed()
            .columnMapping(mode)
            .create();
    DataFile file = table.dataFile(row("id", 1, "p", "a b", "day", "2024-02-29"));
    table.commit().add(file).write();
    table.commit().remove(file).write();
    table.renameColumn("p", "q");
    table.commit().cdc(change("insert", row("id", 2, "q", "x", "day", null))).write();

    assertThat(RowText.changes(open(table), 1))
        .containsExactly(
            "v1 insert id=1 p=a b day=19782",
            "v2 delete id=1 p=a b day=19782",
            "v4 insert id=2 q=x day=null");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"d=2023-11-05 00%3A00%3A00", "p=A%2FA", "p=B%20B", "p=50%2525", "p=a+b#c"})
  void C22_pathsInTheLogAreDecodedOnce(String directory) {
    TestTable table =
        TestTable.at(dir).schema("id long, p string").partitionedBy("p").changeDataFeed().create();
    DataFile file =
        table.dataFile(List.of(row("id", 1, "p", "v")), options -> options.directory(directory));
    table.commit().add(file).write();
    table.commit().remove(file).write();

    assertThat(Files.exists(dir.resolve(directory))).isTrue();
    assertThat(snapshot(table)).isEmpty();
    assertThat(RowText.changes(open(table), 1))
        .containsExactly("v1 insert id=1 p=v", "v2 delete id=1 p=v");
  }

  @Test
  void C25_nullPartitionValuesComeFromTheActionNotFromTheDirectory() {
    TestTable table =
        TestTable.at(dir).schema("id long, p string").partitionedBy("p").changeDataFeed().create();
    table
        .commit()
        .addRows(
            List.of(row("id", 1, "p", null)),
            options -> options.directory("p=__HIVE_DEFAULT_PARTITION__"))
        .write();
    table
        .commit()
        .addRows(List.of(row("id", 2, "p", null)), options -> options.partitionValue("p", ""))
        .write();

    assertThat(RowText.changes(open(table), 1))
        .containsExactly("v1 insert id=1 p=null", "v2 insert id=2 p=null");
  }
}
