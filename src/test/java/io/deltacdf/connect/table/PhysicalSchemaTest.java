package io.deltacdf.connect.table;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.log.KernelCommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.parquet.RequestedColumn;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhysicalSchemaTest {
  @TempDir Path dir;

  @Test
  void allCommitsOfOneSchemaShareTheColumnsOfFiles() {
    TestTable table = TestTable.at(dir).schema("id long, p struct<a: int>, s string").create();
    table.insert(row("id", 1, "p", row("a", 2), "s", "x"));
    table.insert(row("id", 2, "p", row("a", 3), "s", "y"));
    table.addColumns("t string");
    KernelCommitLog log = new KernelCommitLog(LogContexts.of(table.path()), LogPosition.before(1));

    PhysicalSchema first = log.next().after().physical();
    PhysicalSchema second = log.next().after().physical();
    PhysicalSchema changed = log.next().after().physical();

    List<RequestedColumn> columns = first.requested(new int[] {0, 1, 2});
    List<RequestedColumn> again = second.requested(new int[] {2, 1});
    assertThat(columns).extracting(RequestedColumn::name).containsExactly("id", "p", "s");
    assertThat(again.get(0)).isSameAs(columns.get(2));
    assertThat(again.get(1)).isSameAs(columns.get(1));
    assertThat(changed.requested(new int[] {3, 0}))
        .extracting(RequestedColumn::name)
        .containsExactly("t", "id");
  }
}
