package io.deltacdf.connect.cli;

import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.Retention;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.TableState;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The description of a table.
 *
 * @param path the path of the table
 * @param state the table at its latest version
 * @param latest the latest version; its time is the one that records carry, if the log can be read
 * @param earliest the oldest version whose commit is still in the log
 * @param history the history from the earliest to the latest version
 * @param logRetention how long commits are kept in the log
 * @param deletedFileRetention how long removed data files and change files are kept
 * @param now the time of the description
 */
record TableDescription(
    String path,
    TableState state,
    LogHistory.CommitTime latest,
    long earliest,
    LogHistory history,
    Retention logRetention,
    Retention deletedFileRetention,
    Instant now) {

  /** Describes a table as it is now. */
  static TableDescription of(DeltaTable table, Instant now, ProgressLine progress)
      throws IOException, InterruptedException {
    TableSnapshot latest = table.latestSnapshot();
    long earliest = table.earliestVersion();
    Retention deletedFiles = Retention.ofDeletedFiles(latest.state());
    Instant vacuumed = deletedFiles.duration().map(now::minus).orElse(now);
    LogHistory history =
        LogHistory.read(table, new VersionRange(earliest, latest.version()), vacuumed, progress);
    return new TableDescription(
        table.path(),
        latest.state(),
        history
            .newest()
            .filter(newest -> newest.version() == latest.version())
            .orElse(
                new LogHistory.CommitTime(
                    latest.version(), Instant.ofEpochMilli(latest.timestamp()))),
        earliest,
        history,
        Retention.ofLog(latest.state()),
        deletedFiles,
        now);
  }

  /** Returns since when the change data feed has been on without a break; empty if it is off. */
  Optional<LogHistory.CommitTime> changeFeedSince() {
    if (history.periods().isEmpty()) {
      return Optional.empty();
    }
    LogHistory.Period last = history.periods().get(history.periods().size() - 1);
    return last.changeFeedOn() ? Optional.of(last.first()) : Optional.empty();
  }

  /** Returns whether the feed may have been on before the oldest commit that is still there. */
  boolean changeFeedMayBeOnLonger() {
    return earliest > 0
        && changeFeedSince()
            .map(LogHistory.CommitTime::version)
            .filter(v -> v == earliest)
            .isPresent();
  }

  /** Returns whether writers remove commits older than the retention; Delta's default is yes. */
  boolean logIsCleaned() {
    String set = state.properties().get("delta.enableExpiredLogCleanup");
    return set == null || Boolean.parseBoolean(set);
  }

  /**
   * Returns the earliest time at which a writer may remove the oldest commit. Delta's writers
   * remove commits after writing a checkpoint, by whole days in UTC, so this is a midnight, and
   * nothing is removed before the next checkpoint. Empty if nothing is removed or the retention
   * cannot be parsed.
   */
  Optional<Instant> oldestGoesFrom() {
    if (!logIsCleaned() || history.oldest().isEmpty()) {
      return Optional.empty();
    }
    Instant oldest = history.oldest().get().timestamp();
    return logRetention.duration().map(retention -> nextMidnight(oldest.plus(retention)));
  }

  /** Returns the time until {@link #oldestGoesFrom}; negative if it has passed. */
  Optional<Duration> untilOldestGoes() {
    return oldestGoesFrom().map(from -> Duration.between(now, from));
  }

  /**
   * Returns the first version that is younger than the retention of deleted files. VACUUM may have
   * removed files that the changes of older versions need.
   */
  Optional<LogHistory.CommitTime> safeFromVacuum() {
    return history.firstAfter();
  }

  private static Instant nextMidnight(Instant time) {
    Instant day = time.truncatedTo(ChronoUnit.DAYS);
    return day.equals(time) ? day : day.plus(1, ChronoUnit.DAYS);
  }
}
