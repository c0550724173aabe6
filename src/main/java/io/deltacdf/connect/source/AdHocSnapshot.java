package io.deltacdf.connect.source;

import io.deltacdf.connect.config.SnapshotMode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.TableSnapshot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the snapshot that {@code snapshot.request} asks for, at the version of the stored offset. A
 * version that is published in part is published to its end first.
 */
final class AdHocSnapshot implements Phase {
  private static final Logger LOG = LoggerFactory.getLogger(AdHocSnapshot.class);

  private final TableSession feed;
  private final VersionPublisher publisher;
  private final SourceOffset stored;
  private final String request;

  /** Publishes the rest of the version; null where there is none. */
  private Streaming rest;

  private boolean begun;

  AdHocSnapshot(
      TableSession feed, VersionPublisher publisher, SourceOffset stored, String request) {
    this.feed = feed;
    this.publisher = publisher;
    this.stored = stored;
    this.request = request;
    if (!stored.isCompleted() && stored.snapshotId().isEmpty()) {
      rest = Streaming.from(feed, publisher, stored);
    }
  }

  @Override
  public Step step() throws InterruptedException {
    if (rest != null) {
      Step step = rest.step();
      if (step.next() != rest) {
        return step;
      }
      begun |= publisher.isActive();
      if (begun && !publisher.isActive()) {
        close();
      }
      return new Step(Progress.MORE, this);
    }
    TableSnapshot snapshot = snapshot();
    LOG.info(
        "Table '{}': snapshot.request '{}' is taken up at version {}",
        feed.name(),
        request,
        snapshot.version());
    return new Step(Progress.MORE, Snapshotting.anew(feed, publisher, snapshot));
  }

  private TableSnapshot snapshot() {
    boolean followed =
        feed.config().snapshotMode() != SnapshotMode.INITIAL_ONLY && stored.version() >= 0;
    return followed ? Snapshotting.at(feed, stored) : Snapshotting.newest(feed);
  }

  @Override
  public void close() {
    if (rest != null) {
      rest.close();
      rest = null;
    }
  }
}
