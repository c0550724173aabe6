package io.deltacdf.connect.change;

import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.log.Commit;
import java.util.List;
import java.util.Optional;

/** Where the changes of one commit come from. */
public enum ChangeSource {
  /** The table's change data feed. */
  RECORDED,
  /** Its removed and added files: the old row and the new row of a key are put together. */
  BY_KEY,
  /** Its removed and added files: the old row and the new row of a row id are put together. */
  BY_ROW_ID,
  /** Its added files: it removes nothing, so all their rows are new. */
  APPENDED;

  /**
   * The source for a commit; empty where the options leave none: its changes are not recorded, and
   * what it removed and added does not tell them.
   */
  public static Optional<ChangeSource> of(Commit commit, CommitOptions options) {
    boolean recorded = commit.after().changeFeedEnabled() || commit.files().isEmpty();
    return switch (options.changeFeed()) {
      case REQUIRE -> recorded ? Optional.of(RECORDED) : Optional.empty();
      // By the protocol readers use change files wherever there are any.
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
    } else if (commit.dataFiles().stream().noneMatch(ChangedFile::mayHoldOldRows)) {
      return Optional.of(APPENDED);
    }
    return commit.before().rowTrackingEnabled() && commit.after().rowTrackingEnabled()
        ? Optional.of(BY_ROW_ID)
        : Optional.empty();
  }

  /**
   * The source under {@code change.feed=auto} for commits to a table that stays as it is: {@link
   * #APPENDED} where only those pass that remove nothing.
   *
   * @param consolidated whether the changes of a key are put together
   */
  public static ChangeSource underAuto(TableState table, boolean consolidated) {
    if (table.changeFeedEnabled()) {
      return RECORDED;
    } else if (consolidated) {
      return BY_KEY;
    }
    return table.rowTrackingEnabled() ? BY_ROW_ID : APPENDED;
  }

  public boolean isDerived() {
    return this != RECORDED;
  }

  /** The files that the changes are read from. */
  public List<ChangedFile> files(Commit commit) {
    return isDerived() ? commit.dataFiles() : commit.files();
  }
}
