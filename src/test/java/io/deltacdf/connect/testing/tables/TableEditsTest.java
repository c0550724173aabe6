package io.deltacdf.connect.testing.tables;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.generate;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that Delta Kernel reads the edited rows, and that the change rows of a version lead from
 * the rows of the previous version to its own.
 */
class TableEditsTest {
  @TempDir Path dir;

  private TableBuilder orders() {
    return TestTable.at(dir).schema("id long, region string, n int").changeDataFeed();
  }

  private static Map<String, Object> order(long id, String region, int n) {
    return row("id", id, "region", region, "n", n);
  }

  private static void assertConsistent(TestTable table) {
    ConsistencyChecks.assertKernelReadsTheModel(table);
    ConsistencyChecks.assertChangesLeadToTheRows(table);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void editsRows(boolean deletionVectors) {
    TableBuilder builder = orders().partitionedBy("region");
    TestTable table = (deletionVectors ? builder.deletionVectors() : builder).create();
    table.insert(order(1, "eu", 1), order(2, "eu", 2), order(3, "us", 3), order(4, null, 4));
    table.update(r -> (long) r.get("id") < 3, set("n", 10));
    table.update(r -> r.get("id").equals(2L), set("region", "us"));
    table.delete(r -> r.get("id").equals(3L));
    table
        .edits()
        .merge(
            List.of("id"), List.of(order(1, "eu", 11), order(5, "asia", 5)), List.of(row("id", 2)));
    table.merge("id", order(6, "eu", 6), order(7, "us", 7));
    table.edits().replaceWhere(r -> (int) r.get("n") > 5, List.of(order(8, "eu", 8)));
    table.overwritePartitions(order(9, "eu", 9));
    table.optimize();
    table.overwrite(order(9, "eu", 9), order(10, "us", 1));
    table.restore(1);
    table.deleteFiles(table.file(0));
    table.truncate();

    assertConsistent(table);
    assertThat(table.changesAt(4)).containsExactly(change("delete", order(3, "us", 3)));
    assertThat(table.commitAt(4).actions(TableAction.Cdc.class)).hasSize(deletionVectors ? 0 : 1);
    assertThat(table.changesAt(5))
        .containsExactlyInAnyOrder(
            change("update_preimage", order(1, "eu", 10)),
            change("update_postimage", order(1, "eu", 11)),
            change("delete", order(2, "us", 10)),
            change("insert", order(5, "asia", 5)));
    assertThat(table.commitAt(6).actions(TableAction.Cdc.class)).isEmpty();
    assertThat(table.changesAt(9)).isEmpty();
    assertThat(table.rows()).isEmpty();
  }

  @Test
  void restoresDeletionVectors() {
    TestTable table = orders().deletionVectors().create();
    table.insert(generate(10, i -> order(i, "eu", i)));
    table.delete(r -> (long) r.get("id") < 2);
    table.delete(r -> (long) r.get("id") < 4);
    table.restore(2);
    table.restore(1);

    assertConsistent(table);
    assertThat(table.changesAt(4)).hasSize(2).allMatch(r -> r.get("_change_type").equals("insert"));
  }

  @Test
  void writesNoChangeRowsForAMergeWithoutChange() {
    TestTable table = orders().create();
    table.insert(order(1, "eu", 1));
    table.edits().mergeWithoutChange(table.file(0));

    assertConsistent(table);
    assertThat(table.changesAt(2)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "id"})
  void changesTheSchema(String mode) {
    TestTable table = orders().partitionedBy("region").columnMapping(mode).typeWidening().create();
    table.insert(order(1, "eu", 1));
    table.addColumns("note string, st struct<x:int>");
    table.insert(row("id", 2, "region", "us", "n", 2, "note", "b", "st", row("x", 5)));
    table.renameColumn("n", "m");
    table.renameColumn("region", "area");
    table.update(r -> r.get("id").equals(1L), set("m", 100));
    table.widenColumn("m", "long");
    table.insert(row("id", 3, "area", "eu", "m", 1L << 40));
    table.dropColumn("note");
    table.addColumns("note int");
    table.update(r -> r.get("id").equals(2L), set("note", 7));

    assertConsistent(table);
    assertThat(table.rows())
        .containsExactlyInAnyOrder(
            row("id", 1L, "area", "eu", "m", 100L, "st", null, "note", null),
            row("id", 2L, "area", "us", "m", 2L, "st", row("x", 5), "note", 7),
            row("id", 3L, "area", "eu", "m", 1L << 40, "st", null, "note", null));
  }

  @Test
  void upgradesToColumnMapping() {
    TestTable table = orders().create();
    table.insert(order(1, "eu", 1));
    assertThatThrownBy(() -> table.dropColumn("n")).hasMessageContaining("column mapping");
    table.setProperty("delta.columnMapping.mode", "name");
    table.renameColumn("n", "m");
    table.insert(row("id", 2, "region", "us", "m", 2));

    assertConsistent(table);
    assertThat(table.protocol().writerFeatures()).contains("columnMapping");
  }

  @Test
  void overwritesTheSchema() {
    TestTable table = orders().create();
    table.insert(order(1, "eu", 1));
    table.overwrite(SchemaParser.schema("id string, x double"), List.of(row("id", "a", "x", 1)));

    assertConsistent(table);
    assertThat(table.changesAt(2))
        .containsExactlyInAnyOrder(
            change("delete", order(1, "eu", 1)),
            row("id", "a", "x", 1.0, "_change_type", "insert"));
  }

  @Test
  void recordsChangesInDataFilesWhileTheFeedIsOff() {
    TestTable table = orders().create();
    table.insert(order(1, "eu", 1), order(2, "eu", 2));
    table.setChangeDataFeed(false);
    table.update(r -> r.get("id").equals(1L), set("n", 5));
    table.setChangeDataFeed(true);
    table.update(r -> r.get("id").equals(1L), set("n", 6));

    assertConsistent(table);
    assertThat(table.changesAt(3)).hasSize(4);
    assertThat(table.changesAt(5)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void keepsRowIds(boolean deletionVectors) {
    TableBuilder builder = orders().rowTracking();
    TestTable table = (deletionVectors ? builder.deletionVectors() : builder).create();
    table.insert(order(1, "eu", 1), order(2, "eu", 2), order(3, "us", 3));
    table.update(r -> r.get("id").equals(2L), set("n", 20));
    table.insert(order(4, "us", 4));
    table.optimize();

    assertConsistent(table);
    Set<List<Object>> identities = new HashSet<>();
    for (LiveFile file : table.liveFiles()) {
      for (int i = 0; i < file.file().rowCount(); i++) {
        identities.add(
            List.of(
                file.file().rows().get(i).get("id"),
                RowTracking.rowId(table.metadata(), file, i),
                RowTracking.rowVersion(table.metadata(), file, i)));
      }
    }
    long fourth = deletionVectors ? 4 : 6;
    assertThat(identities)
        .containsExactlyInAnyOrder(
            List.of(1L, 0L, 1L), List.of(2L, 1L, 2L), List.of(3L, 2L, 1L), List.of(4L, fourth, 3L));
  }

  @Test
  void clonesByAbsolutePaths(@TempDir Path cloneDir) {
    TestTable table = orders().deletionVectors().create();
    table.insert(order(1, "eu", 1), order(2, "eu", 2));
    table.delete(r -> r.get("id").equals(1L));
    TestTable clone = table.shallowClone(cloneDir.resolve("clone of it"));
    clone.insert(order(3, "eu", 3));

    assertConsistent(clone);
    assertThat(clone.rows()).containsExactly(order(2, "eu", 2), order(3, "eu", 3));
    assertThat(clone.file(0).path()).startsWith("file:/");
    assertThat(clone.metadata().id()).isNotEqualTo(table.metadata().id());
  }

  @Test
  void readsACheckpointAfterTheLogIsCleanedUp() {
    TestTable table = orders().create();
    for (int i = 0; i < 5; i++) {
      table.insert(order(i, "eu", i));
    }
    table.checkpoint();
    table.insert(order(5, "eu", 5));
    table.faults().dropVersionsBefore(5);

    assertThat(KernelReader.rows(dir)).containsExactlyInAnyOrderElementsOf(table.rows());
    assertThatThrownBy(() -> KernelReader.rowsAt(dir, 4)).hasMessageContaining("version 4");
  }
}
