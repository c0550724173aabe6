package io.deltacdf.connect.cli;

import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.TableState;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * What {@code describe} tells of a table.
 *
 * @param path where the table lies
 * @param state the table at its latest version
 * @param latest the latest version; its time is that of the changes, where the log can be read
 * @param earliest the oldest version whose commit is still in the log
 * @param history what the log between them tells
 * @param logRetention how long commits stay in the log
 * @param deletedFileRetention how long removed data files and change files stay
 * @param now when all this held
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

  /** Since when the change data feed has been on without a break; empty where it is off now. */
  Optional<LogHistory.CommitTime> changeFeedSince() {
    if (history.periods().isEmpty()) {
      return Optional.empty();
    }
    LogHistory.Period last = history.periods().get(history.periods().size() - 1);
    return last.changeFeedOn() ? Optional.of(last.first()) : Optional.empty();
  }

  /** Whether the feed was already on at the oldest version of a log that no longer has all. */
  boolean changeFeedMayBeOnLonger() {
    return earliest > 0
        && changeFeedSince()
            .map(LogHistory.CommitTime::version)
            .filter(v -> v == earliest)
            .isPresent();
  }

  /** Whether commits older than their retention are removed: Delta's default is yes. */
  boolean logIsCleaned() {
    String set = state.properties().get("delta.enableExpiredLogCleanup");
    return set == null || Boolean.parseBoolean(set);
  }

  /**
   * When the clean-up of the log may first remove the oldest commit. Delta's writers remove commits
   * after they wrote a checkpoint, by whole days (UTC), so that this is a midnight; nothing happens
   * before the next checkpoint. Empty where nothing is cleaned up or the retention is not
   * understood.
   */
  Optional<Instant> oldestGoesFrom() {
    if (!logIsCleaned() || history.oldest().isEmpty()) {
      return Optional.empty();
    }
    Instant oldest = history.oldest().get().timestamp();
    return logRetention.duration().map(retention -> nextMidnight(oldest.plus(retention)));
  }

  /** How long until then; negative where it is past. */
  Optional<Duration> untilOldestGoes() {
    return oldestGoesFrom().map(from -> Duration.between(now, from));
  }

  /**
   * The first version that is younger than the retention of deleted files: VACUUM may have removed
   * files that the changes before it need.
   */
  Optional<LogHistory.CommitTime> safeFromVacuum() {
    return history.firstAfter();
  }

  private static Instant nextMidnight(Instant time) {
    Instant day = time.truncatedTo(ChronoUnit.DAYS);
    return day.equals(time) ? day : day.plus(1, ChronoUnit.DAYS);
  }
}
