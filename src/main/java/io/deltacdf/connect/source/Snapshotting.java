package io.deltacdf.connect.source;

import io.deltacdf.connect.change.SnapshotChanges;
import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.SnapshotMode;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.VersionContext;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the rows of one version, then hands over to the commits behind it. */
final class Snapshotting implements Phase {
  private static final Logger LOG = LoggerFactory.getLogger(Snapshotting.class);

  private final TableSession feed;
  private final VersionPublisher publisher;
  private final TableSnapshot snapshot;
  private final String id;
  private final Optional<Position> from;
  private boolean started;

  /**
   * @param id names the snapshot in its records
   * @param from the position up to which it is published already
   */
  Snapshotting(
      TableSession feed,
      VersionPublisher publisher,
      TableSnapshot snapshot,
      String id,
      Optional<Position> from) {
    this.feed = feed;
    this.publisher = publisher;
    this.snapshot = snapshot;
    this.id = id;
    this.from = from;
  }

  /**
   * A snapshot from its beginning, with an id that none before it has. It is what {@code
   * snapshot.request} asks for, whatever it is taken for.
   */
  static Snapshotting anew(TableSession feed, VersionPublisher publisher, TableSnapshot snapshot) {
    feed.config().snapshotRequest().ifPresent(publisher::takeUp);
    String id = snapshot.version() + "-" + System.currentTimeMillis();
    return new Snapshotting(feed, publisher, snapshot, id, Optional.empty());
  }

  /** The version of a stored offset; fails where it is another table by now. */
  static TableSnapshot at(TableSession feed, SourceOffset stored) {
    TableSnapshot snapshot = feed.table().snapshotAt(stored.version());
    String found = snapshot.state().tableId();
    stored
        .tableId()
        .filter(id -> !id.equals(found))
        .ifPresent(
            id -> {
              throw SourceErrors.tableReplaced(feed.name(), stored.version(), id, found);
            });
    return snapshot;
  }

  /** The newest version that is to be published. */
  static TableSnapshot newest(TableSession feed) {
    TableSnapshot latest = feed.table().latestSnapshot();
    OptionalLong end = feed.config().endVersion();
    return end.isPresent() && end.getAsLong() < latest.version()
        ? feed.table().snapshotAt(end.getAsLong())
        : latest;
  }

  long version() {
    return snapshot.version();
  }

  @Override
  public Step step() throws InterruptedException {
    if (!started) {
      start();
      started = true;
    }
    return publisher.next() ? new Step(Progress.MORE, this) : done();
  }

  private void start() {
    boolean changesMustBeRecorded =
        feed.config().snapshotMode() != SnapshotMode.INITIAL_ONLY
            && feed.config().changeFeed() == ChangeFeed.REQUIRE;
    if (changesMustBeRecorded && !snapshot.state().changeFeedEnabled()) {
      throw SourceErrors.snapshotWithoutChangeFeed(feed.name(), snapshot.version());
    }
    List<ChangedFile> files = snapshot.files();
    LOG.info(
        "Table '{}': snapshot {} of version {} {}, {} files",
        feed.name(),
        id,
        snapshot.version(),
        from.map(position -> "goes on behind row " + position.row() + " of " + position.file())
            .orElse("starts"),
        files.size());
    VersionContext version =
        new VersionContext(
            snapshot.version(),
            snapshot.timestamp(),
            Optional.empty(),
            snapshot.state(),
            snapshot.state(),
            Optional.of(id),
            feed.snapshotPlanHash());
    publisher.start(
        version,
        from.orElse(null),
        position -> SnapshotChanges.open(feed.table(), files, feed.columns(), position));
  }

  private Step done() {
    LOG.info(
        "Table '{}': snapshot {} of version {} is done, {} rows",
        feed.name(),
        id,
        snapshot.version(),
        publisher.published());
    if (feed.config().snapshotMode() == SnapshotMode.INITIAL_ONLY) {
      return new Step(Progress.DONE, new Completed());
    }
    LogPosition position =
        new LogPosition(
            snapshot.version(),
            Optional.of(snapshot.state().tableId()),
            OptionalLong.of(snapshot.timestamp()));
    return new Step(Progress.MORE, Streaming.behind(feed, publisher, position));
  }
}
