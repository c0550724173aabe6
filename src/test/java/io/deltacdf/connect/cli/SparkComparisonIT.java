package io.deltacdf.connect.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltacdf.connect.testing.OracleRows;
import io.deltacdf.connect.testing.SparkTable;
import io.deltacdf.connect.testing.SparkTables;
import io.deltacdf.connect.testing.UsesAllSparkTables;
import io.deltacdf.connect.testing.VersionRange;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the changes of each kind of table that Spark writes with Spark's own. */
@UsesAllSparkTables
class SparkComparisonIT {
  private static final String ALL_KINDS = "io.deltacdf.connect.testing.SparkTables#all";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /**
   * Columns whose values have another form in a topic: maps whose keys are not strings are arrays
   * of pairs, and values that were published as floats stay floats when the column becomes a
   * double.
   */
  private static final Map<String, String> FOLDED_DIFFERENCES =
      Map.of("nested_types", "mm", "type_widening", "f");

  @ParameterizedTest
  @MethodSource(ALL_KINDS)
  void rawChangeRowsEqualReadChangeFeed(SparkTable kind) {
    Path table = SparkTables.shared(kind);

    for (VersionRange range : kind.ranges()) {
      OracleRows expected = SparkTables.changes(kind, range);
      OracleRows actual = OracleRows.parse(rawChanges(table, range));
      OracleRows projected = actual.project(expected.schema().orElseThrow());

      assertThat(expected.difference(projected)).as("changes of %s", range).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(ALL_KINDS)
  void theRowsOfTheLatestVersionEqualSparks(SparkTable kind) {
    Path table = SparkTables.shared(kind);

    OracleRows actual = OracleRows.parse(run("changes", table.toString(), "--raw", "--snapshot"));

    OracleRows expected = SparkTables.rows(kind);
    assertThat(expected.difference(actual)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource(ALL_KINDS)
  void theFoldedTopicEqualsTheTable(SparkTable kind) throws IOException {
    List<String> arguments = new ArrayList<>();
    // A rename does not change published records, so they differ from the table.
    if (kind.history() == SparkTable.History.REPUBLISHED
        || (kind.history() == SparkTable.History.WHOLE && kind.ranges().size() == 1)) {
      arguments.addAll(List.of("--from-version", String.valueOf(kind.firstVersion())));
    } else {
      arguments.add("--snapshot");
    }
    OracleRows expected = SparkTables.rows(kind);
    assertThat(foldedDifference(kind, expected, records(kind, arguments))).isEmpty();
  }

  /** Returns the records of a table in the form of Spark's JSON, as far as options allow. */
  static List<String> records(SparkTable kind, List<String> arguments) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "changes",
                SparkTables.shared(kind).toString(),
                "--key",
                String.join(",", kind.key()),
                "--set",
                "time.precision.mode=isostring",
                "--set",
                "binary.handling.mode=base64",
                "--set",
                "value.metadata.columns=",
                "--set",
                "unsafe.schema.change=publish",
                "--set",
                filesOfClones(SparkTables.shared(kind))));
    all.addAll(arguments);
    return run(all.toArray(String[]::new));
  }

  /** Returns how the records folded by key differ from the rows of the table; empty if equal. */
  static String foldedDifference(SparkTable kind, OracleRows expected, List<String> records)
      throws IOException {
    OracleRows actual = fold(records).variantsOfText(expected.schema().orElseThrow());
    String ignored = FOLDED_DIFFERENCES.get(kind.name());
    return ignored == null ? expected.difference(actual) : expected.difference(actual, ignored);
  }

  private static List<String> rawChanges(Path table, VersionRange range) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "changes",
                table.toString(),
                "--raw",
                "--set",
                filesOfClones(table),
                "--from-version",
                String.valueOf(range.from())));
    range.to().ifPresent(to -> arguments.addAll(List.of("--to-version", String.valueOf(to))));
    return run(arguments.toArray(String[]::new));
  }

  /** The source of a shallow clone is the directory beside it. */
  private static String filesOfClones(Path table) {
    return "allow.absolute.paths=" + table + ".source";
  }

  static List<String> run(String... arguments) {
    CliTerminal cli = CliTerminal.at(Instant.now());
    assertThat(cli.run(arguments)).as(cli::err).isZero();
    return cli.lines();
  }

  private static OracleRows fold(List<String> records) throws IOException {
    Map<JsonNode, ObjectNode> rows = new LinkedHashMap<>();
    for (String line : records) {
      JsonNode record = JSON.readTree(line);
      JsonNode value = record.get("value");
      if (value.isNull()) {
        rows.remove(record.get("key"));
      } else {
        rows.put(record.get("key"), (ObjectNode) value);
      }
    }
    return OracleRows.of(rows.values());
  }
}
