package io.deltacdf.connect.testing.tables;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks that every version of a written table must pass. */
final class ConsistencyChecks {
  private ConsistencyChecks() {}

  /** Checks that Delta Kernel reads the rows of the model. */
  static void assertKernelReadsTheModel(TestTable table) {
    for (long version = 0; version <= table.version(); version++) {
      assertThat(KernelReader.rowsAt(table.directory(), version))
          .as("version %d", version)
          .containsExactlyInAnyOrderElementsOf(table.rowsAt(version));
    }
  }

  /**
   * Checks for each version that keeps the schema that its change rows, applied to the rows of the
   * previous version, result in its own rows.
   */
  static void assertChangesLeadToTheRows(TestTable table) {
    for (long version = 1; version <= table.version(); version++) {
      if (table.schemaAt(version).equals(table.schemaAt(version - 1))) {
        List<Map<String, Object>> rows = new ArrayList<>(table.rowsAt(version - 1));
        for (Map<String, Object> changed : table.changesAt(version)) {
          assertApplies(version, changed, rows);
        }
        assertThat(rows)
            .as("changes of %d", version)
            .containsExactlyInAnyOrderElementsOf(table.rowsAt(version));
      }
    }
  }

  private static void assertApplies(
      long version, Map<String, Object> changed, List<Map<String, Object>> rows) {
    Map<String, Object> row = new LinkedHashMap<>(changed);
    Object type = row.remove(TestTable.CHANGE_TYPE);
    if (type.equals("insert") || type.equals("update_postimage")) {
      rows.add(row);
    } else {
      assertThat(rows.remove(row)).as("version %d: %s", version, changed).isTrue();
    }
  }
}
