package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.Rows;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits that other readers publish incorrectly, from the files on disk to the records. */
class ChangeCasesTest {
  @TempDir Path dir;

  private TestTable table() {
    return TestTable.at(dir.resolve("orders"))
        .schema("id long, name string")
        .changeDataFeed()
        .deletionVectors()
        .create();
  }

  /** Returns the records of a version and those after it. */
  private static List<SourceRecord> from(TestTable table, long version, String... options)
      throws InterruptedException {
    String[] all = new String[options.length + 2];
    all[0] = "start.version";
    all[1] = String.valueOf(version);
    System.arraycopy(options, 0, all, 2, options.length);
    return ReaderRuns.run(
        DeltaTables.open("orders", table.path(), Storage.open(Map.of())),
        Options.orders(all),
        Optional.empty());
  }

  @Test
  void C02_aRowDeletedByADeletionVectorIsOneTombstone() throws Exception {
    TestTable table = table();
    table.insert(Rows.generate(100, id -> row("id", (long) id, "name", "n" + id)));
    long version = table.commit().operation("DELETE").removeRows(table.file(0), 42).write();

    assertThat(Orders.texts(from(table, version))).containsExactly(version + ": 42 deleted");
  }

  @Test
  void C04_anUpdateToEqualValuesIsPublishedOnlyOnRequestAndNeverAsADelete() throws Exception {
    TestTable table = table();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"), row("id", 3, "name", "c"));
    long version = table.copyOnWrite().update(row -> true, row -> row);

    assertThat(from(table, version)).isEmpty();
    List<SourceRecord> published = from(table, version, "skip.messages.without.change", "false");
    assertThat(Orders.texts(published)).containsExactly("2: 1 a", "2: 2 b", "2: 3 c");
    assertThat(published)
        .extracting(record -> record.headers().lastWithName("delta.change.type").value())
        .containsOnly("update_postimage");
  }

  @Test
  void C08_anOverwriteFirstDeletesTheLiveRowsOfItsRemovedFiles() throws Exception {
    TestTable table = table();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"), row("id", 3, "name", "c"));
    table.delete(row -> row.get("id").equals(2L));
    long overwrite = table.overwrite(row("id", 4, "name", "d"), row("id", 3, "name", "C"));
    long truncate = table.truncate();

    assertThat(Orders.texts(from(table, overwrite)))
        .containsExactly(
            overwrite + ": 1 deleted",
            overwrite + ": 4 d",
            overwrite + ": 3 C",
            truncate + ": 4 deleted",
            truncate + ": 3 deleted");
  }

  @Test
  void C09_aPartitionDeletedByChangeFilesAndRemovesIsDeletedOnce() throws Exception {
    TestTable table =
        TestTable.at(dir.resolve("orders"))
            .schema("id long, name string, p string")
            .partitionedBy("p")
            .changeDataFeed()
            .create();
    table.insert(row("id", 1, "name", "a", "p", "x"), row("id", 2, "name", "b", "p", "y"));
    DataFile removed = table.file(0);
    Map<String, Object> row = table.rows().get(0);
    long version =
        table.commit().operation("DELETE").remove(removed).cdc(change("delete", row)).write();

    List<SourceRecord> records = from(table, version, "commit.consolidation", "none");
    assertThat(Orders.texts(records)).containsExactly(version + ": " + row.get("id") + " deleted");
  }

  @Test
  void C11_compactionPublishesNothingAndAnOverwriteWithEqualRowsOnlyWithoutConsolidation()
      throws Exception {
    TestTable table = table();
    table.insert(row("id", 1, "name", "a"));
    table.insert(row("id", 2, "name", "b"));
    long optimize = table.optimize();
    long overwrite = table.overwrite(row("id", 2, "name", "B"), row("id", 1, "name", "a"));

    assertThat(Orders.texts(from(table, optimize))).containsExactly(overwrite + ": 2 B");
    assertThat(Orders.texts(from(table, optimize, "commit.consolidation", "none")))
        .containsExactlyInAnyOrder(
            overwrite + ": 1 deleted",
            overwrite + ": 2 deleted",
            overwrite + ": 2 B",
            overwrite + ": 1 a")
        .startsWith(overwrite + ": 1 deleted", overwrite + ": 2 deleted");
  }

  @Test
  void C12_aTombstoneNeverFollowsTheRowOfItsCommitInAnyOrderOfChangeRows() throws Exception {
    TestTable table = table();
    DataFile file = table.dataFile(row("id", 1, "name", "a"), row("id", 2, "name", "b"));
    table.commit().add(file).write();
    long addFirst = table.commit().add(row("id", 1, "name", "A")).remove(file).write();
    long insertFirst =
        table
            .commit()
            .cdc(
                change("insert", row("id", 1, "name", "x")),
                change("insert", row("id", 3, "name", "c")),
                change("delete", row("id", 1, "name", "A")))
            .write();

    for (String consolidation : List.of("key", "none")) {
      List<String> texts =
          Orders.texts(from(table, addFirst, "commit.consolidation", consolidation));
      assertThat(texts)
          .containsSubsequence(addFirst + ": 2 deleted", addFirst + ": 1 A")
          .containsSubsequence(insertFirst + ": 1 x", insertFirst + ": 3 c");
      assertThat(texts.indexOf(addFirst + ": 1 deleted")).isLessThan(texts.indexOf("2: 1 A"));
      assertThat(texts.indexOf(insertFirst + ": 1 deleted"))
          .isLessThan(texts.indexOf(insertFirst + ": 1 x"));
    }
  }

  @Test
  void C57_aChangedKeyIsATombstoneOfTheOldKeyAndARowOfTheNewKey() throws Exception {
    TestTable table = table();
    table.insert(row("id", 1, "name", "a"));
    long version = table.copyOnWrite().update(row -> true, set("id", 2L));

    assertThat(Orders.texts(from(table, version)))
        .containsExactly(version + ": 1 deleted", version + ": 2 a");
  }
}
