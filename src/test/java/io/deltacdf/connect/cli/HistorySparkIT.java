package io.deltacdf.connect.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.OracleRows;
import io.deltacdf.connect.testing.SparkOracle;
import io.deltacdf.connect.testing.SparkRefusedException;
import io.deltacdf.connect.testing.VersionRange;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import io.deltacdf.connect.testing.histories.World;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.PropagationMode;

/** Compares the raw rows of random histories with Spark's. */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class HistorySparkIT {
  private static int rangesCompared;
  private static int rowsCompared;
  private static int rangesRefused;

  @Provide
  Arbitrary<History> histories() {
    // The rows of the command line and those of Spark have different forms of variants.
    return Histories.recorded(6).filter(history -> !history.hasVariants());
  }

  @Property(tries = 12, edgeCases = EdgeCasesMode.NONE)
  void rawRowsEqualSparks(@ForAll("histories") History history) {
    HistoryTables.with(
        history,
        world -> {
          Path table = world.table().directory();
          assertThat(SparkOracle.shared().rows(table).difference(raw(table, "--snapshot")))
              .as("rows of the newest version")
              .isEmpty();
          long from = Math.max(1, world.firstStart());
          long latest = world.table().version();
          while (from <= latest) {
            long to = lastOfSameColumns(world, from);
            requireSameChanges(world, from, to);
            from = to + 1;
          }
        });
  }

  /** Ranges that Spark rejects cannot be compared; most must be comparable. */
  @AfterContainer
  static void mostIsCompared() {
    assertThat(rangesCompared).isGreaterThan(2 * rangesRefused);
    assertThat(rowsCompared).isGreaterThan(2 * rangesCompared);
  }

  private static long lastOfSameColumns(World world, long from) {
    long to = from;
    while (to < world.table().version()
        && world.at(to + 1).columns().equals(world.at(from).columns())) {
      to++;
    }
    return to;
  }

  /** Spark reads a range with one schema, so it may reject ranges before a schema change. */
  private static void requireSameChanges(World world, long from, long to) {
    Path table = world.table().directory();
    OracleRows expected;
    try {
      expected = SparkOracle.shared().changes(table, VersionRange.of(from, to));
    } catch (SparkRefusedException e) {
      boolean schemaChanges =
          LongStream.rangeClosed(from - 1, to)
              .anyMatch(version -> !world.at(version).columns().equals(world.latest().columns()));
      assertThat(schemaChanges).as("Spark refuses %d to %d: %s", from, to, e).isTrue();
      rangesRefused++;
      return;
    }
    OracleRows actual =
        raw(table, "--from-version", String.valueOf(from), "--to-version", String.valueOf(to));
    assertThat(expected.difference(actual.project(expected.schema().orElseThrow())))
        .as("changes of versions %d to %d", from, to)
        .isEmpty();
    rangesCompared++;
    rowsCompared += expected.size();
  }

  private static OracleRows raw(Path table, String... arguments) {
    String[] all = new String[arguments.length + 3];
    all[0] = "changes";
    all[1] = table.toString();
    all[2] = "--raw";
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    CliTerminal cli = CliTerminal.at(Instant.now());
    assertThat(cli.run(all)).as(cli::err).isZero();
    return OracleRows.parse(cli.lines());
  }
}
