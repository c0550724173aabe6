package io.deltacdf.connect.source;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.TableSnapshot;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Selects the version of a new snapshot: of the same table, to replace what can no longer be read
 * ({@code snapshot.mode=when_needed}), or of another table at the path ({@code
 * table.replaced=snapshot}).
 */
final class Resnapshot implements Phase {
  private static final Logger LOG = LoggerFactory.getLogger(Resnapshot.class);

  private final TableSession session;
  private final DeltaCdfException failure;
  private final OptionalLong failedSnapshot;

  /**
   * @param failure what could not be read
   * @param failedSnapshot the version of the snapshot that failed, if it was a snapshot
   */
  Resnapshot(TableSession session, DeltaCdfException failure, OptionalLong failedSnapshot) {
    this.session = session;
    this.failure = failure;
    this.failedSnapshot = failedSnapshot;
  }

  @Override
  public Progress step(PhaseEvents events) {
    if (isReplaced()) {
      session.table().forgetFiles();
    }
    TableSnapshot latest = session.latestSnapshot();
    if (failedSnapshot.isPresent() && failedSnapshot.getAsLong() >= latest.version()) {
      // The same version would miss the same file.
      throw failure;
    }
    LOG.warn(
        isReplaced()
            ? "Table '{}': a snapshot of version {} of another table is taken"
                + " (table.replaced=snapshot): {} Keys that only the former table had stay in the"
                + " topic: they have no record with the new delta.snapshot.id and no later record."
                + " How many they are is not known, because the former table is gone."
            : "Table '{}': a new snapshot of version {} is taken (snapshot.mode=when_needed)"
                + " because the table cannot be read from its offset: {} Keys that were deleted in"
                + " between stay in the topic: they have no record with the new delta.snapshot.id"
                + " and no later record.",
        session.name(),
        latest.version(),
        failure.getMessage());
    events.snapshotSelected(latest);
    return Progress.MORE;
  }

  private boolean isReplaced() {
    return failure.code() == ErrorCode.TABLE_REPLACED;
  }
}
