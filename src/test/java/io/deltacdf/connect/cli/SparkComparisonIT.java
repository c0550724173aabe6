package io.deltacdf.connect.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltacdf.connect.testing.OracleRows;
import io.deltacdf.connect.testing.SparkOracle;
import io.deltacdf.connect.testing.SparkTable;
import io.deltacdf.connect.testing.SparkTables;
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

/** Spark is the oracle: for each kind of table that it makes, our changes are its changes. */
class SparkComparisonIT {
  private static final String ALL_KINDS = "io.deltacdf.connect.testing.SparkTables#all";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final CliTerminal cli = CliTerminal.at(Instant.now());

  @ParameterizedTest
  @MethodSource(ALL_KINDS)
  void rawChangeRowsAreThoseOfReadChangeFeed(SparkTable kind) {
    Path table = SparkTables.shared(kind);

    for (VersionRange range : kind.ranges()) {
      OracleRows expected = SparkOracle.shared().changes(table, range);
      OracleRows actual = OracleRows.parse(rawChanges(table, range));
      OracleRows projected = actual.project(expected.schema().orElseThrow());

      assertThat(expected.difference(projected)).as("changes of %s", range).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(ALL_KINDS)
  void theRowsOfTheNewestVersionAreSparks(SparkTable kind) {
    Path table = SparkTables.shared(kind);

    run("changes", table.toString(), "--raw", "--snapshot");

    OracleRows expected = SparkOracle.shared().rows(table);
    assertThat(expected.difference(OracleRows.parse(cli.lines()))).isEmpty();
  }

  /** Records in the forms of Spark's JSON, as far as options can give them. */
  @ParameterizedTest
  @MethodSource(ALL_KINDS)
  void theFoldedTopicIsTheTable(SparkTable kind) throws IOException {
    Path table = SparkTables.shared(kind);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "changes",
                table.toString(),
                "--key",
                String.join(",", kind.key()),
                "--set",
                "time.precision.mode=isostring",
                "--set",
                "binary.handling.mode=base64",
                "--set",
                "value.metadata.columns="));
    if (kind.wholeHistory()) {
      arguments.addAll(List.of("--from-version", String.valueOf(kind.firstVersion())));
    } else {
      arguments.add("--snapshot");
    }
    run(arguments.toArray(String[]::new));

    OracleRows expected = SparkOracle.shared().rows(table);
    assertThat(expected.difference(fold(cli.lines()))).isEmpty();
  }

  private List<String> rawChanges(Path table, VersionRange range) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "changes",
                table.toString(),
                "--raw",
                "--from-version",
                String.valueOf(range.from())));
    range
        .to()
        .ifPresent(to -> arguments.addAll(List.of("--to-version", String.valueOf(to))));
    run(arguments.toArray(String[]::new));
    return cli.lines();
  }

  private void run(String... arguments) {
    int exitCode = cli.run(arguments);
    assertThat(exitCode).as(() -> cli.err()).isZero();
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
