package io.deltacdf.connect.source;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.Optional;

/**
 * Publishes the rest of the commit that the stored offset lies in, before a snapshot is taken of
 * its version.
 */
final class InterruptedCommit implements Phase {
  private final CommitStream commits;
  private final SourceOffset stored;

  /**
   * @param commits the commits from that of the stored offset on; this phase closes them
   */
  InterruptedCommit(CommitStream commits, SourceOffset stored) {
    this.commits = commits;
    this.stored = stored;
  }

  @Override
  public Progress step(PhaseEvents events) throws InterruptedException {
    Progress progress = commits.step();
    if (commits.isCompleted(stored.version())) {
      events.commitCompleted(stored);
    }
    return progress;
  }

  @Override
  public void requireSameTable() {
    commits.requireSameTable();
  }

  @Override
  public Optional<LogPosition> reached() {
    return commits.reached();
  }

  @Override
  public void close() {
    commits.close();
  }
}
