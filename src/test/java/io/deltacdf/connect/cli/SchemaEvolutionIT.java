package io.deltacdf.connect.cli;

import static io.deltacdf.connect.testing.OracleRows.CHANGE_TYPE;
import static io.deltacdf.connect.testing.OracleRows.COMMIT_TIMESTAMP;
import static io.deltacdf.connect.testing.OracleRows.COMMIT_VERSION;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.partitioningBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltacdf.connect.testing.OracleRows;
import io.deltacdf.connect.testing.SparkOracle;
import io.deltacdf.connect.testing.SparkTable;
import io.deltacdf.connect.testing.SparkTables;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares each version across schema changes with Spark's time travel, since Spark's change data
 * feed cannot be read across some of them.
 */
class SchemaEvolutionIT {
  private static final Set<String> GONE = Set.of("delete", "update_preimage");

  static Stream<SparkTable> kinds() {
    return SparkTables.all().stream()
        .filter(kind -> kind.history() == SparkTable.History.REPUBLISHED);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void eachVersionHasTheRowsAndChangesOfItsOwnSchema(SparkTable kind) {
    Path table = SparkTables.shared(kind);
    Map<Long, List<ObjectNode>> changes =
        changes(table, kind.firstVersion()).rows().stream()
            .collect(groupingBy(row -> row.required(COMMIT_VERSION).asLong()));
    Map<Long, OracleRows> rows = new HashMap<>();
    for (long version : changes.keySet()) {
      OracleRows before =
          rows.computeIfAbsent(version - 1, v -> SparkOracle.shared().rows(table, v));
      OracleRows after = rows.computeIfAbsent(version, v -> SparkOracle.shared().rows(table, v));

      assertThat(before.difference(snapshot(table, version - 1)))
          .as("snapshot of version %d", version - 1)
          .isEmpty();
      assertLeadsTo(after, before, changes.get(version));
    }
  }

  /** Removed rows belong to the version before, added rows to the version itself. */
  private static void assertLeadsTo(OracleRows after, OracleRows before, List<ObjectNode> changes) {
    Map<Boolean, List<ObjectNode>> gone =
        changes.stream()
            .collect(partitioningBy(row -> GONE.contains(row.required(CHANGE_TYPE).asText())));
    assertThat(differenceByKey(before, gone.get(true))).as("taken away").isEmpty();
    assertThat(differenceByKey(after, gone.get(false))).as("brought").isEmpty();
    Set<String> keys = keys(before.rows(), key(before));
    keys.removeAll(keys(gone.get(true), key(before)));
    keys.addAll(keys(gone.get(false), key(after)));
    assertThat(keys).isEqualTo(keys(after.rows(), key(after)));
  }

  private static String differenceByKey(OracleRows rows, List<ObjectNode> changes) {
    String key = key(rows);
    Set<String> changed = keys(changes, key);
    return rows.where(row -> changed.contains(row.required(key).asText()))
        .difference(OracleRows.of(changes), CHANGE_TYPE, COMMIT_VERSION, COMMIT_TIMESTAMP);
  }

  /** The key is the first column of these tables, even after renames. */
  private static String key(OracleRows rows) {
    return rows.schema().orElseThrow().required("fields").get(0).required("name").asText();
  }

  private static Set<String> keys(List<ObjectNode> rows, String key) {
    return rows.stream()
        .map(row -> row.required(key).asText())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static OracleRows changes(Path table, long from) {
    return OracleRows.parse(
        run("changes", table.toString(), "--raw", "--from-version", String.valueOf(from)));
  }

  private static OracleRows snapshot(Path table, long version) {
    return OracleRows.parse(
        run(
            "changes",
            table.toString(),
            "--raw",
            "--snapshot",
            "--at-version",
            String.valueOf(version)));
  }

  private static List<String> run(String... arguments) {
    CliTerminal cli = CliTerminal.at(Instant.now());
    assertThat(cli.run(arguments)).as(cli::err).isZero();
    return cli.lines();
  }
}
