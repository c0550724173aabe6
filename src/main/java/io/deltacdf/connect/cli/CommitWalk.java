package io.deltacdf.connect.cli;

import io.deltacdf.connect.table.Commit;
import io.deltacdf.connect.table.CommitLog;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.LogPosition;
import java.io.IOException;
import java.time.Duration;

/** Goes through the commits of a range, one after the other, and waits where there is none yet. */
final class CommitWalk {
  /** What is done with each commit. */
  interface Visitor {
    void commit(Commit commit) throws IOException, InterruptedException;

    /** Called before a wait for the next commit. */
    default void waiting() throws IOException {}
  }

  private final DeltaTable table;
  private final Duration pollInterval;

  /**
   * @param pollInterval how long to wait before the log is looked at again
   */
  CommitWalk(DeltaTable table, Duration pollInterval) {
    this.table = table;
    this.pollInterval = pollInterval;
  }

  /**
   * Visits the commits of the range; comes back after its last one. Goes on after it has waited
   * where a version is not there yet, which a range without end never is.
   */
  void visit(VersionRange range, Visitor visitor) throws IOException, InterruptedException {
    try (CommitLog log = table.follow(LogPosition.before(range.first()))) {
      while (log.position().version() < range.last()) {
        Commit commit = log.next();
        if (commit == null) {
          visitor.waiting();
          Thread.sleep(pollInterval.toMillis());
        } else {
          visitor.commit(commit);
        }
      }
    }
  }
}
