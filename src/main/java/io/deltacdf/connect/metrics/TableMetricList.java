package io.deltacdf.connect.metrics;

import static io.deltacdf.connect.metrics.Metric.counter;
import static io.deltacdf.connect.metrics.Metric.flag;
import static io.deltacdf.connect.metrics.Metric.gauge;
import static io.deltacdf.connect.metrics.Metric.map;
import static io.deltacdf.connect.metrics.Metric.text;

import io.deltacdf.connect.change.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The measurements of a table. Attributes have Debezium's names where they mean the same. */
final class TableMetricList {
  private static final String ACTIVITIES =
      Arrays.stream(Activity.values())
          .map(activity -> activity.ordinal() + " " + activity.name().toLowerCase(Locale.ROOT))
          .collect(Collectors.joining(", "));

  private static final List<Metric<TableMetrics>> COMMON =
      List.of(
          text("State", "What the reader of the table does.", it -> it.activity().name()),
          gauge(
              "StateCode",
              "state",
              "",
              "The state as a number: " + ACTIVITIES + ".",
              it -> (long) it.activity().ordinal()),
          text(
              "ErrorCode",
              "The [code](errors.md) of the failure that the table is retried or parked for;"
                  + " otherwise empty.",
              TableMetrics::errorCode),
          gauge(
              "MilliSecondsSinceLastLook",
              "since-last-look-ms",
              "ms",
              "Time since the store last answered what the table's log or files contain; -1 before"
                  + " the first answer. It grows when the table is stuck or the store is cut off,"
                  + " and stays below the poll interval when the table is idle.",
              TableMetrics::sinceLastLook),
          gauge(
              "MilliSecondsSinceLastEvent",
              "since-last-event-ms",
              "ms",
              "Time since the last change was published; -1 before the first one.",
              TableMetrics::sinceLastEvent),
          counter(
              "TotalNumberOfEventsSeen",
              "events-total",
              "events",
              "Changes and snapshot rows that were read.",
              TableMetrics::events),
          events("Create", "inserts", Operation.CREATE),
          events("Update", "updates", Operation.UPDATE),
          events("Delete", "deletes", Operation.DELETE),
          counter(
              "RowsRead",
              "rows-read-total",
              "rows",
              "Rows that were read of data and change files. A row counts once in each pass, so"
                  + " this also grows while a pass only looks at keys.",
              TableMetrics::readRows),
          counter(
              "BytesRead",
              "bytes-read-total",
              "bytes",
              "Size of the data and change files that were read to their ends.",
              TableMetrics::readBytes),
          counter(
              "NumberOfEventsFiltered",
              "filtered-events-total",
              "events",
              "Changes that an option such as `skipped.operations` kept from the topic.",
              TableMetrics::filtered),
          counter(
              "NumberOfNullKeysSkipped",
              "null-keys-skipped-total",
              "rows",
              "Rows that were not published because a key column is null"
                  + " (`null.key.handling=skip`).",
              TableMetrics::nullKeys),
          counter(
              "NumberOfRetries",
              "retries-total",
              "retries",
              "Failures that were retried.",
              TableMetrics::retries),
          counter(
              "NumberOfErrors",
              "errors-total",
              "failures",
              "Failures, whether they were retried or not.",
              TableMetrics::errors),
          map("Errors", "failures", "Failures by code.", TableMetrics::errorsByCode));

  private static final List<Metric<TableMetrics>> OF_COMMITS =
      List.of(
          flag(
              "Connected",
              "connected",
              "Whether the last look at the table succeeded.",
              it -> it.errorCode().isEmpty()),
          gauge(
              "MilliSecondsBehindSource",
              "behind-source-ms",
              "ms",
              "Age of the oldest commit that is not read completely; 0 if every commit is read.",
              it -> it.streaming().millisBehind()),
          gauge(
              "VersionsBehindSource",
              "versions-behind",
              "versions",
              "Versions that the log has and that are not read completely.",
              it -> it.streaming().versionsBehind()),
          gauge(
              "LastVersionSeen",
              "last-version-seen",
              "version",
              "Latest version that was seen in the log; -1 before the first look.",
              it -> it.streaming().seen()),
          gauge(
              "LastVersionRead",
              "last-version-read",
              "version",
              "Latest version that is read completely; -1 before the first one.",
              it -> it.streaming().read()),
          gauge(
              "LastVersionSent",
              "last-version-sent",
              "version",
              "Latest version of a record that Connect was given; -1 before the first one.",
              it -> it.streaming().sent()),
          gauge(
              "LastVersionAcknowledged",
              "last-version-acknowledged",
              "version",
              "Latest version of a record that Kafka acknowledged; -1 before the first one.",
              it -> it.streaming().acknowledged()),
          gauge(
              "RetentionHeadroomMs",
              "retention-headroom-ms",
              "ms",
              "Time until the retention of the table allows the next version, or a file that it"
                  + " needs, to be removed; 9223372036854775807 if every version is read. During a"
                  + " snapshot, it counts from the commit after the snapshot on.",
              it -> it.streaming().retentionHeadroom()),
          counter(
              "NumberOfCommittedTransactions",
              "commits-total",
              "commits",
              "Commits that were read.",
              it -> it.streaming().commits()),
          counter(
              "CommitsFromFeed",
              "commits-from-feed-total",
              "commits",
              "Commits whose changes come from the change data feed.",
              it -> it.streaming().recordedCommits()),
          counter(
              "CommitsDerived",
              "commits-derived-total",
              "commits",
              "Commits whose changes are derived from data files.",
              it -> it.streaming().derivedCommits()),
          counter(
              "CommitsWithoutChanges",
              "commits-without-changes-total",
              "commits",
              "Commits that change no rows, such as `OPTIMIZE`.",
              it -> it.streaming().commitsWithoutChanges()),
          counter(
              "NumberOfUnchangedEventsSkipped",
              "unchanged-events-skipped-total",
              "rows",
              "Rows that a commit wrote again without a change.",
              it -> it.streaming().unchangedRows()),
          counter(
              "NumberOfRepeatedKeys",
              "repeated-keys-total",
              "keys",
              "Keys with several new rows in one version, so that the key columns do not identify"
                  + " a row.",
              it -> it.streaming().repeatedKeys()),
          counter(
              "NumberOfOrphanPreimages",
              "orphan-preimages-total",
              "rows",
              "Preimages of updates that lack their postimage.",
              it -> it.streaming().orphanPreimages()),
          counter(
              "NumberOfCommitSplits",
              "commit-splits-total",
              "transactions",
              "How often a commit went on in another transaction of Kafka, with"
                  + " `transaction.boundary=connector`. While it is 0, consumers see no part of a"
                  + " commit.",
              it -> it.streaming().commitSplits()));

