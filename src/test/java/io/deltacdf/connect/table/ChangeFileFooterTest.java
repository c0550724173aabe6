package io.deltacdf.connect.table;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.FileOptions;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what is known about the change types of a file without reading its rows. */
class ChangeFileFooterTest {
  @TempDir Path dir;
  private TestTable written;
  private DeltaTable table;

  @BeforeEach
  void create() {
    written = TestTable.at(dir).schema("id long, s string").changeDataFeed().create();
    table = DeltaTables.open("orders", dir.toString(), Storage.open(Map.of()));
  }

  @Test
  void aFooterWithOnlyInsertsIsRecognized() {
    assertThat(table.holdsOnlyInserts(changeFile(options -> {}, "insert", "insert"))).isTrue();
    assertThat(
            table.holdsOnlyInserts(
                changeFile(options -> options.rowGroupRows(1), "insert", "insert")))
        .isTrue();
  }

  @Test
  void aFooterWithAnotherChangeTypeDoesNotShowOnlyInserts() {
    for (String type : List.of("delete", "update_preimage", "update_postimage")) {
      assertThat(table.holdsOnlyInserts(changeFile(options -> {}, "insert", type))).isFalse();
      assertThat(table.holdsOnlyInserts(changeFile(options -> {}, type))).isFalse();
      assertThat(
              table.holdsOnlyInserts(
                  changeFile(options -> options.rowGroupRows(1), "insert", type, "insert")))
          .isFalse();
    }
  }

  @Test
  void aFooterWithoutStatisticsDoesNotShowOnlyInserts() {
    assertThat(table.holdsOnlyInserts(changeFile(FileOptions::noFooterStatistics, "insert")))
        .isFalse();
  }

  @Test
  void addedFilesHoldInsertsAndRemovedOnesDoNot() {
    written.insert(row("id", 1));
    assertThat(table.holdsOnlyInserts(lastFile())).isTrue();

    written.truncate();
    assertThat(table.holdsOnlyInserts(lastFile())).isFalse();
  }

  @Test
  void aMissingOrTruncatedFileIsAnErrorThatNamesIt() throws IOException {
    ChangedFile file = changeFile(options -> {}, "insert");
    Path path = dir.resolve(file.path());
    Files.write(path, new byte[] {1, 2, 3});
    assertFails(ErrorCode.FILE_CORRUPT, file);

    Files.delete(path);
    assertFails(ErrorCode.FILE_MISSING, file);
  }

  private void assertFails(ErrorCode code, ChangedFile file) {
    assertThatThrownBy(() -> table.holdsOnlyInserts(file))
        .isInstanceOfSatisfying(DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContainingAll("'orders'", "version 1", file.path());
  }

  private ChangedFile changeFile(Consumer<FileOptions> options, String... types) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String type : types) {
      rows.add(change(type, row("id", rows.size(), "s", "x")));
    }
    written.commit().cdcRows(rows, options).write();
    return lastFile();
  }

  private ChangedFile lastFile() {
    try (CommitLog log = table.follow(LogPosition.before(written.version()))) {
      return log.next().files().get(0);
    }
  }
}
