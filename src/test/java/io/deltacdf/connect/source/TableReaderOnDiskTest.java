package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.offset;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.log.KernelCommitLog;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers of real tables. */
class TableReaderOnDiskTest {
  @TempDir Path dir;

  private TestTable table() {
    TestTable table =
        TestTable.at(dir.resolve("orders"))
            .schema("id long, name string")
            .changeDataFeed()
            .deletionVectors()
            .create();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"), row("id", 3, "name", "c"));
    table.insert(row("id", 4, "name", "d"), row("id", 5, "name", "e"));
    return table;
  }

  private static void change(TestTable table) {
    table.commit().operation("DELETE").removeRows(table.file(0), 0).write();
    table
        .commit()
        .operation("UPDATE")
        .remove(table.file(1))
        .add(row("id", 4, "name", "D"), row("id", 6, "name", "e"))
        .cdc(
            row("id", 5, "name", "e", "_change_type", "update_preimage"),
            row("id", 6, "name", "e", "_change_type", "update_postimage"),
            row("id", 4, "name", "d", "_change_type", "update_preimage"),
            row("id", 4, "name", "D", "_change_type", "update_postimage"))
        .write();
    table
        .commit()
        .operation("WRITE")
        .remove(table.file(0))
        .add(row("id", 2, "name", "B"), row("id", 7, "name", "g"))
        .write();
  }

  @Test
  void C52_theTopicEqualsTheTableAndEachOffsetResumesWithTheRest() throws Exception {
    TestTable table = table();
    List<SourceRecord> records = new ArrayList<>(run(table, Optional.empty()));
    assertThat(fold(records)).isEqualTo(rows(table));
    assertThat(records).hasSize(5);
    change(table);
    records.addAll(run(table, offset(records.get(4))));

    assertThat(fold(records)).isEqualTo(rows(table));
    for (int i = 0; i < records.size(); i++) {
      assertThat(run(table, offset(records.get(i))))
          .as("after %s", records.get(i).sourceOffset())
          .isEqualTo(records.subList(i + 1, records.size()));
    }
  }

  /** Some writers give a table a new id when they change its metadata. */
  @Test
  void aTableIdThatChangesInsideTheLogIsFollowedWithAWarning() throws Exception {
    TestTable table = table();
    List<SourceRecord> records = new ArrayList<>(run(table, Optional.empty()));
    String oldId = (String) records.get(4).sourceOffset().get("table_id");
    table
        .commit()
        .operation("DELETE")
        .properties(Map.of("owner", "new"))
        .removeRows(table.file(0), 0)
        .add(row("id", 6, "name", "f"), row("id", 7, "name", "g"))
        .write();
    Path commit = table.faults().commitFile(3);
    String text = Files.readString(commit);
    assertThat(text).contains(oldId);
    table.faults().overwriteCommit(3, text.replace(oldId, "new-id"));
    table.insert(row("id", 8, "name", "h"));

    try (CapturedLog log = new CapturedLog(KernelCommitLog.class)) {
      records.addAll(run(table, offset(records.get(4))));
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("'orders', version 3", oldId, "new-id");
    }
    assertThat(fold(records)).isEqualTo(rows(table));
    assertThat(records.subList(5, 9))
        .extracting(record -> (Object) record.sourceOffset().get("table_id"))
        .as("the id after the last completed version")
        .containsExactly(oldId, oldId, "new-id", "new-id");
    for (int i = 0; i < records.size(); i++) {
      assertThat(run(table, offset(records.get(i))))
          .as("after %s", records.get(i).sourceOffset())
          .isEqualTo(records.subList(i + 1, records.size()));
    }
  }

  @Test
  void anAuditTopicContainsPreimages() throws Exception {
    TestTable table = table();
    change(table);
    TableConfig audit =
        Options.orders(
            "start.version", "4", "commit.consolidation", "none", "include.preimages", "true");
    List<SourceRecord> records = ReaderRuns.run(open(table), audit, Optional.empty());

    assertThat(records.subList(0, 4))
        .extracting(TableReaderOnDiskTest::changeTypeAndRow)
        .containsExactly(
            "update_preimage 5 e",
            "update_preimage 4 d",
            "update_postimage 6 e",
            "update_postimage 4 D");
    assertThat(records.get(0).key()).isEqualTo(5L);
    assertThat(records.get(0).headers().lastWithName("delta.change.type").value())
        .isEqualTo("update_preimage");
    for (int i = 0; i < records.size(); i++) {
      assertThat(ReaderRuns.run(open(table), audit, offset(records.get(i))))
          .isEqualTo(records.subList(i + 1, records.size()));
    }
  }

  private static String changeTypeAndRow(SourceRecord record) {
    Struct value = (Struct) record.value();
    return value.get("_change_type") + " " + value.get("id") + " " + value.get("name");
  }

  @Test
  void aMissingFileFailsAfterTheRecordsBeforeIt() throws Exception {
    TestTable table = table();
    List<SourceRecord> snapshot = run(table, Optional.empty());
    change(table);
    try (var files = Files.walk(table.directory().resolve("_change_data"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
    List<SourceRecord> records = new ArrayList<>();
    TableReader reader =
        ReaderRuns.reader(open(table), Options.orders(), offset(snapshot.get(4)), records);

    assertThatThrownBy(() -> ReaderRuns.runUntilIdle(reader))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.FILE_MISSING);
              assertThat(e).hasMessageContainingAll("'orders'", "version 4", "_change_data");
            });
    assertThat(Orders.texts(records)).containsExactly("3: 1 deleted");
  }

  private static List<SourceRecord> run(TestTable table, Optional<SourceOffset> stored)
      throws InterruptedException {
    return ReaderRuns.run(open(table), Options.orders(), stored);
  }

  private static DeltaTable open(TestTable table) {
    return DeltaTables.open("orders", table.path(), Storage.open(Map.of()));
  }

  private static Map<Long, Object> fold(List<SourceRecord> records) {
    Map<Long, Object> mirror = new TreeMap<>();
    for (SourceRecord record : records) {
      if (record.value() == null) {
        mirror.remove((Long) record.key());
      } else {
        mirror.put((Long) record.key(), ((Struct) record.value()).get("name"));
      }
    }
    return mirror;
  }

  private static Map<Long, Object> rows(TestTable table) {
    Map<Long, Object> rows = new TreeMap<>();
    table.rows().forEach(row -> rows.put((Long) row.get("id"), row.get("name")));
    return rows;
  }
}
