package io.deltacdf.connect.change;

import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.table.ChangeType;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.Commit;
import io.deltacdf.connect.table.DeltaTable;
import java.util.List;
import java.util.Map;

/** The changes of a commit, in an order that leaves each key as the commit leaves it. */
public final class CommitChanges {
  private static final Map<ChangeType, Operation> DELETES =
      Map.of(ChangeType.DELETE, Operation.DELETE);
  private static final Map<ChangeType, Operation> UPSERTS =
      Map.of(ChangeType.INSERT, Operation.CREATE, ChangeType.UPDATE_POSTIMAGE, Operation.UPDATE);
  private static final Map<ChangeType, Operation> ALL =
      Map.of(
          ChangeType.INSERT, Operation.CREATE,
          ChangeType.UPDATE_POSTIMAGE, Operation.UPDATE,
          ChangeType.DELETE, Operation.DELETE);

  private CommitChanges() {}

  /**
   * Opens the changes of a commit. Does no I/O yet.
   *
   * <p>With {@link Consolidation#KEY} the changes of a key are one ({@link KeyPasses}); deletes
   * come first. With {@link Consolidation#NONE} preimages are left out; the deletes of a table with
   * a key come first, and all rows of a table without a key in the order of the files.
   *
   * @param from the position up to which changes are done, see {@link VersionChanges#isIn}; null
   *     for none
   */
  public static VersionChanges open(
      DeltaTable table, Commit commit, CommitOptions options, ReadColumns columns, Position from) {
    Passes passes =
        options.keyed() && options.consolidation() == Consolidation.KEY
            ? new KeyPasses(table, commit, options, columns, from)
            : Passes.of(rowByRow(options.keyed(), columns));
    return new VersionChanges(table, commit.files(), passes, from);
  }

  private static List<Pass> rowByRow(boolean keyed, ReadColumns columns) {
    if (!keyed) {
      return List.of(Pass.of(Phase.UPSERT, file -> true, columns::wholeRows, new RowByRow(ALL)));
    }
    return List.of(
        Pass.of(
            Phase.DELETE, ChangedFile::mayHoldOldRows, columns::deletedRows, new RowByRow(DELETES)),
        Pass.of(
            Phase.UPSERT, ChangedFile::mayHoldNewRows, columns::wholeRows, new RowByRow(UPSERTS)));
  }
}
