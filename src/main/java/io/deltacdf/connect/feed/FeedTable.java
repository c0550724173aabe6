package io.deltacdf.connect.feed;

import io.deltacdf.connect.change.CommitOptions;
import io.deltacdf.connect.change.Position;
import io.deltacdf.connect.change.ReadColumns;
import io.deltacdf.connect.change.VersionChanges;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.record.SourceOffset;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import java.util.List;
import java.util.Optional;

/**
 * A table that is published.
 *
 * @param commitOptions how the changes of its commits are made
 * @param columns what is read of its rows
 * @param fingerprint what shapes the order of a commit's changes
 * @param snapshotFingerprint what shapes the order of a snapshot's rows
 * @param derivedCommits is told of each commit that changes data
 */
record FeedTable(
    DeltaTable table,
    TableConfig config,
    CommitOptions commitOptions,
    ReadColumns columns,
    String fingerprint,
    String snapshotFingerprint,
    DerivedCommits derivedCommits) {
  String name() {
    return config.name();
  }

  /**
   * The place inside a version at which it goes on; empty where the stored place is of another plan
   * or of other files, so that the version has to start again.
   */
  Optional<Position> resumeAt(SourceOffset stored, List<ChangedFile> files) {
    String plan = stored.snapshot().isPresent() ? snapshotFingerprint : fingerprint;
    return stored
        .position()
        .filter(position -> stored.plan().filter(plan::equals).isPresent())
        .filter(position -> VersionChanges.isIn(files, position));
  }
}