  private static final List<Metric<TableMetrics>> OF_SNAPSHOTS =
      List.of(
          flag(
              "SnapshotRunning",
              "snapshot-running",
              "Whether a snapshot is published.",
              it -> it.snapshot().isRunning()),
          flag(
              "SnapshotCompleted",
              "snapshot-completed",
              "Whether the latest snapshot is completed.",
              it -> it.snapshot().isCompleted()),
          flag(
              "SnapshotAborted",
              "snapshot-aborted",
              "Whether the latest snapshot was given up.",
              it -> it.snapshot().isAborted()),
          gauge(
              "SnapshotVersion",
              "snapshot-version",
              "version",
              "Version of the latest snapshot; -1 before the first one.",
              it -> it.snapshot().version()),
          gauge(
              "SnapshotDurationInSeconds",
              "snapshot-duration-seconds",
              "s",
              "For how long the latest snapshot runs, or ran, since it started or resumed.",
              it -> it.snapshot().durationSeconds()),
          gauge(
              "SnapshotRemainingSeconds",
              "snapshot-remaining-seconds",
              "s",
              "How long the rest of the snapshot takes at the rate so far; 0 if no snapshot runs,"
                  + " and -1 while the rate is unknown.",
              it -> it.snapshot().remainingSeconds()),
          gauge(
              "RowsScanned",
              "snapshot-rows-done",
              "rows",
              "The rows that are published since the latest snapshot started or resumed.",
              it -> it.snapshot().rows()),
          done("FilesScanned", "files", SnapshotMetrics.Size::files),
          total("TotalFileCount", "files", SnapshotMetrics.Size::files),
          done("BytesScanned", "bytes", SnapshotMetrics.Size::bytes),
          total("TotalByteCount", "bytes", SnapshotMetrics.Size::bytes));

  private TableMetricList() {}

  /** Returns what is measured in any phase. */
  static List<Metric<TableMetrics>> common() {
    return COMMON;
  }

  static List<Metric<TableMetrics>> ofCommits() {
    return OF_COMMITS;
  }

  static List<Metric<TableMetrics>> ofSnapshots() {
    return OF_SNAPSHOTS;
  }

  /** Returns the attributes of the bean for the commits of a table. */
  static List<Metric<TableMetrics>> streaming() {
    return Stream.concat(COMMON.stream(), OF_COMMITS.stream()).toList();
  }

  /** Returns the attributes of the bean for the snapshots of a table. */
  static List<Metric<TableMetrics>> snapshot() {
    return Stream.concat(COMMON.stream(), OF_SNAPSHOTS.stream()).toList();
  }

  /** Returns each measurement once. */
  static List<Metric<TableMetrics>> all() {
    return Stream.of(COMMON, OF_COMMITS, OF_SNAPSHOTS).flatMap(List::stream).toList();
  }

  private static Metric<TableMetrics> events(String type, String rows, Operation operation) {
    return counter(
        "TotalNumberOf" + type + "EventsSeen",
        type.toLowerCase(Locale.ROOT) + "-events-total",
        "events",
        "Changes that are " + rows + ".",
        it -> it.events(operation));
  }

  private static Metric<TableMetrics> done(
      String attribute, String unit, ToLongFunction<SnapshotMetrics.Size> part) {
    return gauge(
        attribute,
        "snapshot-" + unit + "-done",
        unit,
        "The " + unit + " of the latest snapshot that are published.",
        it -> part.applyAsLong(it.snapshot().done()));
  }

  private static Metric<TableMetrics> total(
      String attribute, String unit, ToLongFunction<SnapshotMetrics.Size> part) {
    return gauge(
        attribute,
        "snapshot-" + unit + "",
        unit,
        "The " + unit + " of the latest snapshot in total.",
        it -> part.applyAsLong(it.snapshot().total()));
  }
}
