package io.deltacdf.connect.table.log;

import io.delta.kernel.CommitActions;
import io.delta.kernel.CommitRange;
import io.delta.kernel.CommitRangeBuilder.CommitBoundary;
import io.delta.kernel.TableManager;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.utils.CloseableIterator;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.KernelFailures;
import io.deltacdf.connect.table.KernelSnapshot;
import io.deltacdf.connect.table.SnapshotLoader;
import io.deltacdf.connect.table.TableContext;
import io.deltacdf.connect.table.TableErrors;
import io.deltacdf.connect.table.TableState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SortedSet;

/** What a table was at the version that its log is followed from. */
final class InitialTableState {
  private InitialTableState() {}

  /**
   * The table at a version. Where its snapshot can no longer be built because the log was cleaned
   * up, the first one that can serves if no metaData action lies between; else this fails: never
   * the newest schema blindly.
   */
  static TableState at(TableContext table, long version) {
    try {
      return new KernelSnapshot(table, new SnapshotLoader(table).load(version)).state();
    } catch (RuntimeException e) {
      if (KernelFailures.isKnown(e)) {
        throw KernelFailures.translate(table.location(), "loading version " + version, e);
      }
      return laterState(table, version, e);
    }
  }

  private static TableState laterState(TableContext table, long version, RuntimeException cause) {
    SortedSet<Long> commits = table.logFiles().commitVersions(version);
    if (!commits.contains(version + 1)) {
      throw new SnapshotLoader(table).failure(version, cause);
    }
    for (long checkpoint : table.logFiles().checkpointVersions(version + 1)) {
      SnapshotImpl snapshot;
      try {
        snapshot = new SnapshotLoader(table).load(checkpoint);
      } catch (RuntimeException e) {
        cause.addSuppressed(e);
        continue;
      }
      requireUnchanged(table, version, checkpoint);
      return new KernelSnapshot(table, snapshot).state();
    }
    throw new SnapshotLoader(table).failure(version, cause);
  }

  private static void requireUnchanged(TableContext table, long version, long checkpoint) {
    CommitRange range =
        TableManager.loadCommitRange(table.path(), CommitBoundary.atVersion(version + 1))
            .withEndBoundary(CommitBoundary.atVersion(checkpoint))
            .build(table.engine());
    try (CloseableIterator<CommitActions> commits =
        range.getCommitActions(table.engine(), CommitParser.ACTIONS)) {
      while (commits.hasNext()) {
        CommitActions actions = commits.next();
        CommitParser parsed = new CommitParser(table.logFiles()).parse(actions);
        if (parsed.metadata().isPresent()) {
          throw schemaUnknown(table, version, actions.getVersion());
        }
      }
    } catch (IOException e) {
      throw TableErrors.storage(table.location(), "reading the log", new UncheckedIOException(e));
    }
  }

  private static DeltaCdfException schemaUnknown(TableContext table, long version, long changed) {
    return TableErrors.logTruncated(
        table.location(),
        version,
        "its schema can no longer be told, since version " + changed + " may have changed it");
  }
}
