package io.deltacdf.connect.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the kinds of table: each has its traits, and Spark's changes produce its rows. */
@UsesAllSparkTables
class SparkTablesIT {
  @ParameterizedTest
  @MethodSource("io.deltacdf.connect.testing.SparkTables#all")
  void changesProduceTheTable(SparkTable kind) {
    List<ObjectNode> changes = new ArrayList<>();
    for (VersionRange range : kind.ranges()) {
      OracleRows rows = SparkTables.changes(kind, range);
      assertThat(rows.rows()).as("changes of %s", range).isNotEmpty();
      changes.addAll(rows.rows());
    }
    if (kind.history() == SparkTable.History.WHOLE
        && kind.ranges().equals(List.of(VersionRange.from(kind.firstVersion())))) {
      OracleRows rows = SparkTables.rows(kind);
      assertThat(rows.difference(fold(changes, kind.key()))).isEmpty();
    }
  }

  @Test
  void theFileOfManyRowGroupsHasThem() throws IOException {
    Path table = SparkTables.shared(SparkTables.kind("dv_row_groups"));

    assertThat(rowGroups(table)).anySatisfy(groups -> assertThat(groups).isGreaterThan(5));
  }

  private static List<Integer> rowGroups(Path table) throws IOException {
    List<Integer> counts = new ArrayList<>();
    try (Stream<Path> files = Files.list(table)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".parquet")).toList()) {
        try (ParquetFileReader reader =
            ParquetFileReader.open(
                HadoopInputFile.fromPath(
                    new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()))) {
          counts.add(reader.getRowGroups().size());
        }
      }
    }
    return counts;
  }

  /**
   * Returns the rows that remain after applying the changes by key, with the deletes of a commit
   * first.
   */
  private static OracleRows fold(List<ObjectNode> changes, List<String> key) {
    Map<List<String>, ObjectNode> rows = new HashMap<>();
    changes.stream()
        .sorted(Comparator.comparingLong(SparkTablesIT::version).thenComparing(c -> !isGone(c)))
        .forEach(
            change -> {
              List<String> keyOfRow = key.stream().map(c -> change.required(c).asText()).toList();
              if (isGone(change)) {
                assertThat(rows.remove(keyOfRow)).as("row before %s", change).isNotNull();
              } else {
                assertThat(rows.put(keyOfRow, withoutMetadata(change)))
                    .as("row before %s", change)
                    .isNull();
              }
            });
    return OracleRows.of(rows.values());
  }

  private static long version(ObjectNode change) {
    return change.required(OracleRows.COMMIT_VERSION).asLong();
  }

  private static boolean isGone(ObjectNode change) {
    String type = change.required(OracleRows.CHANGE_TYPE).asText();
    return type.equals("delete") || type.equals("update_preimage");
  }

  private static ObjectNode withoutMetadata(ObjectNode change) {
    return change
        .deepCopy()
        .remove(
            List.of(
                OracleRows.CHANGE_TYPE, OracleRows.COMMIT_VERSION, OracleRows.COMMIT_TIMESTAMP));
  }
}
