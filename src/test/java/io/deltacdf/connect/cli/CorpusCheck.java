package io.deltacdf.connect.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.Corpus;
import io.deltacdf.connect.testing.CorpusExpectation;
import io.deltacdf.connect.testing.CorpusRange;
import io.deltacdf.connect.testing.CorpusRowTracking;
import io.deltacdf.connect.testing.CorpusSnapshot;
import io.deltacdf.connect.testing.OracleRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares the rows that {@code delta-cdf changes --raw} prints for real tables of other writers
 * with those of Spark and other readers.
 *
 * <p>The tables are not part of the project, so the build does not run this class. {@code
 * bin/verify} runs it by name if the corpus is next to the checkout. It fails without a corpus.
 */
class CorpusCheck {
  /** Known differences and their reasons; a range that no longer differs must be removed. */
  private static final Map<String, String> KNOWN_DIFFERENCES =
      Map.of(
          "spark/cdf_reenable_v0_3",
          "a commit that changes no data passes while the feed is off; Spark rejects the range");

  /** Tables that are rejected, with the error code and words of the message. */
  private static final Map<String, String> REJECTED =
      Map.of(
          "delta-kerneljava__catalog-owned-preview at 0",
          "[UNSUPPORTED_FEATURE] .* the table needs the feature catalogManaged ",
          "delta-kerneljava__workload_specs_basic_catalog_managed_delta at 1",
          "[UNSUPPORTED_FEATURE] .* the table needs the feature catalogManaged ",
          "delta-rs__data_err_logs_table_d at 0",
          "[UNSUPPORTED_FEATURE] .* the table needs the feature catalogOwned",
          "kernel-rs__void-column at 0",
          "[COLUMN_UNSUPPORTED] .* column 'void_col' of type void cannot be read",
          "trino__deltalake_type_widening_unsupported at 2",
          "[COLUMN_UNSUPPORTED] .* column 'col', whose type was changed from byte to unsupported"
              + " cannot be read");

  /** Tables whose files are in a bucket on S3. */
  private static final Set<String> IN_A_BUCKET =
      Set.of(
          "trino__deltalake_clone_merge_clone_merge_cloned",
          "trino__deltalake_clone_merge_clone_merge_deletion_vector_cloned");

  /** The version that turned on in-commit timestamps in the table {@code ict}. */
  private static final long IN_COMMIT_TIMESTAMPS_FROM = 2;

  private static final Map<String, Tally> TALLIES = new TreeMap<>();

  private static final class Tally {
    private int right;
    private final List<String> rejected = new ArrayList<>();
    private final List<String> known = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
  }

  @TestFactory
  Stream<DynamicTest> sparksChangeFeeds() {
    return ranges("corpus/spark ranges", corpus().sparkRanges());
  }

  @TestFactory
  Stream<DynamicTest> computedChangeFeeds() {
    return ranges("corpus/expected computed ranges", corpus().computedRanges());
  }

  @TestFactory
  Stream<DynamicTest> assertedChangeFeeds() {
    return ranges("corpus/expected asserted ranges", corpus().assertedRanges());
  }

  /** Compares with Spark's {@code CHANGES … computeUpdates} on the same files. */
  @TestFactory
  Stream<DynamicTest> changesFromRowTracking() {
    List<CorpusRowTracking> feeds =
        corpus().sparkRowTracking().stream()
            .filter(feed -> feed.feed() == CorpusRowTracking.Feed.UPDATES)
            .toList();
    assertThat(feeds).isNotEmpty();
    return feeds.stream()
        .map(feed -> test("corpus/spark row tracking", feed.name(), () -> check(feed)));
  }

  @TestFactory
  Stream<DynamicTest> snapshots() {
    return corpus().snapshots().stream()
        .map(
            snapshot ->
                test("corpus/expected snapshots", snapshot.toString(), () -> check(snapshot)));
  }

  /** Most are broken on purpose: each is read, or rejected with an error code. */
  @TestFactory
  Stream<DynamicTest> tablesOfWhichNoRowsAreRecorded() {
    return corpus().tablesWithoutSnapshot().stream()
        .filter(table -> !IN_A_BUCKET.contains(table.getFileName().toString()))
        .map(
            table ->
                DynamicTest.dynamicTest(
                    table.getFileName().toString(),
                    () -> {
                      CliTerminal cli = new CliTerminal();
                      int exitCode = cli.run("changes", table.toString(), "--raw", "--snapshot");
                      assertThat(exitCode == ExitCodes.OK ? "" : cli.err())
                          .matches(Pattern.compile("|delta-cdf: \\[[A-Z_]+] .*", Pattern.DOTALL));
                    }));
  }

