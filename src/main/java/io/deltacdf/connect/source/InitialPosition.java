package io.deltacdf.connect.source;

import io.deltacdf.connect.config.SnapshotMode;
import io.deltacdf.connect.config.StartPosition;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out where a table starts: at its stored offset, else at {@code start.*}, else as {@code
 * snapshot.mode} says.
 */
final class InitialPosition implements Phase {
  private static final Logger LOG = LoggerFactory.getLogger(InitialPosition.class);

  private final TableSession feed;
  private final VersionPublisher publisher;
  private final Optional<SourceOffset> stored;

  InitialPosition(TableSession feed, VersionPublisher publisher, Optional<SourceOffset> stored) {
    this.feed = feed;
    this.publisher = publisher;
    this.stored = stored;
  }

  @Override
  public Step step() {
    return new Step(Progress.MORE, stored.isPresent() ? resume(stored.get()) : begin());
  }

  private Phase resume(SourceOffset offset) {
    Optional<String> request = feed.config().snapshotRequest();
    if (request.isPresent() && !request.equals(offset.snapshotRequest())) {
      return new AdHocSnapshot(feed, publisher, offset, request.get());
    }
    if (offset.snapshotId().isPresent()) {
      return resumeSnapshot(offset, offset.snapshotId().get());
    }
    if (feed.config().snapshotMode() == SnapshotMode.INITIAL_ONLY) {
      LOG.info(
          "Table '{}': its snapshot is done, and snapshot.mode=initial_only asks for no more",
          feed.name());
      return new Completed();
    }
    return Streaming.from(feed, publisher, offset);
  }

  private Phase resumeSnapshot(SourceOffset offset, String id) {
    TableSnapshot snapshot = Snapshotting.at(feed, offset);
    Optional<Position> position = feed.resumeAt(offset, snapshot.files());
    if (position.isPresent()) {
      return new Snapshotting(feed, publisher, snapshot, id, position);
    }
    LOG.warn(
        "Table '{}': the stored place inside the snapshot of version {} was made with other options"
            + " or another release; the snapshot starts again",
        feed.name(),
        offset.version());
    return Snapshotting.anew(feed, publisher, snapshot);
  }

  private Phase begin() {
    // All that is published of the table is as new as the request.
    feed.config().snapshotRequest().ifPresent(publisher::takeUp);
    StartPosition start = feed.config().start();
    if (start instanceof StartPosition.Version version) {
      return Streaming.behind(feed, publisher, before(version.version()));
    } else if (start instanceof StartPosition.Timestamp timestamp) {
      return atOrAfter(timestamp.millis());
    } else if (start instanceof StartPosition.Latest
        || feed.config().snapshotMode() == SnapshotMode.NO_DATA) {
      return behind(feed.table().latestSnapshot());
    }
    return Snapshotting.anew(feed, publisher, Snapshotting.newest(feed));
  }

  /** From the next commit on; a restart begins there too, and not at what is the newest then. */
  private Phase behind(TableSnapshot snapshot) {
    LogPosition position = positionOf(snapshot);
    publisher.reached(SourceOffset.at(position, feed.config().snapshotRequest()));
    return Streaming.behind(feed, publisher, position);
  }

  private LogPosition before(long version) {
    DeltaTable table = feed.table();
    long latest = table.latestSnapshot().version();
    if (version > latest + 1) {
      throw SourceErrors.startAfterLatest(feed.name(), version, latest);
    }
    long earliest = table.earliestVersion();
    if (version < earliest) {
      throw SourceErrors.startBeforeEarliest(feed.name(), version, earliest);
    }
    return LogPosition.before(version);
  }

  private Phase atOrAfter(long timestamp) {
    // The latest version first: a commit that comes in between is then looked at again.
    TableSnapshot latest = feed.table().latestSnapshot();
    OptionalLong version = feed.table().versionAtOrAfter(timestamp);
    return version.isPresent()
        ? Streaming.behind(feed, publisher, LogPosition.before(version.getAsLong()))
        : Streaming.behind(feed, publisher, positionOf(latest), timestamp);
  }

  private static LogPosition positionOf(TableSnapshot snapshot) {
    return new LogPosition(
        snapshot.version(),
        Optional.of(snapshot.state().tableId()),
        OptionalLong.of(snapshot.timestamp()));
  }
}
