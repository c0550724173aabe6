package io.deltacdf.connect.table.log;

import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeletionVectors;
import io.deltacdf.connect.table.RowIdDefaults;
import io.deltacdf.connect.table.TableErrors;
import io.deltacdf.connect.table.TableState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Derives from a commit's file actions which files hold its changes, by the rules of the section
 * "Add CDC File" of the protocol and of Spark's {@code readChangeFeed}. If a file is both removed
 * and added, the commit changed only its deletion vector.
 */
final class CommitFiles {
  /**
   * A file action that changes data.
   *
   * @param partitionValues by physical name; null if a remove action does not state them
   * @param size in bytes; -1 if a remove action does not state it
   */
  record FileAction(
      String path,
      @Nullable Map<String, String> partitionValues,
      long size,
      Optional<DeletionVectorDescriptor> deletionVector,
      RowIdDefaults rowIdDefaults) {}

  private static final List<String> MERGE_METRICS =
      List.of("numTargetRowsInserted", "numTargetRowsUpdated", "numTargetRowsDeleted");

  private final LogFiles logFiles;
  private final List<FileAction> cdc = new ArrayList<>();

  /**
   * Added and removed files by their identity, since the paths of one file may be percent-encoded
   * in different ways.
   */
  private final Map<String, Pair> pairs = new LinkedHashMap<>();

  /** The path of a file that is added twice with different content; null if there is none. */
  private @Nullable String contradiction;

  /** The path of a file that is removed with different deletion vectors; null if there is none. */
  private @Nullable String unclearRemoval;

  private static final class Pair {
    private @Nullable FileAction added;

    /** An add action that changes no data, and so has no part in the changes. */
    private @Nullable FileAction unchanged;

    private @Nullable FileAction removed;
  }

  CommitFiles(LogFiles logFiles) {
    this.logFiles = logFiles;
  }

  void cdc(FileAction action) {
    cdc.add(action);
  }

  void add(FileAction action) {
    Pair pair = pair(action);
    requireNoContradiction(pair, action);
    pair.added = action;
  }

  /** Notes an add action that changes no data. It must not contradict others of the same file. */
  void addUnchanged(FileAction action) {
    Pair pair = pair(action);
    requireNoContradiction(pair, action);
    pair.unchanged = action;
  }

  private void requireNoContradiction(Pair pair, FileAction action) {
    if (pair.added != null && contradicts(pair.added, action)
        || pair.unchanged != null && contradicts(pair.unchanged, action)) {
      contradiction = action.path();
    }
  }

  /** A repeated add action is harmless only if it adds the same rows. */
  private boolean contradicts(FileAction one, FileAction other) {
    return one.size() != other.size()
        || !Objects.equals(one.partitionValues(), other.partitionValues())
        || !sameFile(one, other);
  }

  void remove(FileAction action) {
    Pair pair = pair(action);
    if (pair.removed != null && !sameFile(pair.removed, action)) {
      unclearRemoval = action.path();
    }
    pair.removed = action;
  }

  private boolean sameFile(FileAction one, FileAction other) {
    return logFiles
        .identity(one.path(), one.deletionVector())
        .equals(logFiles.identity(other.path(), other.deletionVector()));
  }

  private Pair pair(FileAction action) {
    return pairs.computeIfAbsent(logFiles.identity(action.path()), path -> new Pair());
  }

  /**
   * Returns the files that are read whole for the changes of the commit: its change files, or else
   * those that it only added or only removed.
   */
  List<FileAction> read(Optional<CommitInfo> info) {
    if (!cdc.isEmpty() || info.filter(CommitFiles::isNoOpMerge).isPresent()) {
      return List.copyOf(cdc);
    }
    List<FileAction> whole = new ArrayList<>();
    for (Pair pair : pairs.values()) {
      FileAction added = pair.added;
      FileAction removed = pair.removed;
      if (added != null && removed == null) {
        whole.add(added);
      } else if (added == null && removed != null) {
        whole.add(removed);
      }
    }
    return whole;
  }

  /** Returns the change files; empty if the commit has none. */
  List<ChangedFile> changeFiles(long version, TableState after) {
    return cdc.stream()
        .map(action -> file(version, ChangedFile.Kind.CDC, action, after, Optional.empty()))
        .toList();
  }

  /**
   * Returns the added and removed files, and for files whose deletion vector changed the rows that
   * were removed or restored.
   */
  List<ChangedFile> dataFiles(
      long version, Optional<CommitInfo> info, TableState before, TableState after) {
    if (contradiction != null) {
      throw ActiveFiles.contradiction(logFiles.table(), version, contradiction);
    } else if (unclearRemoval != null) {
      throw TableErrors.corruptTable(
          logFiles.table(),
          version,
          "the commit removes the file '"
              + unclearRemoval
              + "' twice, with different deletion vectors, so that it is not known which rows it"
              + " deletes",
          null);
    }
    List<ChangedFile> changed = new ArrayList<>();
    if (info.filter(CommitFiles::isNoOpMerge).isPresent()) {
      return changed;
    }
    for (Pair pair : pairs.values()) {
      FileAction added = pair.added;
      FileAction removed = pair.removed;
      requireKnownStorage(version, added);
      requireKnownStorage(version, removed);
      if (added != null && removed != null) {
        addDifference(changed, version, added, removed, before, after);
      } else if (added != null) {
        changed.add(whole(version, ChangedFile.Kind.ADDED, added, after));
      } else if (removed != null) {
        changed.add(whole(version, ChangedFile.Kind.REMOVED, removed, before));
      }
    }
    return changed;
  }

  private void requireKnownStorage(long version, @Nullable FileAction action) {
    if (action != null) {
      ActiveFiles.requireKnownStorage(logFiles.table(), version, action.deletionVector());
    }
  }

  private static ChangedFile whole(
      long version, ChangedFile.Kind kind, FileAction action, TableState state) {
    Optional<DeletionVectors> hidden =
        action.deletionVector().map(dv -> new DeletionVectors(Optional.empty(), Optional.of(dv)));
    return file(version, kind, action, state, hidden);
  }

  /**
   * Rows that are only in the new deletion vector were deleted; rows that are only in the old one
   * were restored.
   */
  private static void addDifference(
      List<ChangedFile> changed,
      long version,
      FileAction added,
      FileAction removed,
      TableState before,
      TableState after) {
    Optional<DeletionVectorDescriptor> newDv = added.deletionVector();
    Optional<DeletionVectorDescriptor> oldDv = removed.deletionVector();
    if (newDv.equals(oldDv)) {
      return;
    }
    if (newDv.isPresent()) {
      Optional<DeletionVectors> deleted = Optional.of(new DeletionVectors(newDv, oldDv));
      changed.add(file(version, ChangedFile.Kind.REMOVED, removed, before, deleted));
    }
    if (oldDv.isPresent()) {
      Optional<DeletionVectors> restored = Optional.of(new DeletionVectors(oldDv, newDv));
      changed.add(file(version, ChangedFile.Kind.ADDED, added, after, restored));
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

  /** Spark's {@code shouldSkipFileActionsInCommit}: a MERGE that rewrote files but no rows. */
  private static boolean isNoOpMerge(CommitInfo info) {
    return info.getOperation().filter("MERGE"::equals).isPresent()
        && MERGE_METRICS.stream()
            .allMatch(name -> "0".equals(info.getOperationMetrics().get(name)));
  }
}
