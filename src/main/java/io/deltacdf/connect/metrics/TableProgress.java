package io.deltacdf.connect.metrics;

import org.slf4j.Logger;

/**
 * Logs how far a table is. While the table works without catching up, there is a line at most once
 * in an interval, and one when it has caught up. Shorter work is only added up, for a line that the
 * tables of a task share. Not thread-safe.
 */
final class TableProgress {
  private final Logger log;
  private final TableMetrics table;
  private final long interval;
  private long catchUps;

  /** Whether the table has not caught up since the task started. */
  private boolean starting = true;

  /** Whether there was a line since the table has caught up. */
  private boolean logged;

  /** When the work started that goes on, and what was counted until then. */
  private long workSince;

  private WorkCounts workBase = WorkCounts.NONE;

  /** When the last line was due, and what was counted until then. */
  private long lineAt;

  private WorkCounts lineBase = WorkCounts.NONE;
  private WorkCounts shortWork = WorkCounts.NONE;
  private boolean stalled;

  /**
   * @param interval the milliseconds between two lines
   * @param now the time in milliseconds, of any clock
   */
  TableProgress(Logger log, TableMetrics table, long interval, long now) {
    this.log = log;
    this.table = table;
    this.interval = interval;
    this.workSince = now;
    this.lineAt = now;
  }

  String table() {
    return table.table();
  }

  /** Looks at the measurements of the table, and logs what there is to say. */
  void look(long now) {
    WorkCounts counts = WorkCounts.of(table);
    Activity activity = table.activity();
    if (hasCaughtUp(activity)) {
      if ((logged || starting) && !counts.equals(workBase)) {
        logCaughtUp(now, counts);
      } else {
        shortWork = shortWork.plus(counts.minus(lineBase));
      }
      starting = false;
      logged = false;
      stalled = false;
      workSince = now;
      workBase = counts;
      lineAt = now;
      lineBase = counts;
    } else if (!isDue(activity)) {
      stalled = false;
    } else if (!counts.equals(lineBase)) {
      stalled = false;
      if (now - lineAt >= interval) {
        logProgress(activity, now - lineAt, counts.minus(lineBase));
        logged = true;
        lineAt = now;
        lineBase = counts;
      }
    } else if (now - lineAt >= interval) {
      stalled = true;
    }
  }

  /** Returns whether a look at the log has found no commit since the last time. */
  private boolean hasCaughtUp(Activity activity) {
    long before = catchUps;
    catchUps = table.streaming().catchUps();
    return catchUps != before || activity == Activity.IDLE || activity == Activity.COMPLETED;
  }

  /** Returns whether the table should work. Failures have lines of their own. */
  private static boolean isDue(Activity activity) {
    return switch (activity) {
      case STARTING, SNAPSHOT, STREAMING -> true;
      case IDLE, RETRYING, PARKED, WAITING, COMPLETED -> false;
    };
  }

  /** Returns whether the table has work, and nothing of it was done in the last interval. */
  boolean isStalled() {
    return stalled;
  }

  /** Returns what was done by work that had no line, and forgets it. */
  WorkCounts takeShortWork() {
    WorkCounts taken = shortWork;
    shortWork = WorkCounts.NONE;
    return taken;
  }

  private void logCaughtUp(long now, WorkCounts counts) {
    log.info(
        "Table '{}': caught up with version {} after {}; {}",
        table(),
        Math.max(table.streaming().read(), table.streaming().seen()),
        HumanText.duration(now - workSince),
        counts.minus(workBase));
  }

  private void logProgress(Activity activity, long millis, WorkCounts done) {
    String rows =
        HumanText.number(done.rows())
            + " ("
            + HumanText.number(done.rows() * 1000 / millis)
            + "/s)";
    if (activity == Activity.SNAPSHOT) {
      SnapshotMetrics snapshot = table.snapshot();
      log.info(
          "Table '{}': snapshot of version {}: rows read in the last {}: {}; published since it"
              + " started or resumed: {}; files: {} of {}; {} of {}; time left: {}",
          table(),
          snapshot.version(),
          HumanText.duration(millis),
          rows,
          HumanText.number(snapshot.rows()),
          snapshot.done().files(),
          snapshot.total().files(),
          HumanText.bytes(snapshot.done().bytes()),
          HumanText.bytes(snapshot.total().bytes()),
          timeLeft(snapshot));
    } else {
      StreamingMetrics streaming = table.streaming();
      log.info(
          "Table '{}': version {} of {}, {} behind; in the last {}, versions: {}, rows read: {},"
              + " changes published: {}, files read: {}",
          table(),
          streaming.next(),
          streaming.seen(),
          HumanText.duration(streaming.millisBehind()),
          HumanText.duration(millis),
          done.versions(),
          rows,
          HumanText.number(done.changes()),
          HumanText.bytes(done.bytes()));
    }
  }

  private static String timeLeft(SnapshotMetrics snapshot) {
    long seconds = snapshot.remainingSeconds();
    return seconds < 0 ? "unknown until a file is completed" : HumanText.duration(seconds * 1000);
  }
}
