package io.deltacdf.connect.source;

import io.deltacdf.connect.config.SnapshotMode;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.TableSnapshot;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a new snapshot in place of what can no longer be read ({@code snapshot.mode=when_needed}).
 */
final class Resnapshot implements Phase {
  private static final Logger LOG = LoggerFactory.getLogger(Resnapshot.class);

  private final TableSession feed;
  private final VersionPublisher publisher;
  private final Phase failed;
  private final DeltaCdfException failure;

  private Resnapshot(
      TableSession feed, VersionPublisher publisher, Phase failed, DeltaCdfException failure) {
    this.feed = feed;
    this.publisher = publisher;
    this.failed = failed;
    this.failure = failure;
  }

  /** The way on behind a failure of a stage; empty where there is none. */
  static Optional<Phase> behind(
      RuntimeException failure, Phase failed, TableSession feed, VersionPublisher publisher) {
    return feed.config().snapshotMode() == SnapshotMode.WHEN_NEEDED
            && !(failed instanceof Resnapshot)
            && failure instanceof DeltaCdfException ours
            && isLoss(ours)
        ? Optional.of(new Resnapshot(feed, publisher, failed, ours))
        : Optional.empty();
  }

  /** Whether something is gone from the table that a newer version does without. */
  private static boolean isLoss(DeltaCdfException failure) {
    return switch (failure.code()) {
      case LOG_TRUNCATED, VERSION_MISSING, FILE_MISSING -> true;
      default -> false;
    };
  }

  @Override
  public Step step() {
    TableSnapshot newest = Snapshotting.newest(feed);
    if (failed instanceof Snapshotting snapshot && snapshot.version() >= newest.version()) {
      // The same version would lack the same file.
      throw failure;
    }
    LOG.warn(
        "Table '{}': a new snapshot of version {} is taken (snapshot.mode=when_needed), since it"
            + " cannot go on: {} Keys that were deleted in between stay in the topic: they have no"
            + " record with the new delta.snapshot.id, nor any later one.",
        feed.name(),
        newest.version(),
        failure.getMessage());
    return new Step(Progress.MORE, Snapshotting.anew(feed, publisher, newest));
  }
}
