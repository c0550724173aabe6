package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.generate;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.TableBuilder;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits of real tables without a change data feed, in each form in which Delta writes them. */
class DerivedCasesTest {
  private static final String[] BY_ROW_ID = {
    "commit.consolidation", "none", "include.preimages", "true"
  };

  @TempDir Path dir;

  private TableBuilder builder() {
    return TestTable.at(dir.resolve("orders")).schema("id long, name string");
  }

  private static Map<String, Object> named(int id, String name) {
    return row("id", id, "name", name);
  }

  private static TestTable filled(TestTable table) {
    table.insert(named(1, "a"), named(2, "b"), named(3, "c"));
    table.insert(named(4, "d"));
    return table;
  }

  /** Returns the records of a version and those after it. */
  private static List<SourceRecord> records(TestTable table, long version, String... options)
      throws InterruptedException {
    List<String> all = new ArrayList<>(List.of("start.version", String.valueOf(version)));
    all.addAll(List.of(options));
    return OnDisk.run(table, Options.orders(all.toArray(String[]::new)), Optional.empty());
  }

  private static List<String> changes(TestTable table, long version, String... options)
      throws InterruptedException {
    return OnDisk.texts(records(table, version, options));
  }

  @Test
  void rowsCopiedByAnUpdateAreNotPublished() throws Exception {
    TestTable table = filled(builder().rowTracking().create());
    table.copyOnWrite().update(row -> row.get("id").equals(2L), set("name", "B"));
    table.copyOnWrite().delete(row -> row.get("id").equals(3L));

    assertThat(changes(table, 3, "skip.messages.without.change", "false"))
        .containsExactly("3: update_postimage 2 [2, B]", "4: delete 3 null");
    assertThat(changes(table, 3, BY_ROW_ID))
        .containsExactly(
            "3: update_preimage 2 [2, b]", "3: update_postimage 2 [2, B]", "4: delete 3 null");
  }

  @Test
  void rowsRemovedAndRestoredByDeletionVectorsArePublished() throws Exception {
    TestTable table = filled(builder().rowTracking().deletionVectors().create());
    DataFile file = table.file(0);
    table.delete(row -> row.get("id").equals(1L));
    table.update(row -> row.get("id").equals(2L), set("name", "B"));
    table.commit().operation("RESTORE").restoreRows(file, 0).write();

    List<String> expected =
        List.of("3: delete 1 null", "4: update_postimage 2 [2, B]", "5: insert 1 [1, a]");
    assertThat(changes(table, 3)).isEqualTo(expected);
    assertThat(changes(table, 3, "commit.consolidation", "none")).isEqualTo(expected);
  }

  @Test
  void aMergeWithoutEffectAndFilesWithoutDataChangePublishNothing() throws Exception {
    TestTable table = filled(builder().rowTracking().create());
    table.edits().mergeWithoutChange(table.file(0));
    table.optimize();
    table.insert(named(5, "e"));

    assertThat(changes(table, 3)).containsExactly("5: insert 5 [5, e]");
    assertThat(changes(table, 3, BY_ROW_ID)).containsExactly("5: insert 5 [5, e]");
    assertThat(changes(table, 3, "change.feed", "derive")).containsExactly("5: insert 5 [5, e]");
  }

  @Test
  void restorePublishesTheOldVersionsOfRows() throws Exception {
    TestTable table = filled(builder().rowTracking().create());
    table.copyOnWrite().update(row -> row.get("id").equals(2L), set("name", "B"));
    table.restore(2);

    assertThat(changes(table, 4)).containsExactly("4: update_postimage 2 [2, b]");
    assertThat(changes(table, 4, BY_ROW_ID))
        .containsExactly("4: update_preimage 2 [2, B]", "4: update_postimage 2 [2, b]");
  }

  /** By key, an overwrite with equal rows changes nothing; by row id, it replaces all rows. */
  @Test
  void anOverwriteIsComparedByKeyButReplacesAllRowIds() throws Exception {
    TestTable table = builder().rowTracking().create();
    table.insert(generate(1_000, id -> named(id, "n" + id)), 2);
    table.overwrite(table.schema(), generate(1_000, id -> named(id, id == 7 ? "x" : "n" + id)));

    assertThat(changes(table, 2)).containsExactly("2: update_postimage 7 [7, x]");
    assertThat(records(table, 2, BY_ROW_ID)).hasSize(2_000);
  }

  @Test
  void C30_aRemovedFileDeletedByVacuumIsAnError() throws Exception {
    TestTable table = filled(builder().rowTracking().create());
    DataFile file = table.file(0);
    table.copyOnWrite().update(row -> row.get("id").equals(2L), set("name", "B"));
    table.faults().deleteFile(file);

    for (String[] options : List.of(new String[0], BY_ROW_ID)) {
      assertThatThrownBy(() -> records(table, 3, options))
          .isInstanceOfSatisfying(
              DeltaCdfException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.FILE_MISSING);
                assertThat(e.isRetriable()).isFalse();
              })
          .hasMessageContainingAll(
              "'orders'",
              "version 3",
              file.location().getFileName().toString(),
              "VACUUM",
              "new snapshot");
    }
  }

  @Test
  void removesWithoutRowIdsAreAnError() throws Exception {
    TestTable table = filled(builder().rowTracking().create());
    String path = table.file(0).location().getFileName().toString();
    table
        .commit()
        .operation("DELETE")
        .raw("{\"remove\":{\"path\":\"" + path + "\",\"dataChange\":true}}")
        .write();

    assertThat(changes(table, 3)).hasSize(3).allMatch(change -> change.startsWith("3: delete"));
    assertThatThrownBy(() -> records(table, 3, BY_ROW_ID))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_TABLE))
        .hasMessageContainingAll("'orders'", "version 3", "lacks baseRowId");
  }

  /** Row ids are found in tables with column mapping and in partitioned tables. */
  @Test
  void rowIdsWorkWithColumnMappingAndPartitions() throws Exception {
    for (String mode : List.of("name", "id")) {
      TestTable table =
          TestTable.at(dir.resolve(mode))
              .schema("id long, name string, part string")
              .partitionedBy("part")
              .columnMapping(mode)
              .rowTracking()
              .create();
      table.insert(
          row("id", 1, "name", "a", "part", "x"),
          row("id", 2, "name", "b", "part", "x"),
          row("id", 3, "name", "c", "part", null));
      table.renameColumn("name", "title");
      table.copyOnWrite().update(row -> row.get("id").equals(2L), set("part", "y"));

      assertThat(changes(table, 3, BY_ROW_ID))
          .as(mode)
          .containsExactly("3: update_preimage 2 [2, b, x]", "3: update_postimage 2 [2, b, y]");
    }
  }
}
