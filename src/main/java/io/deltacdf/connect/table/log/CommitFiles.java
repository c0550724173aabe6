package io.deltacdf.connect.table.log;

import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeletionVectors;
import io.deltacdf.connect.table.RowIdDefaults;
import io.deltacdf.connect.table.TableState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * From a commit's file actions to the files that hold its changes, by the rules of the protocol's
 * "Add CDC File" section and of Spark's {@code readChangeFeed}: change files alone where there are
 * any; else added and removed files, where a path on both sides is a change of its deletion vector.
 */
final class CommitFiles {
  /**
   * A file action that changes data.
   *
   * @param partitionValues by physical name; null where a remove action has none
   * @param size in bytes; -1 where a remove action has none
   */
  record FileAction(
      String path,
      Map<String, String> partitionValues,
      long size,
      Optional<DeletionVectorDescriptor> deletionVector,
      RowIdDefaults rowIdDefaults) {}

  private static final List<String> MERGE_METRICS =
      List.of("numTargetRowsInserted", "numTargetRowsUpdated", "numTargetRowsDeleted");

  private final LogFiles logFiles;
  private final List<FileAction> cdc = new ArrayList<>();

  /**
   * Added and removed files by what tells them apart: the same file may be percent-encoded in two
   * ways.
   */
  private final Map<String, Pair> pairs = new LinkedHashMap<>();

  private static final class Pair {
    private FileAction added;
    private FileAction removed;
  }

  CommitFiles(LogFiles logFiles) {
    this.logFiles = logFiles;
  }

  void cdc(FileAction action) {
    cdc.add(action);
  }

  void add(FileAction action) {
    pair(action).added = action;
  }

  void remove(FileAction action) {
    pair(action).removed = action;
  }

  private Pair pair(FileAction action) {
    return pairs.computeIfAbsent(logFiles.identity(action.path()), path -> new Pair());
  }

  /** The change files; empty where the commit has none. */
  List<ChangedFile> changeFiles(long version, TableState after) {
    return cdc.stream()
        .map(action -> file(version, ChangedFile.Kind.CDC, action, after, Optional.empty()))
        .toList();
  }

  /** The added and removed files, and the differences of deletion vectors. */
  List<ChangedFile> dataFiles(
      long version, Optional<CommitInfo> info, TableState before, TableState after) {
    List<ChangedFile> changed = new ArrayList<>();
    if (info.filter(CommitFiles::isNoOpMerge).isPresent()) {
      return changed;
    }
    for (Pair pair : pairs.values()) {
      if (pair.removed == null) {
        changed.add(whole(version, ChangedFile.Kind.ADDED, pair.added, after));
      } else if (pair.added == null) {
        changed.add(whole(version, ChangedFile.Kind.REMOVED, pair.removed, before));
      } else {
        addDifference(changed, version, pair, before, after);
      }
    }
    return changed;
  }

  private static ChangedFile whole(
      long version, ChangedFile.Kind kind, FileAction action, TableState state) {
    Optional<DeletionVectors> hidden =
        action.deletionVector().map(dv -> new DeletionVectors(Optional.empty(), Optional.of(dv)));
    return file(version, kind, action, state, hidden);
  }

  /**
   * Rows that only the new deletion vector has are deleted; rows that only the old one has are
   * back.
   */
  private static void addDifference(
      List<ChangedFile> changed, long version, Pair pair, TableState before, TableState after) {
    Optional<DeletionVectorDescriptor> newDv = pair.added.deletionVector();
    Optional<DeletionVectorDescriptor> oldDv = pair.removed.deletionVector();
    if (newDv.equals(oldDv)) {
      return;
    }
    if (newDv.isPresent()) {
      Optional<DeletionVectors> gone = Optional.of(new DeletionVectors(newDv, oldDv));
      changed.add(file(version, ChangedFile.Kind.REMOVED, pair.removed, before, gone));
    }
    if (oldDv.isPresent()) {
      Optional<DeletionVectors> back = Optional.of(new DeletionVectors(oldDv, newDv));
      changed.add(file(version, ChangedFile.Kind.ADDED, pair.added, after, back));
    }
  }

  private static ChangedFile file(
      long version,
      ChangedFile.Kind kind,
      FileAction action,
      TableState state,
      Optional<DeletionVectors> deletionVectors) {
    return new ChangedFile(
        version,
        kind,
        action.path(),
        action.partitionValues(),
        action.size(),
        state,
        deletionVectors,
        action.rowIdDefaults());
  }

  /** Spark's {@code shouldSkipFileActionsInCommit}: a MERGE that touched files, but no row. */
  private static boolean isNoOpMerge(CommitInfo info) {
    return info.getOperation().filter("MERGE"::equals).isPresent()
        && MERGE_METRICS.stream()
            .allMatch(name -> "0".equals(info.getOperationMetrics().get(name)));
  }
}
