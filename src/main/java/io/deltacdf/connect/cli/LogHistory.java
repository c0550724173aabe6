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
import org.jspecify.annotations.Nullable;

/**
 * The history of a table, as far as its log still reaches back.
 *
 * @param periods the periods in which the change data feed was on or off, oldest first, without
 *     gaps
 * @param oldest the oldest commit that was read; empty if none could be read
 * @param newest the newest commit that was read
 * @param firstAfter the first commit at or after the requested time
 * @param problem why the log could not be read to its end; empty if it could
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
   * Reads the commits of a range.
   *
   * @param after the time from which the first commit is determined
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
    private @Nullable CommitTime newest;
    private @Nullable CommitTime firstAfter;

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
