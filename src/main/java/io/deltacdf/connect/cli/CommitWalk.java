package io.deltacdf.connect.cli;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import java.io.IOException;

/** Goes through the commits of a range, one after the other, and waits where there is none yet. */
final class CommitWalk {
  /** What is done with each commit. */
  interface Visitor {
    void commit(Commit commit) throws IOException, InterruptedException;

    /** Called before a wait for the next commit. */
    default void waiting() throws IOException {}
  }

  private final DeltaTable table;
  private final RetryPolicy patience;

  CommitWalk(DeltaTable table, RetryPolicy patience) {
    this.table = table;
    this.patience = patience;
  }

  /**
   * Visits the commits of the range; comes back after its last one. Goes on after it has waited
   * where a version is not there yet, which a range without end never is. A failure of the visitor
   * always ends it: what it did of a commit cannot be undone.
   */
  void visit(VersionRange range, Visitor visitor) throws IOException, InterruptedException {
    try (CommitLog log = table.follow(LogPosition.before(range.first()))) {
      while (log.position().version() < range.last()) {
        Commit commit;
        try {
          commit = log.next();
        } catch (DeltaCdfException e) {
          visitor.waiting();
          patience.failed(e);
          continue;
        }
        if (commit == null) {
          visitor.waiting();
          patience.pause();
        } else {
          visitor.commit(commit);
        }
      }
    }
  }
}
