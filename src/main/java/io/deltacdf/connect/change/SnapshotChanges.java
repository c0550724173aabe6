package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.column.ChangeType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens the rows of a snapshot as reads, in the order of its files. */
public final class SnapshotChanges {
  private static final Map<ChangeType, Operation> READS = Map.of(ChangeType.INSERT, Operation.READ);

  private SnapshotChanges() {}

  /**
   * Opens the rows of a snapshot without reading anything yet.
   *
   * @param files the snapshot's files, sorted by path
   * @param from the position of the last row that is completed, in one of the files (see {@link
   *     VersionChanges#isIn}); null to start at the first row
   */
  public static VersionChanges open(
      DeltaTable table, List<ChangedFile> files, ReadColumns columns, @Nullable Position from) {
    Pass pass =
        Pass.of(VersionPhase.READ, file -> true, columns::wholeRows, new RowPassthrough(READS));
    return new VersionChanges(table, files, Passes.of(List.of(pass)), from);
  }
}
