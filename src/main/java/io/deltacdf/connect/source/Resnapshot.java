package io.deltacdf.connect.source;

import io.deltacdf.connect.config.SnapshotMode;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.KeyCount;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.Optional;
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
  private final Optional<LogPosition> former;
  private final Optional<KeyCount> keys;

  /**
   * @param failure what could not be read
   * @param failedSnapshot the version of the snapshot that failed, if it was a snapshot
   * @param former up to where the log of the table was read before, if it was read
   * @param keys how many keys of the table the topic has, if something is known of it
   */
  Resnapshot(
      TableSession session,
      DeltaCdfException failure,
      OptionalLong failedSnapshot,
      Optional<LogPosition> former,
      Optional<KeyCount> keys) {
    this.session = session;
    this.failure = failure;
    this.failedSnapshot = failedSnapshot;
    this.former = former;
    this.keys = keys;
  }

  @Override
  public Progress step(PhaseEvents events) throws InterruptedException {
    if (isReplaced()) {
      session.table().forgetFiles();
    }
    TableSnapshot latest = session.latestSnapshot();
    Optional<String> id = former.flatMap(LogPosition::tableId);
    if (!isReplaced() && id.isPresent() && !id.get().equals(latest.state().tableId())) {
      // The table was replaced after its failure, unless one of its commits changed the id.
      requireSameTable();
    }
    if (failedSnapshot.isPresent() && failedSnapshot.getAsLong() >= latest.version()) {
      // The same version would miss the same file.
      throw failure;
    }
    LOG.warn(
        isReplaced()
            ? "Table '{}': a snapshot of version {} of another table is taken"
                + " (table.replaced=snapshot): {} Keys that only the former table had stay in the"
                + " topic: they have no record with the new delta.snapshot.id and no later"
                + " record.{}"
            : "Table '{}': a new snapshot of version {} is taken (snapshot.mode=when_needed)"
                + " because the table cannot be read from its offset: {} Keys that were deleted in"
                + " between stay in the topic: they have no record with the new delta.snapshot.id"
                + " and no later record.{}",
        session.name(),
        latest.version(),
        failure.getMessage(),
        isReplaced() ? " " + remaining() : "");
    events.snapshotSelected(latest);
    return Progress.MORE;
  }

  @Override
  public void requireSameTable() {
    if (!isReplaced()) {
      former.ifPresent(session.table()::requireSameTable);
    }
  }

  @Override
  public Optional<LogPosition> reached() {
    return former;
  }

  /** Returns sentences that say how many keys of the former table may stay in the topic. */
  private String remaining() {
    String count =
        keys.map(KeyCount::describe)
            .orElse(
                "How many they are is not known, because the offset has no count: a person or an"
                    + " earlier release wrote it, or nothing of the table is published.");
    return session.config().snapshotMode() == SnapshotMode.WHEN_NEEDED
        ? count + " Keys that stayed after earlier snapshots (when_needed) are not counted."
        : count;
  }

  /** Returns the option that allows the snapshot. */
  String reason() {
    return isReplaced() ? "table.replaced=snapshot" : "snapshot.mode=when_needed";
  }

  private boolean isReplaced() {
    return failure.code() == ErrorCode.TABLE_REPLACED;
  }
}
