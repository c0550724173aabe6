package io.deltacdf.connect.feed;

import io.deltacdf.connect.change.Position;
import io.deltacdf.connect.config.SnapshotMode;
import io.deltacdf.connect.config.StartPosition;
import io.deltacdf.connect.record.SourceOffset;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.LogPosition;
import io.deltacdf.connect.table.TableSnapshot;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out where a table starts: at its stored offset, else at {@code start.*}, else as {@code
 * snapshot.mode} says.
 */
final class StartStage implements Stage {
  private static final Logger LOG = LoggerFactory.getLogger(StartStage.class);

  private final FeedTable feed;
  private final VersionPublisher publisher;
  private final Optional<SourceOffset> stored;

  StartStage(FeedTable feed, VersionPublisher publisher, Optional<SourceOffset> stored) {
    this.feed = feed;
    this.publisher = publisher;
    this.stored = stored;
  }

  @Override
  public Step step() {
    return new Step(Progress.MORE, stored.isPresent() ? resume(stored.get()) : begin());
  }

  private Stage resume(SourceOffset offset) {
    Optional<String> request = feed.config().snapshotRequest();
    if (request.isPresent() && !request.equals(offset.request())) {
      return new RequestStage(feed, publisher, offset, request.get());
    }
    if (offset.snapshot().isPresent()) {
      return resumeSnapshot(offset, offset.snapshot().get());
    }
    if (feed.config().snapshotMode() == SnapshotMode.INITIAL_ONLY) {
      LOG.info(
          "Table '{}': its snapshot is done, and snapshot.mode=initial_only asks for no more",
          feed.name());
      return new DoneStage();
    }
    return ChangesStage.from(feed, publisher, offset);
  }

  private Stage resumeSnapshot(SourceOffset offset, String id) {
    TableSnapshot snapshot = SnapshotStage.at(feed, offset);
    Optional<Position> position = feed.resumeAt(offset, snapshot.files());
    if (position.isPresent()) {
      return new SnapshotStage(feed, publisher, snapshot, id, position);
    }
    LOG.warn(
        "Table '{}': the stored place inside the snapshot of version {} was made with other options"
            + " or another release; the snapshot starts again",
        feed.name(),
        offset.version());
    return SnapshotStage.anew(feed, publisher, snapshot);
  }

  private Stage begin() {
    // All that is published of the table is as new as the request.
    feed.config().snapshotRequest().ifPresent(publisher::takeUp);
    StartPosition start = feed.config().start();
    if (start instanceof StartPosition.Version version) {
      return ChangesStage.behind(feed, publisher, before(version.version()));
    } else if (start instanceof StartPosition.Timestamp timestamp) {
      return atOrAfter(timestamp.millis());
    } else if (start instanceof StartPosition.Latest
        || feed.config().snapshotMode() == SnapshotMode.NO_DATA) {
      return behind(feed.table().latestSnapshot());
    }
    return SnapshotStage.anew(feed, publisher, SnapshotStage.newest(feed));
  }

  /** From the next commit on; a restart begins there too, and not at what is the newest then. */
  private Stage behind(TableSnapshot snapshot) {
    LogPosition position = positionOf(snapshot);
    publisher.reached(SourceOffset.at(position, feed.config().snapshotRequest()));
    return ChangesStage.behind(feed, publisher, position);
  }

  private LogPosition before(long version) {
    DeltaTable table = feed.table();
    long latest = table.latestSnapshot().version();
    if (version > latest + 1) {
      throw FeedErrors.startAfterLatest(feed.name(), version, latest);
    }
    long earliest = table.earliestVersion();
    if (version < earliest) {
      throw FeedErrors.startBeforeEarliest(feed.name(), version, earliest);
    }
    return LogPosition.before(version);
  }

  private Stage atOrAfter(long timestamp) {
    // The latest version first: a commit that comes in between is then looked at again.
    TableSnapshot latest = feed.table().latestSnapshot();
    OptionalLong version = feed.table().versionAtOrAfter(timestamp);
    return version.isPresent()
        ? ChangesStage.behind(feed, publisher, LogPosition.before(version.getAsLong()))
        : ChangesStage.behind(feed, publisher, positionOf(latest), timestamp);
  }

  private static LogPosition positionOf(TableSnapshot snapshot) {
    return new LogPosition(
        snapshot.version(),
        Optional.of(snapshot.state().tableId()),
        OptionalLong.of(snapshot.timestamp()));
  }
}
