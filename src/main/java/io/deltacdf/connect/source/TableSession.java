package io.deltacdf.connect.source;

import io.deltacdf.connect.change.CommitOptions;
import io.deltacdf.connect.change.ReadColumns;
import io.deltacdf.connect.change.VersionChanges;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import java.util.List;
import java.util.Optional;

/**
 * A table that is published.
 *
 * @param commitOptions how the changes of its commits are made
 * @param columns what is read of its rows
 * @param planHash what shapes the order of a commit's changes
 * @param snapshotPlanHash what shapes the order of a snapshot's rows
 * @param derivedCommits is told of each commit that changes data
 */
record TableSession(
    DeltaTable table,
    TableConfig config,
    CommitOptions commitOptions,
    ReadColumns columns,
    String planHash,
    String snapshotPlanHash,
    DerivedCommits derivedCommits) {
  String name() {
    return config.name();
  }

  /**
   * The place inside a version at which it goes on; empty where the stored place is of another plan
   * or of other files, so that the version has to start again.
   */
  Optional<Position> resumeAt(SourceOffset stored, List<ChangedFile> files) {
    String plan = stored.snapshotId().isPresent() ? snapshotPlanHash : planHash;
    return stored
        .position()
        .filter(position -> stored.planHash().filter(plan::equals).isPresent())
        .filter(position -> VersionChanges.isIn(files, position));
  }
}
