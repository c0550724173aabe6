package io.deltacdf.connect.metrics;

import java.util.concurrent.TimeUnit;

/** What is measured of the latest snapshot of a table. Thread-safe. */
public final class SnapshotMetrics {
  /** How far the latest snapshot has come. */
  private enum Status {
    NONE,
    RUNNING,
    COMPLETED,
    ABORTED
  }

  /** The latest snapshot, replaced as a whole. */
  private record Snapshot(
      Status status, long version, Size total, long startedAt, Size resumedFrom, long endedAt) {}

  /**
   * A size of a snapshot or of a part of it.
   *
   * @param files the number of its files
   * @param bytes the bytes of these files
   */
  public record Size(long files, long bytes) {
    public static final Size NOTHING = new Size(0, 0);
  }

  private static final Snapshot NO_SNAPSHOT =
      new Snapshot(Status.NONE, Clock.NEVER, Size.NOTHING, Clock.NEVER, Size.NOTHING, Clock.NEVER);

  private final Clock clock;
  private volatile Snapshot latest = NO_SNAPSHOT;
  private volatile Size done = Size.NOTHING;
  private volatile long rows;

  SnapshotMetrics(Clock clock) {
    this.clock = clock;
  }

  /**
   * Notes that a snapshot starts or resumes.
   *
   * @param total all of the snapshot
   * @param resumedFrom what was published before; nothing for a new snapshot
   */
  public void started(long version, Size total, Size resumedFrom) {
    done = resumedFrom;
    rows = 0;
    latest = new Snapshot(Status.RUNNING, version, total, clock.now(), resumedFrom, Clock.NEVER);
  }

  /**
   * Notes how much of the snapshot is published.
   *
   * @param soFar its files that are published
   * @param rowsSoFar the rows since the snapshot started or resumed
   */
  public void published(Size soFar, long rowsSoFar) {
    done = soFar;
    rows = rowsSoFar;
  }

  public void completed() {
    end(Status.COMPLETED);
  }

  /** Notes that the snapshot is given up, for example in favor of a newer version. */
  public void aborted() {
    end(Status.ABORTED);
  }

  private void end(Status status) {
    Snapshot ended = latest;
    latest =
        new Snapshot(
            status,
            ended.version(),
            ended.total(),
            ended.startedAt(),
            ended.resumedFrom(),
            clock.now());
  }

  boolean isRunning() {
    return latest.status() == Status.RUNNING;
  }

  boolean isCompleted() {
    return latest.status() == Status.COMPLETED;
  }

  boolean isAborted() {
    return latest.status() == Status.ABORTED;
  }

  long version() {
    return latest.version();
  }

  Size total() {
    return latest.total();
  }

  Size done() {
    return done;
  }

  /** Returns the rows that were published since the snapshot started or resumed. */
  long rows() {
    return rows;
  }

  /** Returns for how many seconds the snapshot runs or ran since it started or resumed. */
  long durationSeconds() {
    Snapshot snapshot = latest;
    if (snapshot.status() == Status.NONE) {
      return 0;
    }
    long end = snapshot.endedAt() == Clock.NEVER ? clock.now() : snapshot.endedAt();
    return TimeUnit.MILLISECONDS.toSeconds(Math.max(0, end - snapshot.startedAt()));
  }

  /**
   * Returns how many seconds the rest of the snapshot takes at the rate so far, by the bytes of
   * files: 0 if no snapshot runs, and -1 while the rate is unknown.
   */
  long remainingSeconds() {
    Snapshot snapshot = latest;
    if (snapshot.status() != Status.RUNNING) {
      return 0;
    }
    long published = done.bytes() - snapshot.resumedFrom().bytes();
    if (published <= 0) {
      return -1;
    }
    long left = Math.max(0, snapshot.total().bytes() - done.bytes());
    double seconds = (clock.now() - snapshot.startedAt()) / 1000.0;
    return (long) Math.ceil(left * seconds / published);
  }
}