  @AfterAll
  static void report() {
    TALLIES.forEach(
        (kind, tally) -> {
          System.out.printf(
              "%s: %d match, %d are rejected as expected %s, %d are known to differ %s, %d differ"
                  + " %s%n",
              kind,
              tally.right,
              tally.rejected.size(),
              tally.rejected,
              tally.known.size(),
              tally.known,
              tally.wrong.size(),
              tally.wrong);
        });
  }

  private static Corpus corpus() {
    return Corpus.find()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "There is no corpus: neither ../shared/corpus beside the checkout, nor "
                        + Corpus.VARIABLE));
  }

  private static Stream<DynamicTest> ranges(String kind, List<CorpusRange> ranges) {
    assertThat(ranges).isNotEmpty();
    return ranges.stream().map(range -> test(kind, range.name(), () -> check(range)));
  }

  private interface Check {
    /** Returns the differences; empty if there are none. */
    String difference();
  }

  private static DynamicTest test(String kind, String name, Check check) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          Tally tally = TALLIES.computeIfAbsent(kind, k -> new Tally());
          String difference = check.difference();
          String rejection = REJECTED.get(name);
          if (rejection != null) {
            String expected = rejection.replace("[", "\\[").replace("]", "\\]");
            assertThat(difference).containsPattern("^Exit code \\d+: .*" + expected);
            tally.rejected.add(name);
            return;
          }
          String reason = KNOWN_DIFFERENCES.get(name);
          if (reason != null) {
            tally.known.add(name);
            assertThat(difference).as("Known to differ (%s), and does not", reason).isNotEmpty();
            return;
          }
          if (difference.isEmpty()) {
            tally.right++;
          } else {
            tally.wrong.add(name);
          }
          assertThat(difference).isEmpty();
        });
  }

  private static String check(CorpusRange range) {
    List<String> arguments = new ArrayList<>(List.of("changes", range.table().toString(), "--raw"));
    arguments.add("--from-version=" + range.versions().from());
    range.versions().to().ifPresent(to -> arguments.add("--to-version=" + to));
    CliTerminal cli = new CliTerminal();
    int exitCode = cli.run(arguments.toArray(String[]::new));
    if (range.expected() instanceof CorpusExpectation.Refused refused) {
      return exitCode != ExitCodes.OK && !cli.err().isEmpty()
          ? ""
          : "Not rejected (" + refused.reason() + "), but " + cli.lines().size() + " rows";
    }
    if (exitCode != ExitCodes.OK) {
      return "Exit code " + exitCode + ": " + cli.err();
    }
    return range.expected() instanceof CorpusExpectation.Rows rows
        ? difference(rows, OracleRows.parse(cli.lines()))
        : "";
  }

  private static String check(CorpusRowTracking feed) {
    CliTerminal cli = new CliTerminal();
    int exitCode =
        cli.run(
            "changes",
            feed.table().toString(),
            "--raw",
            "--change-feed=derive",
            "--from-version=" + feed.from());
    if (exitCode != ExitCodes.OK) {
      return "Exit code " + exitCode + ": " + cli.err();
    }
    OracleRows actual = OracleRows.parse(cli.lines());
    return feed.rows()
        .difference(
            actual.project(feed.rows().schema().orElseThrow()),
            OracleRows.COMMIT_TIMESTAMP,
            "_metadata");
  }

  /** Before in-commit timestamps, a version has its file's time, which a checkout does not keep. */
  private static String difference(CorpusExpectation.Rows expected, OracleRows actual) {
    if (!expected.commitTimestamps()) {
      return expected.difference(actual);
    }
    OracleRows timed = expected.rows().between(IN_COMMIT_TIMESTAMPS_FROM, Long.MAX_VALUE);
    return new CorpusExpectation.Rows(expected.rows(), expected.counts(), false).difference(actual)
        + new CorpusExpectation.Rows(timed, Map.of(), true)
            .difference(actual.between(IN_COMMIT_TIMESTAMPS_FROM, Long.MAX_VALUE));
  }

  private static String check(CorpusSnapshot snapshot) {
    CliTerminal cli = new CliTerminal();
    int exitCode =
        cli.run(
            "changes",
            snapshot.table().toString(),
            "--raw",
            "--snapshot",
            "--at-version=" + snapshot.version());
    return exitCode == ExitCodes.OK
        ? snapshot.difference(OracleRows.parse(cli.lines()))
        : "Exit code " + exitCode + ": " + cli.err();
  }
}
