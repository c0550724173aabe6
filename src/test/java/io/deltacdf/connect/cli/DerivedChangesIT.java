package io.deltacdf.connect.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.OracleRows;
import io.deltacdf.connect.testing.SparkOracle;
import io.deltacdf.connect.testing.SparkTable;
import io.deltacdf.connect.testing.SparkTableTrait;
import io.deltacdf.connect.testing.SparkTables;
import io.deltacdf.connect.testing.UsesAllSparkTables;
import io.deltacdf.connect.testing.VersionRange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares changes derived from data files with what Spark did to the tables. */
@UsesAllSparkTables
class DerivedChangesIT {
  private static final String UPDATES = "deduplicationMode='dropCarryovers', computeUpdates=true";

  /** Additional columns of Spark's changes from row tracking. */
  private static final String ROW_IDS = "_metadata";

  static Stream<SparkTable> kinds() {
    return Stream.concat(SparkTables.all().stream(), SparkTables.withoutFeed().stream());
  }

  static Stream<SparkTable> trackedKinds() {
    return kinds().filter(kind -> kind.traits().contains(SparkTableTrait.ROW_TRACKING));
  }

  /** A rename does not change published records, so they differ from the table. */
  static Stream<SparkTable> kindsOfWholeHistory() {
    return kinds()
        .filter(kind -> !isRenamed(kind))
        .filter(kind -> kind.history() == SparkTable.History.WHOLE || isFeedOffSomewhere(kind));
  }

  static Stream<SparkTable> kindsWhoseFeedIsOff() {
    return kindsOfWholeHistory().filter(DerivedChangesIT::isFeedOffSomewhere);
  }

  private static boolean isFeedOffSomewhere(SparkTable kind) {
    return kind.traits().contains(SparkTableTrait.CHANGE_FEED_OFF);
  }

  private static boolean isRenamed(SparkTable kind) {
    return kind.statements().stream().anyMatch(sql -> sql.contains("RENAME COLUMN"));
  }

  @ParameterizedTest
  @MethodSource("trackedKinds")
  void changesByRowIdEqualSparks(SparkTable kind) {
    Path table = SparkTables.shared(kind);

    for (VersionRange range : kind.ranges()) {
      OracleRows expected = SparkOracle.shared().rowTrackingChanges(table, range, UPDATES);
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  "changes",
                  table.toString(),
                  "--raw",
                  "--change-feed=" + (isFeedOffSomewhere(kind) ? "auto" : "derive"),
                  "--from-version=" + range.from()));
      range.to().ifPresent(to -> arguments.add("--to-version=" + to));
      for (String maxRowIds : List.of("4000000", "3")) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of("--set", "consolidation.max.keys=" + maxRowIds));
        OracleRows actual =
            OracleRows.parse(SparkComparisonIT.run(all.toArray(String[]::new)))
                .project(expected.schema().orElseThrow());

        assertThat(expected.difference(actual, ROW_IDS)).as("changes of %s", range).isEmpty();
      }
    }
  }

  /** Derives changes from data files for all kinds of tables, even if the feed is on. */
  @ParameterizedTest
  @MethodSource("kindsOfWholeHistory")
  void theTopicOfDerivedChangesEqualsTheTable(SparkTable kind) throws IOException {
    List<String> records = SparkComparisonIT.records(kind, List.of("--change-feed=derive"));

    OracleRows expected = SparkTables.rows(kind);
    assertThat(SparkComparisonIT.foldedDifference(kind, expected, records)).isEmpty();
  }

  /** Reads a snapshot of each version, and the changes after it. */
  @ParameterizedTest
  @MethodSource("kindsWhoseFeedIsOff")
  void theTopicEqualsTheTableFromEachStartVersion(SparkTable kind) throws IOException {
    Path table = SparkTables.shared(kind);
    long latest = SparkOracle.shared().latestVersion(table);
    OracleRows expected = SparkTables.rows(kind);

    for (long version = 0; version < latest; version++) {
      List<String> records =
          new ArrayList<>(
              SparkComparisonIT.records(kind, List.of("--snapshot", "--at-version=" + version)));
      records.addAll(SparkComparisonIT.records(kind, List.of("--from-version=" + (version + 1))));

      assertThat(SparkComparisonIT.foldedDifference(kind, expected, records))
          .as("from version %d on", version)
          .isEmpty();
    }
  }
}
