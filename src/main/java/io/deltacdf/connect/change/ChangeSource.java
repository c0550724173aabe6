package io.deltacdf.connect.change;

import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.log.Commit;
import java.util.List;
import java.util.Optional;

/** What the changes of a commit are read from. */
public enum ChangeSource {
  /** The table's change data feed. */
  RECORDED,
  /** Its removed and added files; the rows of a key are matched. */
  BY_KEY,
  /** Its removed and added files; the rows of a row id are matched. */
  BY_ROW_ID,
  /** Its added files: the commit removes nothing, so all their rows are inserted. */
  APPENDED;

  /**
   * Returns the source for a commit. Empty if the options allow none, because the changes are not
   * recorded and cannot be derived from the removed and added files.
   */
  public static Optional<ChangeSource> of(Commit commit, CommitOptions options) {
    boolean recorded = commit.after().changeFeedEnabled() || commit.files().isEmpty();
    return switch (options.changeFeed()) {
      case REQUIRE -> recorded ? Optional.of(RECORDED) : Optional.empty();
      // The Delta protocol requires readers to use change files if there are any.
      case AUTO ->
          recorded || !commit.changeFiles().isEmpty()
              ? Optional.of(RECORDED)
              : derived(commit, options);
      case DERIVE -> derived(commit, options);
    };
  }

  private static Optional<ChangeSource> derived(Commit commit, CommitOptions options) {
    if (options.keyed() && options.consolidation() == Consolidation.KEY) {
      return Optional.of(BY_KEY);
    } else if (commit.dataFiles().stream().noneMatch(ChangedFile::mayHoldPreimages)) {
      return Optional.of(APPENDED);
    }
    return commit.before().rowTrackingEnabled() && commit.after().rowTrackingEnabled()
        ? Optional.of(BY_ROW_ID)
        : Optional.empty();
  }

  /**
   * Returns the source with {@code change.feed=auto} for commits that do not change the table's
   * properties. {@link #APPENDED} means that only commits that remove nothing have a source.
   *
   * @param consolidated whether the changes of a key are consolidated
   */
  public static ChangeSource underAuto(TableState table, boolean consolidated) {
    if (table.changeFeedEnabled()) {
      return RECORDED;
    } else if (consolidated) {
      return BY_KEY;
    }
    return table.rowTrackingEnabled() ? BY_ROW_ID : APPENDED;
  }

  /** Whether changes are derived from data files. */
  public boolean isDerived() {
    return this != RECORDED;
  }

  /** Returns the files that changes are read from. */
  public List<ChangedFile> files(Commit commit) {
    return isDerived() ? commit.dataFiles() : commit.files();
  }
}
