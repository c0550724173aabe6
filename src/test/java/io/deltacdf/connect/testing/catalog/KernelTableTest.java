package io.deltacdf.connect.testing.catalog;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.tables.KernelReader;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Delta's own client of Unity Catalog, and Kernel, work with the catalog server. */
class KernelTableTest {
  @TempDir Path dir;

  @Test
  void writesACatalogManagedTable() throws Exception {
    try (CatalogServer server = CatalogServer.start();
        KernelTable table =
            KernelTable.create(
                server,
                "main.sales.orders",
                "file://" + dir.resolve("orders"),
                "id long, name string",
                Map.of("delta.enableRowTracking", "true"))) {
      assertThat(table.append(List.of(row("id", 1L, "name", "a"), row("id", 2L, "name", "b"))))
          .isEqualTo(1);
      assertThat(table.replace(List.of(row("id", 1L, "name", "c")))).isEqualTo(2);
      assertThat(table.entry().unpublished()).hasSize(2);
      assertThat(dir.resolve("orders/_delta_log/00000000000000000001.json")).doesNotExist();
      assertThat(KernelReader.rows(table.snapshot())).containsExactly(row("id", 1L, "name", "c"));

      table.publish();
      assertThat(table.entry().unpublished()).isEmpty();
      assertThat(dir.resolve("orders/_delta_log/00000000000000000002.json")).exists();
      assertThat(table.setProperties(Map.of("owner", "sales"))).isEqualTo(3);
      assertThat(table.snapshot().getTableProperties()).containsEntry("owner", "sales");
    }
  }

  /** The tables that our own builder stages are valid ones for Kernel. */
  @Test
  void readsAManagedTableOfTheBuilder() throws Exception {
    try (CatalogServer server = CatalogServer.start()) {
      ManagedTable table =
          ManagedTable.create(
              server,
              "main.sales.orders",
              TableStore.local(dir.resolve("orders")),
              TestTable.at(dir.resolve("workshop"))
                  .schema("id long, name string")
                  .deletionVectors()
                  .changeDataFeed());
      table.table().insert(row("id", 1L, "name", "a"), row("id", 2L, "name", "b"));
      table.commit();
      table.publish();
      table.table().delete(row -> row.get("id").equals(1L));
      table.commit();
      table.deleteStagedFiles();
      try (KernelTable kernel = KernelTable.open(server, table.entry())) {
        assertThat(KernelReader.rows(kernel.snapshot()))
            .containsExactly(row("id", 2L, "name", "b"));
        assertThat(kernel.snapshot().getVersion()).isEqualTo(2);
      }
      try (Stream<Path> staged = Files.list(dir.resolve("orders/_delta_log/_staged_commits"))) {
        assertThat(staged).hasSize(1);
      }
    }
  }
}
