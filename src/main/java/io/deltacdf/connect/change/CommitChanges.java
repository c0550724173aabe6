package io.deltacdf.connect.change;

import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.log.Commit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The changes of a commit, in an order that leaves each key as the commit leaves it. */
public final class CommitChanges {
  private static final Map<ChangeType, Operation> UPSERTS =
      Map.of(ChangeType.INSERT, Operation.CREATE, ChangeType.UPDATE_POSTIMAGE, Operation.UPDATE);

  private CommitChanges() {}

  /**
   * Opens the changes of a commit. Does no I/O yet.
   *
   * <p>With {@link Consolidation#KEY} the changes of a key are one ({@link KeyPasses}); deletes
   * come first. With {@link Consolidation#NONE} each row is a change, preimages only where asked
   * for; the old rows of a table with a key come first, all rows of a table without one in file
   * order. Where the changes are derived by row id, old rows come first too ({@link RowIdPasses}).
   *
   * @param options must leave a {@link ChangeSource} for the commit
   * @param from the position up to which changes are done, see {@link VersionChanges#isIn}; null
   *     for none
   */
  public static VersionChanges open(
      DeltaTable table, Commit commit, CommitOptions options, ReadColumns columns, Position from) {
    return open(table, commit, options, columns, from, PreimageBuffer.MAX_BYTES);
  }

  /**
   * Opens the changes of a commit.
   *
   * @param maxBytes what old rows may take that are held for their updates
   */
  static VersionChanges open(
      DeltaTable table,
      Commit commit,
      CommitOptions options,
      ReadColumns columns,
      Position from,
      long maxBytes) {
    ChangeSource source = ChangeSource.of(commit, options).orElseThrow();
    Passes passes;
    if (options.keyed() && options.consolidation() == Consolidation.KEY) {
      passes = new KeyPasses(table, commit, source, options, columns, from, maxBytes);
    } else if (source == ChangeSource.BY_ROW_ID) {
      passes = new RowIdPasses(table.name(), commit, options, columns, from, maxBytes);
    } else {
      passes = Passes.of(rowByRow(options, columns));
    }
    return new VersionChanges(table, source.files(commit), passes, from);
  }

  private static List<Pass> rowByRow(CommitOptions options, ReadColumns columns) {
    Map<ChangeType, Operation> oldRows = new EnumMap<>(ChangeType.class);
    oldRows.put(ChangeType.DELETE, Operation.DELETE);
    if (options.includePreimages()) {
      oldRows.put(ChangeType.UPDATE_PREIMAGE, Operation.PREIMAGE);
    }
    if (!options.keyed()) {
      Map<ChangeType, Operation> all = new EnumMap<>(oldRows);
      all.putAll(UPSERTS);
      return List.of(
          Pass.of(VersionPhase.UPSERT, file -> true, columns::wholeRows, new RowPassthrough(all)));
    }
    return List.of(
        Pass.of(
            VersionPhase.DELETE,
            ChangedFile::mayHoldOldRows,
            options.includePreimages() || options.includeBefore()
                ? columns::wholeRows
                : columns::deletedRows,
            new RowPassthrough(oldRows)),
        Pass.of(
            VersionPhase.UPSERT,
            ChangedFile::mayHoldNewRows,
            columns::wholeRows,
            options.includeBefore() ? new PublishPairs(columns) : new RowPassthrough(UPSERTS)));
  }
}
