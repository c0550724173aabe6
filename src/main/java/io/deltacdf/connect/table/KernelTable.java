package io.deltacdf.connect.table;

import io.delta.kernel.internal.SnapshotImpl;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.KernelCommitLog;
import io.deltacdf.connect.table.log.LastCommit;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.log.VersionHistory;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;

/** A table read through Delta Kernel. */
final class KernelTable implements DeltaTable {
  private final TableContext context;
  private final SnapshotLoader snapshots;

  KernelTable(TableContext context) {
    this.context = context;
    this.snapshots = new SnapshotLoader(context);
  }

  @Override
  public String name() {
    return context.location().name();
  }

  @Override
  public String path() {
    return context.path();
  }

  @Override
  public TableSnapshot latestSnapshot() {
    return new KernelSnapshot(context, snapshots.loadLatest());
  }

  @Override
  public TableSnapshot snapshotAt(long version) {
    try {
      return new KernelSnapshot(context, snapshots.load(version));
    } catch (DeltaCdfException e) {
      throw e;
    } catch (RuntimeException e) {
      throw snapshots.failure(version, e);
    }
  }

  @Override
  public long earliestVersion() {
    SortedSet<Long> versions = context.logFiles().commitVersions(0);
    if (versions.isEmpty()) {
      throw TableErrors.notATable(context.location(), null);
    }
    return versions.first();
  }

  @Override
  public OptionalLong versionAtOrAfter(long timestamp) {
    SnapshotImpl latest = snapshots.loadLatest();
    try {
      return VersionHistory.versionAtOrAfter(context.engine(), latest, timestamp);
    } catch (RuntimeException e) {
      throw KernelFailures.translate(
          context.location(), "searching for the commit at a timestamp", e);
    }
  }

  @Override
  public DeltaTable reopened() {
    return new KernelTable(context.reopened());
  }

  @Override
  public OptionalLong commitTime(long version) {
    return context.logFiles().commitTime(version);
  }

  @Override
  public OptionalLong timeAfterGap() {
    return context.logFiles().timeAfterGap();
  }

  @Override
  public CommitLog follow(LogPosition position) {
    return new KernelCommitLog(context, position);
  }

  @Override
  public void requireSameTable(LogPosition position) {
    context.requireSameCatalogTable(position);
    LastCommit.at(context, position).ifPresent(LastCommit::requireSameTable);
  }

  @Override
  public void forgetFiles() {
    context.storage().forgetReads();
  }

  @Override
  public void requireAllowed(List<ChangedFile> files) {
    for (ChangedFile file : files) {
      context.resolve(file);
      DeletionVectorReader.requireAllowed(context, file);
    }
  }

  @Override
  public BatchReader read(ChangedFile file, int... ordinals) {
    return read(file, ChangeType.ALL, ordinals);
  }

  @Override
  public BatchReader read(ChangedFile file, Set<ChangeType> wanted, int... ordinals) {
    return FileBatchReader.open(context, file, wanted, ordinals);
  }

  @Override
  public BatchReader readWithRowIds(ChangedFile file, int... ordinals) {
    return FileBatchReader.openWithRowIds(context, file, ordinals);
  }

  @Override
  public boolean holdsOnlyInserts(ChangedFile file) {
    return switch (file.kind()) {
      case ADDED -> true;
      case REMOVED -> false;
      case CDC -> ChangeFileFooter.showsOnlyInserts(context, file);
    };
  }
}
