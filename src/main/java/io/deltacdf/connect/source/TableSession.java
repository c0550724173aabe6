package io.deltacdf.connect.source;

import io.deltacdf.connect.change.CommitOptions;
import io.deltacdf.connect.change.ReadColumns;
import io.deltacdf.connect.change.VersionChanges;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.offset.PlanHash;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.source.delivery.OffsetStore;
import io.deltacdf.connect.source.notification.SnapshotNotifications;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A table that is published, and how it is published.
 *
 * @param commitOptions how the changes of its commits are made
 * @param columns the columns that are read of its rows
 * @param planHash the hash of all options that the order of a commit's changes depends on
 * @param snapshotPlanHash the same for the order of a snapshot's rows
 * @param derivedCommits counts the commits whose changes are derived from data files
 * @param offsets tells when the position at which the table starts is stored
 * @param notifications tells how its snapshots go
 * @param metrics what is measured of the table
 */
record TableSession(
    DeltaTable table,
    TableConfig config,
    CommitOptions commitOptions,
    ReadColumns columns,
    String planHash,
    String snapshotPlanHash,
    DerivedCommits derivedCommits,
    OffsetStore offsets,
    SnapshotNotifications notifications,
    TableMetrics metrics) {
  /** Returns the table's name in the configuration. */
  String name() {
    return config.name();
  }

  /** Returns the latest version that the options allow to be published. */
  TableSnapshot latestSnapshot() {
    TableSnapshot latest = table.latestSnapshot();
    OptionalLong end = config.endVersion();
    return end.isPresent() && end.getAsLong() < latest.version()
        ? table.snapshotAt(end.getAsLong())
        : latest;
  }

  /**
   * Returns the version of a stored offset.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException TABLE_REPLACED if the offset belongs to
   *     another table, COMMIT_REWRITTEN if the version had another commit then
   */
  TableSnapshot snapshotAt(SourceOffset stored) {
    TableSnapshot snapshot = table.snapshotAt(stored.version());
    String found = snapshot.state().tableId();
    stored
        .tableId()
        .filter(id -> !id.equals(found))
        .ifPresent(
            id -> {
              throw SourceErrors.tableReplaced(name(), stored.version(), id, found);
            });
    Optional<String> foundInCatalog = snapshot.state().catalogTableId();
    if (foundInCatalog.isPresent()
        && stored.catalogTableId().isPresent()
        && !stored.catalogTableId().equals(foundInCatalog)) {
      throw SourceErrors.tableReplaced(
          name(), stored.version(), stored.catalogTableId().get(), foundInCatalog.get());
    }
    if (stored.commitHash().isPresent()) {
      snapshot.requireSameTable(stored.commitHash());
    }
    return snapshot;
  }

  /**
   * Returns the position in a version after which publishing resumes, or null if the version has to
   * start again: the stored position was made with another plan, or in other files.
   *
   * @param files the files of the version that the offset lies in
   */
  @Nullable Position resumePosition(SourceOffset stored, List<ChangedFile> files) {
    String hash = stored.snapshotId().isPresent() ? snapshotPlanHash : planHash;
    return stored
        .position()
        .filter(position -> PlanHash.resumes(hash, stored))
        .filter(position -> VersionChanges.isIn(files, position))
        .orElse(null);
  }

  /** Returns the commit, and the table, that a stored offset knows. */
  static LogPosition knownBy(SourceOffset stored) {
    return stored.snapshotId().isPresent()
        ? new LogPosition(
            stored.version(),
            stored.tableId(),
            stored.timestamp(),
            stored.commitHash(),
            stored.catalogTableId())
        : stored.logPosition();
  }

  /** Returns the position in the log that follows a snapshot. */
  static LogPosition positionOf(TableSnapshot snapshot) {
    return new LogPosition(
        snapshot.version(),
        Optional.of(snapshot.state().tableId()),
        OptionalLong.of(snapshot.timestamp()),
        snapshot.commitHash(),
        snapshot.state().catalogTableId());
  }
}
