package io.deltacdf.connect.change;

import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.log.Commit;
import java.util.List;

/** Commits in memory to a table {@code id long, name string} with the key {@code id}. */
final class KeyCommits {
  static final TableState STATE = FakeStates.state("id", true, "id long, name string");

  /** More keys than any test has, so that there is one partition. */
  static final int ALL_KEYS = 1_000_000;

  private KeyCommits() {}

  static CommitOptions byKey(int maxKeys) {
    return options(Consolidation.KEY, true, maxKeys, true, false);
  }

  /** Like {@link #byKey}, but publishes updates that change nothing. */
  static CommitOptions publishingAll(int maxKeys) {
    return options(Consolidation.KEY, true, maxKeys, false, false);
  }

  static CommitOptions withoutConsolidation(boolean keyed) {
    return options(Consolidation.NONE, keyed, 1, true, false);
  }

  /** Without consolidation, and with preimages as changes of their own. */
  static CommitOptions withPreimages(boolean keyed) {
    return options(Consolidation.NONE, keyed, 1, true, true);
  }

  private static CommitOptions options(
      Consolidation consolidation,
      boolean keyed,
      int maxKeys,
      boolean skipUnchanged,
      boolean includePreimages) {
    return new CommitOptions(
        ChangeFeed.REQUIRE, consolidation, keyed, maxKeys, skipUnchanged, includePreimages, false);
  }

  /** Returns the same options, with the rows before updates and deletes. */
  static CommitOptions withBefore(CommitOptions options) {
    return new CommitOptions(
        options.changeFeed(),
        options.consolidation(),
        options.keyed(),
        options.maxKeys(),
        options.skipUnchanged(),
        options.includePreimages(),
        true);
  }

  /** Returns the changes of a commit with these files. */
  static List<String> changes(CommitOptions options, FakeFile... files)
      throws InterruptedException {
    FakeTable table = new FakeTable("t", 2);
    return changes(table, table.commit(1, STATE, STATE, files), options);
  }

  static List<String> changes(FakeTable table, Commit commit, CommitOptions options)
      throws InterruptedException {
    return texts(open(table, commit, options, null));
  }

  /** Returns changes as texts. Deletes have their key only, since nothing else need be read. */
  static List<String> texts(VersionChanges changes) throws InterruptedException {
    return ChangeTexts.texts(changes).stream()
        .map(change -> change.replaceFirst("^(DELETE \\w+),.*$", "$1,?"))
        .toList();
  }

  static VersionChanges open(FakeTable table, Commit commit, CommitOptions options, Position from) {
    return CommitChanges.open(table, commit, options, ChangeTexts.keyFirst(1), from);
  }
}
