package io.deltacdf.connect.testing.tables;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomTableTest {
  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void hasConsistentVersionsAndUniqueKeys(long seed) {
    TestTable table = RandomTable.create(dir, seed).grow(20).table();

    assertThat(table.version()).isEqualTo(20);
    ConsistencyChecks.assertKernelReadsTheModel(table);
    ConsistencyChecks.assertChangesLeadToTheRows(table);
    for (long version = 0; version <= table.version(); version++) {
      List<Map<String, Object>> rows = table.rowsAt(version);
      assertThat(new HashSet<>(rows.stream().map(row -> row.get(RandomTable.KEY)).toList()))
          .hasSameSizeAs(rows);
    }
  }

  @Test
  void isTheSameForTheSameSeed() {
    TestTable first = RandomTable.create(dir.resolve("a"), 42).grow(15).table();
    TestTable second = RandomTable.create(dir.resolve("b"), 42).grow(15).table();

    assertThat(second.rows()).isEqualTo(first.rows());
    assertThat(second.files())
        .extracting(DataFile::path)
        .isEqualTo(first.files().stream().map(DataFile::path).toList());
  }
}
