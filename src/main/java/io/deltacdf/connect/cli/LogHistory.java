package io.deltacdf.connect.cli;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.log.Commit;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a table's log tells of its past, from the oldest commit that is still there.
 *
 * @param periods when the change data feed was on and off, oldest first, without gap
 * @param oldest the oldest commit read; empty where even that failed
 * @param newest the newest commit read
 * @param firstAfter the first commit at or after the time that was asked for
 * @param problem why the log could not be read to its end
 */
record LogHistory(
    List<Period> periods,
    Optional<CommitTime> oldest,
    Optional<CommitTime> newest,
    Optional<CommitTime> firstAfter,
    Optional<DeltaCdfException> problem) {

  /** A version and its timestamp. */
  record CommitTime(long version, Instant timestamp) {}

  /**
   * Consecutive versions in which the change data feed was either on or off.
   *
   * @param first the first version and its time
   * @param last the last version
   */
  record Period(boolean changeFeedOn, CommitTime first, long last) {}

  /**
   * Reads the log up to a version.
   *
   * @param after the time whose first commit is looked for
   */
  static LogHistory read(DeltaTable table, VersionRange range, Instant after, ProgressLine progress)
      throws IOException, InterruptedException {
    Reader reader = new Reader(range, after, progress);
    Optional<DeltaCdfException> problem = Optional.empty();
    try {
      new CommitWalk(table, RetryPolicy.none(Duration.ofMillis(100))).visit(range, reader);
    } catch (DeltaCdfException e) {
      problem = Optional.of(e);
    }
    return new LogHistory(
        List.copyOf(reader.periods),
        reader.periods.stream().findFirst().map(Period::first),
        Optional.ofNullable(reader.newest),
        Optional.ofNullable(reader.firstAfter),
        problem);
  }

  private static final class Reader implements CommitWalk.Visitor {
    private final VersionRange range;
    private final Instant after;
    private final ProgressLine progress;
    private final List<Period> periods = new ArrayList<>();
    private CommitTime newest;
    private CommitTime firstAfter;

    Reader(VersionRange range, Instant after, ProgressLine progress) {
      this.range = range;
      this.after = after;
      this.progress = progress;
    }

    @Override
    public void commit(Commit commit) {
      CommitTime time = new CommitTime(commit.version(), Instant.ofEpochMilli(commit.timestamp()));
      boolean on = commit.after().changeFeedEnabled();
      Period current = periods.isEmpty() ? null : periods.get(periods.size() - 1);
      if (current != null && current.changeFeedOn() == on) {
        periods.set(periods.size() - 1, new Period(on, current.first(), commit.version()));
      } else {
        periods.add(new Period(on, time, commit.version()));
      }
      newest = time;
      if (firstAfter == null && !time.timestamp().isBefore(after)) {
        firstAfter = time;
      }
      progress.version(commit.version(), range);
      progress.add(1);
    }
  }
}
