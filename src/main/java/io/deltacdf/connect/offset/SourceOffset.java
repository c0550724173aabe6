package io.deltacdf.connect.offset;

import io.deltacdf.connect.table.log.LogPosition;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far a table is published. An offset either says that a version is completed, or gives the
 * position within a version that is in progress. {@link SourceOffsetCodec} describes the form in
 * which it is stored.
 *
 * @param version the version that is completed or in progress; -1 if no version is completed
 * @param tableId the table's id: as of this version if it is completed, else as of the version
 *     before it
 * @param timestamp the version's adjusted timestamp in milliseconds since the epoch
 * @param position the position of the last change that was published, if the version is in progress
 * @param planHash the {@link PlanHash} that was in effect for the position
 * @param snapshotId the id of the snapshot that is in progress; empty for a commit
 * @param keyIdentity the {@link KeyIdentity} of the table's key columns, as of the same version as
 *     the table's id; present only while a key column has another name than the configured one,
 *     because it was renamed
 * @param snapshotRequest the last {@code snapshot.request} that was accepted
 */
public record SourceOffset(
    long version,
    Optional<String> tableId,
    OptionalLong timestamp,
    Optional<Position> position,
    Optional<String> planHash,
    Optional<String> snapshotId,
    Optional<String> keyIdentity,
    Optional<String> snapshotRequest) {

  /** Returns the offset of a table that starts at a position in its log. */
  public static SourceOffset at(LogPosition position, Optional<String> snapshotRequest) {
    return new SourceOffset(
        position.version(),
        position.tableId(),
        position.timestamp(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        snapshotRequest);
  }

  /** Whether the version is completed, so that the next version follows. */
  public boolean isCompleted() {
    return position.isEmpty();
  }

  /**
   * Returns the position in the log at which to continue: after this version if it is completed,
   * else before it. The timestamp of a position before this version is the latest one that does not
   * move the version's own timestamp.
   */
  public LogPosition logPosition() {
    if (isCompleted()) {
      return new LogPosition(version, tableId, timestamp);
    }
    return new LogPosition(
        version - 1,
        tableId,
        timestamp.isPresent() ? OptionalLong.of(timestamp.getAsLong() - 1) : OptionalLong.empty());
  }
}
