package io.deltacdf.connect.testing.tables;

import static io.deltacdf.connect.testing.tables.Rows.generate;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that Delta Kernel detects each fault. */
class TableFaultsTest {
  @TempDir Path dir;
  private TestTable table;

  @BeforeEach
  void makeTable() {
    table = TestTable.at(dir).schema("id long, s string").deletionVectors().create();
    table.insert(generate(100, i -> row("id", i, "s", "s" + i)));
    table.insert(row("id", 100));
    table.commit().removeRows(table.file(0), 1, 2).write();
    assertThat(KernelReader.rows(dir)).hasSize(99);
  }

  private void assertUnreadable() {
    assertThatThrownBy(() -> KernelReader.rows(dir)).isInstanceOf(RuntimeException.class);
  }

  @Test
  void dropsAVersion() {
    table.faults().dropVersion(2);
    assertUnreadable();
  }

  @Test
  void truncatesACommit() {
    table.faults().truncateCommit(3);
    assertUnreadable();
  }

  @Test
  void replacesACommitsText() throws Exception {
    var time = Files.getLastModifiedTime(table.faults().commitFile(3));
    table.faults().overwriteCommit(3, "{\"add\":");
    assertThat(Files.getLastModifiedTime(table.faults().commitFile(3))).isEqualTo(time);
    assertUnreadable();
  }

  @Test
  void deletesAFile() {
    table.faults().deleteFile(table.file(1));
    assertUnreadable();
  }

  @Test
  void truncatesAFile() {
    table.faults().truncateFile(table.file(0));
    assertUnreadable();
  }

  @Test
  void corruptsAFile() {
    table.faults().corruptFile(table.file(0));
    assertUnreadable();
  }

  @Test
  void deletesDeletionVectors() {
    table.faults().deleteDeletionVectorFiles();
    assertUnreadable();
  }

  @Test
  void setsAModificationTime() throws Exception {
    table.faults().touchCommit(3, 12_000);
    assertThat(Files.getLastModifiedTime(table.faults().commitFile(3)).toMillis())
        .isEqualTo(12_000);
  }
}
