package io.deltacdf.connect.cli;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import java.io.IOException;

/** Visits the commits of a range in order, and waits for those that do not exist yet. */
final class CommitWalk {
  /** Handles the commits. */
  interface Visitor {
    void commit(Commit commit) throws IOException, InterruptedException;

    /** Called before a wait for the next commit. */
    default void waiting() throws IOException {}
  }

  private final DeltaTable table;
  private final RetryPolicy retryPolicy;

  CommitWalk(DeltaTable table, RetryPolicy retryPolicy) {
    this.table = table;
    this.retryPolicy = retryPolicy;
  }

  /**
   * Visits the commits of the range, and returns after the last one; never if the range is endless.
   * Failures to read the log are retried as the retry policy says. Failures of the visitor are not,
   * since what it did for a commit cannot be undone.
   */
  void visit(VersionRange range, Visitor visitor) throws IOException, InterruptedException {
    try (CommitLog log = table.follow(LogPosition.before(range.first()))) {
      while (log.position().version() < range.last()) {
        Commit commit;
        try {
          commit = log.next();
        } catch (DeltaCdfException e) {
          visitor.waiting();
          retryPolicy.failed(e);
          continue;
        }
        if (commit == null) {
          visitor.waiting();
          retryPolicy.pause();
        } else {
          visitor.commit(commit);
        }
      }
    }
  }
}
