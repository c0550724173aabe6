package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RESTORE brings back dropped columns, whose values the files have kept. */
class ReturningColumnsTest {
  @TempDir private Path dir;
  private TestTable table;

  @BeforeEach
  void makeTable() {
    table =
        TestTable.at(dir)
            .schema("id long, a string, s struct<x:int,y:string>")
            .columnMapping("name")
            .changeDataFeed()
            .create();
    table.insert(row("id", 1L, "a", "a1", "s", row("x", 1, "y", "y1")));
  }

  @Test
  void columnsAndFieldsThatComeBackAreReportedWithTheRemedy() throws Exception {
    table.dropColumn("a");
    dropFirstFieldOfStruct();
    List<SourceRecord> snapshot = new TableRuns(table).snapshotOf(3);
    table.restore(1);

    try (CapturedLog log = new CapturedLog(CommitStream.class)) {
      List<SourceRecord> changes = new TableRuns(table).after(snapshot.get(0));

      assertThat(changes).isEmpty();
      assertThat(log.lines().stream().filter(line -> line.startsWith("WARN")))
          .singleElement()
          .asString()
          .contains(
              "Table 'orders': version 4 brings back the dropped columns [a, s.x]",
              "tables.orders.snapshot.request");
    }
  }

  @Test
  void newAndRenamedColumnsDoNotComeBack() throws Exception {
    table.dropColumn("a");
    table.addColumns("a string");
    table.renameColumn("a", "b");
    table.addColumns("a struct<x:int,y:string>");
    table.update(row -> true, row -> row("id", 1L, "b", "b1", "a", row("x", 2, "y", "y2")));

    try (CapturedLog log = new CapturedLog(CommitStream.class)) {
      new TableRuns(table, "start.version", "1").fromStart();

      assertThat(log.lines()).noneMatch(line -> line.startsWith("WARN"));
    }
  }

  private void dropFirstFieldOfStruct() {
    List<StructField> columns = new ArrayList<>(table.schema().fields());
    StructField struct = columns.get(1);
    List<StructField> fields = ((StructType) struct.getDataType()).fields();
    columns.set(1, struct.withDataType(new StructType(fields.subList(1, fields.size()))));
    table.commit().operation("DROP COLUMNS").schema(new StructType(columns)).write();
  }
}
