package io.deltacdf.connect.source;

import io.deltacdf.connect.table.log.LogPosition;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the commits of a table, one after the other, until {@code end.version}. */
final class Streaming implements Phase {
  private static final Logger LOG = LoggerFactory.getLogger(Streaming.class);

  private final TableSession session;
  private final CommitStream commits;

  /**
   * @param commits what is published; this phase closes it
   */
  Streaming(TableSession session, CommitStream commits) {
    this.session = session;
    this.commits = commits;
  }

  @Override
  public Progress step(PhaseEvents events) throws InterruptedException {
    OptionalLong end = session.config().endVersion();
    if (end.isPresent() && commits.isCompleted(end.getAsLong())) {
      LOG.info("Table '{}': end.version {} is completed", session.name(), end.getAsLong());
      events.endVersionReached();
      return Progress.MORE;
    }
    return commits.step();
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
