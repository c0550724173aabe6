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
   * <p>With {@link Consolidation#KEY} the keys that the commit takes away come first ({@link
   * KeyDeletes}), then those it creates or updates ({@link KeyUpserts}). With {@link
   * Consolidation#NONE} preimages are left out; the deletes of a table with a key come first, and
   * all rows of a table without a key in the order of the files.
   *
   * @param keyed whether the table has a key
   * @param from the position up to which changes are done, see {@link VersionChanges#isIn}; null
   *     for none
   */
  public static VersionChanges open(
      DeltaTable table,
      Commit commit,
      Consolidation consolidation,
      boolean keyed,
      ReadColumns columns,
      Position from) {
    return new VersionChanges(table, commit.files(), passes(consolidation, keyed, columns), from);
  }

  private static List<Pass> passes(
      Consolidation consolidation, boolean keyed, ReadColumns columns) {
    if (!keyed) {
      return List.of(new Pass(Phase.UPSERT, file -> true, columns::wholeRows, new RowByRow(ALL)));
    }
    return switch (consolidation) {
      case KEY ->
          List.of(
              deletes(columns, new KeyDeletes(columns)), upserts(columns, new KeyUpserts(columns)));
      case NONE ->
          List.of(deletes(columns, new RowByRow(DELETES)), upserts(columns, new RowByRow(UPSERTS)));
    };
  }

  private static Pass deletes(ReadColumns columns, PassRule rule) {
    return new Pass(Phase.DELETE, ChangedFile::mayHoldOldRows, columns::deletedRows, rule);
  }

  private static Pass upserts(ReadColumns columns, PassRule rule) {
    return new Pass(Phase.UPSERT, ChangedFile::mayHoldNewRows, columns::wholeRows, rule);
  }
}
