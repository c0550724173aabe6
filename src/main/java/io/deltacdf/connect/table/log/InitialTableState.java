package io.deltacdf.connect.table.log;

import io.delta.kernel.CommitActions;
import io.delta.kernel.CommitRange;
import io.delta.kernel.CommitRangeBuilder;
import io.delta.kernel.CommitRangeBuilder.CommitBoundary;
import io.delta.kernel.TableManager;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.KernelFailures;
import io.deltacdf.connect.table.KernelSnapshot;
import io.deltacdf.connect.table.SnapshotLoader;
import io.deltacdf.connect.table.TableContext;
import io.deltacdf.connect.table.TableErrors;
import io.deltacdf.connect.table.TableState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of a table at the version that its log is followed from.
 *
 * @param commit the status that the version's commit file had before it was read; empty if the
 *     version itself could not be loaded
 */
record InitialTableState(TableState state, Optional<FileStatus> commit) {
  private static final Logger LOG = LoggerFactory.getLogger(InitialTableState.class);

  /**
   * Returns the state at a version. If its snapshot can no longer be loaded because the log was
   * cleaned up, returns the state at the first later version that can be loaded, provided that the
   * commits in between have no metaData action. Otherwise fails, because the schema at the version
   * is not known.
   */
  static InitialTableState at(TableContext table, long version) {
    SnapshotLoader snapshots = new SnapshotLoader(table);
    try {
      SnapshotImpl snapshot = snapshots.load(version);
      return new InitialTableState(
          new KernelSnapshot(table, snapshot).state(),
          Optional.of(snapshot.getLogSegment().getDeltaFileAtEndVersion()));
    } catch (RuntimeException e) {
      if (KernelFailures.isKnown(e)) {
        DeltaCdfException failure =
            KernelFailures.translate(table.location(), "loading version " + version, e);
        if (failure.code() == ErrorCode.CORRUPT_COMMIT) {
          return new InitialTableState(
              stateWithoutDamage(table, version, failure), Optional.empty());
        } else if (failure.code() == ErrorCode.CHECKPOINT_CORRUPT) {
          return new InitialTableState(
              stateWithoutCheckpoint(table, snapshots, version, failure), Optional.empty());
        }
        throw failure;
      }
      return new InitialTableState(laterState(table, snapshots, version, e), Optional.empty());
    }
  }

  /**
   * Returns the state without the lines of the log that cannot be parsed. The versions up to the
   * position were published, or somebody decided to pass them by setting the offset.
   */
  private static TableState stateWithoutDamage(
      TableContext table, long version, DeltaCdfException failure) {
    TableContext tolerant = table.withEngine(table.engine().ofReadableLines());
    TableState state;
    try {
      state = new KernelSnapshot(tolerant, new SnapshotLoader(tolerant).load(version)).state();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
      throw failure;
    }
    LOG.warn(
        "Table '{}': the schema of version {}, after which its changes are read, was determined"
            + " without a damaged part of the log",
        table.location().name(),
        version,
        failure.withoutSecrets());
    return state;
  }

  /** Fails with the damage to the checkpoint if no later checkpoint helps. */
  private static TableState stateWithoutCheckpoint(
      TableContext table, SnapshotLoader snapshots, long version, DeltaCdfException failure) {
    try {
      return laterState(table, snapshots, version, failure);
    } catch (DeltaCdfException e) {
      if (e.isRetriable()) {
        throw e;
      } else if (e != failure) {
        failure.addSuppressed(e);
      }
      throw failure;
    }
  }

  private static TableState laterState(
      TableContext table, SnapshotLoader snapshots, long version, RuntimeException cause) {
    SortedSet<Long> commits = table.logFiles().commitVersions(version);
    if (!commits.contains(version + 1)) {
      throw snapshots.failure(version, cause);
    }
    for (long checkpoint : table.logFiles().checkpointVersions(version + 1)) {
      SnapshotImpl snapshot;
      try {
        snapshot = snapshots.load(checkpoint);
      } catch (RuntimeException e) {
        if (KernelFailures.isAboutStoreOrFeatures(e)) {
          DeltaCdfException failure =
              KernelFailures.translate(table.location(), "loading version " + checkpoint, e);
          if (failure.isRetriable()) {
            // The store failed, so it is not known whether the log is too short.
            throw failure;
          }
        }
        cause.addSuppressed(e);
        continue;
      }
      requireUnchanged(table, version, checkpoint);
      return new KernelSnapshot(table, snapshot).state();
    }
    throw snapshots.failure(version, cause);
  }

  private static void requireUnchanged(TableContext table, long version, long checkpoint) {
    try (CloseableIterator<CommitActions> commits = commits(table, version + 1, checkpoint)) {
      while (commits.hasNext()) {
        CommitActions actions = commits.next();
        CommitParser parsed = new CommitParser(table.logFiles()).parse(actions);
        if (parsed.metadata().isPresent()) {
          throw schemaUnknown(table, version, actions.getVersion());
        }
      }
    } catch (IOException e) {
      throw TableErrors.storage(table.location(), "reading the log", new UncheckedIOException(e));
    } catch (RuntimeException e) {
      // The table may have been dropped since the checkpoint was loaded.
      throw KernelFailures.translate(table.location(), "reading the log", e);
    }
  }

  private static CloseableIterator<CommitActions> commits(TableContext table, long from, long to) {
    CommitRangeBuilder builder =
        TableManager.loadCommitRange(table.path(), CommitBoundary.atVersion(from))
            .withEndBoundary(CommitBoundary.atVersion(to));
    OptionalLong newest = table.logFiles().newestOfCatalog();
    if (newest.isPresent()) {
      builder = builder.withMaxCatalogVersion(newest.getAsLong());
    }
    CommitRange range = builder.build(table.engine());
    return range.getCommitActions(table.engine(), CommitParser.ACTIONS);
  }

  private static DeltaCdfException schemaUnknown(TableContext table, long version, long changed) {
    return TableErrors.logTruncated(
        table.location(),
        version,
        "the schema of this version is not known, because version "
            + changed
            + " may have changed it");
  }
}
