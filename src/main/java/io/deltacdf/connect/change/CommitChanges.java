package io.deltacdf.connect.change;

import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.log.Commit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens the changes of a commit, in an order that leaves each key as the commit leaves it. */
public final class CommitChanges {
  private static final Map<ChangeType, Operation> UPSERTS =
      Map.of(ChangeType.INSERT, Operation.CREATE, ChangeType.UPDATE_POSTIMAGE, Operation.UPDATE);

  private static final Set<ChangeType> UPDATES =
      Set.of(ChangeType.UPDATE_PREIMAGE, ChangeType.UPDATE_POSTIMAGE);

  private CommitChanges() {}

  /**
   * Opens the changes of a commit without reading anything yet.
   *
   * <p>With {@link Consolidation#KEY} there is one change for each key, and deletes come first (see
   * {@link KeyPasses}). With {@link Consolidation#NONE} each row is a change, except preimages
   * unless they are included. If the table has a key, deletes and preimages come first; otherwise
   * rows come in the order of the files. If changes are derived by row id, deletes and preimages
   * come first, too (see {@link RowIdPasses}).
   *
   * @param options must allow a {@link ChangeSource} for the commit
   * @param from the position of the last change that is completed, in one of the commit's files
   *     (see {@link VersionChanges#isIn}); null to start at the first change
   */
  public static VersionChanges open(
      DeltaTable table,
      Commit commit,
      CommitOptions options,
      ReadColumns columns,
      @Nullable Position from) {
    return open(table, commit, options, columns, from, PreimageBuffer.MAX_BYTES);
  }

  /**
   * Opens the changes of a commit.
   *
   * @param maxBytes the number of bytes that buffered preimages may take
   */
  static VersionChanges open(
      DeltaTable table,
      Commit commit,
      CommitOptions options,
      ReadColumns columns,
      @Nullable Position from,
      long maxBytes) {
    ChangeSource source = ChangeSource.of(commit, options).orElseThrow();
    Passes passes;
    if (options.keyed() && options.consolidation() == Consolidation.KEY) {
      passes = new KeyPasses(table, commit, source, options, columns, from, maxBytes);
    } else if (source == ChangeSource.BY_ROW_ID) {
      passes = new RowIdPasses(table.name(), commit, options, columns, from, maxBytes);
    } else {
      passes = rowPasses(options, columns, from);
    }
    return new VersionChanges(table, source.files(commit), passes, from);
  }

  private static Passes rowPasses(
      CommitOptions options, ReadColumns columns, @Nullable Position from) {
    Map<ChangeType, Operation> preimages = new EnumMap<>(ChangeType.class);
    preimages.put(ChangeType.DELETE, Operation.DELETE);
    if (options.includePreimages()) {
      preimages.put(ChangeType.UPDATE_PREIMAGE, Operation.PREIMAGE);
    }
    RowPassthrough counter;
    List<Pass> passes = new ArrayList<>();
    if (options.keyed()) {
      RowPassthrough first = new RowPassthrough(preimages);
      RowPassthrough second = new RowPassthrough(UPSERTS);
      // One of the two counts the updates, and needs all of their rows.
      counter = options.includePreimages() || options.includeBefore() ? first : second;
      passes.add(
          Pass.of(
                  VersionPhase.DELETE,
                  ChangedFile::mayHoldPreimages,
                  options.includePreimages() || options.includeBefore()
                      ? columns::wholeRows
                      : columns::deletedRows,
                  first)
              .only(counter == first ? Pass.NOT_INSERTED : preimages.keySet()));
      passes.add(
          Pass.of(
                  VersionPhase.UPSERT,
                  ChangedFile::mayHoldPostimages,
                  columns::wholeRows,
                  options.includeBefore() ? new PublishPairs(columns) : second)
              .only(Pass.NOT_DELETED));
    } else {
      Map<ChangeType, Operation> all = new EnumMap<>(preimages);
      all.putAll(UPSERTS);
      counter = new RowPassthrough(all);
      passes.add(Pass.of(VersionPhase.UPSERT, file -> true, columns::wholeRows, counter));
    }
    if (from == null || options.includePreimages()) {
      return new RowPasses(passes, counter);
    }
    // Files whose changes are completed are not read again to be published.
    counter = new RowPassthrough(new EnumMap<>(ChangeType.class));
    passes.add(
        0,
        new Pass(
            0,
            VersionPhase.DELETE,
            true,
            file -> file.mayHoldPreimages() && file.mayHoldPostimages(),
            UPDATES,
            false,
            schema -> new int[0],
            counter));
    return new RowPasses(passes, counter);
  }
}
