package io.deltacdf.connect.source;

import io.deltacdf.connect.change.SnapshotChanges;
import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.SnapshotMode;
import io.deltacdf.connect.metrics.Activity;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.record.VersionContext;
import io.deltacdf.connect.source.notification.SnapshotNotifications;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.log.CommitHashes;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the rows of one version. Before the first row of a table with a key, it waits until the
 * version and the snapshot are stored as the table's offset. Otherwise, after a crash, the next
 * start would take the snapshot of a newer version, and keys that were published from this version
 * and are deleted in the newer one would stay in the topic for ever.
 */
final class Snapshotting implements Phase {
  private static final Logger LOG = LoggerFactory.getLogger(Snapshotting.class);

  private final TableSession session;
  private final VersionPublisher publisher;
  private final TableSnapshot snapshot;
  private final String id;
  private final Optional<String> reason;
  private final @Nullable Position from;
  private @Nullable SnapshotProgress progress;
  private @Nullable SourceOffset awaited;

  /** The position before the rows to come, until they are notified of. */
  private @Nullable Position beginning;

  /**
   * @param id names the snapshot in its records
   * @param reason what caused the snapshot; empty if it was interrupted
   * @param from the position of the last row that was published; null to begin with the first row
   */
  Snapshotting(
      TableSession session,
      VersionPublisher publisher,
      TableSnapshot snapshot,
      String id,
      Optional<String> reason,
      @Nullable Position from) {
    this.session = session;
    this.publisher = publisher;
    this.snapshot = snapshot;
    this.id = id;
    this.reason = reason;
    this.from = from;
  }

  long version() {
    return snapshot.version();
  }

  @Override
  public Progress step(PhaseEvents events) throws InterruptedException {
    if (progress == null) {
      progress = start();
      // The heartbeat with the position of the snapshot goes out before the first row.
      return isWaiting() ? Progress.WAITING : Progress.MORE;
    }
    if (isWaiting()) {
      return Progress.WAITING;
    }
    if (beginning != null) {
      // After the heartbeat, which is the first record of the table.
      publisher.beginSnapshot(beginning);
      beginning = null;
    }
    publisher.unpin();
    boolean more = publisher.next();
    session.metrics().looked();
    session.metrics().setActivity(Activity.SNAPSHOT);
    if (more) {
      progress.published(publisher.position(), publisher.publishedChanges());
    } else {
      progress.completed(publisher.publishedChanges());
      LOG.info(
          "Table '{}': snapshot {} of version {} is completed; rows published: {}",
          session.name(),
          id,
          snapshot.version(),
          publisher.publishedChanges());
      events.snapshotCompleted(snapshot);
    }
    return Progress.MORE;
  }

  private boolean isWaiting() {
    if (awaited != null && session.offsets().isSettled(session.name(), awaited)) {
      awaited = null;
    }
    return awaited != null;
  }

  @Override
  public void requireSameTable() {
    snapshot.requireSameTable(snapshot.commitHash());
  }

  @Override
  public Optional<LogPosition> reached() {
    // Without the hash and the time, which may have to be read.
    return Optional.of(
        new LogPosition(
            snapshot.version(),
            Optional.of(snapshot.state().tableId()),
            OptionalLong.empty(),
            Optional.empty(),
            snapshot.state().catalogTableId()));
  }

  private SnapshotProgress start() {
    boolean needsChangeFeed =
        session.config().snapshotMode() != SnapshotMode.INITIAL_ONLY
            && session.config().changeFeed() == ChangeFeed.REQUIRE;
    if (needsChangeFeed && !snapshot.state().changeFeedEnabled()) {
      throw SourceErrors.snapshotWithoutChangeFeed(session.name(), snapshot.version());
    }
    List<ChangedFile> files = snapshot.files();
    LOG.info(
        "Table '{}': snapshot {} of version {} {}; files: {}",
        session.name(),
        id,
        snapshot.version(),
        startText(),
        files.size());
    VersionContext version =
        new VersionContext(
            snapshot.version(),
            snapshot.timestamp(),
            Optional.empty(),
            snapshot.state(),
            snapshot.state(),
            new CommitHashes(snapshot.commitHash(), snapshot.commitHash()),
            Optional.of(id),
            session.snapshotPlanHash());
    publisher.start(
        version,
        from,
        position -> SnapshotChanges.open(session.table(), files, session.columns(), position));
    session
        .notifications()
        .started(
            new SnapshotNotifications.Snapshot(
                id, snapshot.version(), reason, from != null && !from.isBeginning()));
    beginning = from;
    if (from == null && !files.isEmpty()) {
      Position first = new Position(0, VersionPhase.READ, 0, files.get(0).path(), -1);
      SourceOffset pinned = publisher.pin(first);
      beginning = first;
      awaited = session.config().key().isEmpty() ? null : pinned;
    }
    session.metrics().setActivity(Activity.SNAPSHOT);
    return new SnapshotProgress(
        session.table(), snapshot, files, from, session.metrics(), System::nanoTime);
  }

  private String startText() {
    if (from == null) {
      return "starts";
    }
    return from.row() < 0
        ? "starts again with the first row of " + from.file()
        : "resumes after row " + from.row() + " of " + from.file();
  }
}
