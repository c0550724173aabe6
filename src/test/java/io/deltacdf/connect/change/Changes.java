package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.column.ColumnBatch;

/** Creates changes for tests. The position of a change is that of its row, in file 0. */
public final class Changes {
  public static final String FILE = "part-0.parquet";

  private Changes() {}

  public static Change read(ColumnBatch rows, int row) {
    return change(Operation.READ, VersionPhase.READ, null, -1, rows, row);
  }

  public static Change create(ColumnBatch rows, int row) {
    return change(Operation.CREATE, VersionPhase.UPSERT, null, -1, rows, row);
  }

  public static Change update(ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow) {
    return change(Operation.UPDATE, VersionPhase.UPSERT, before, beforeRow, after, afterRow);
  }

  public static Change delete(ColumnBatch rows, int row) {
    return change(Operation.DELETE, VersionPhase.DELETE, rows, row, null, -1);
  }

  private static Change change(
      Operation operation,
      VersionPhase phase,
      ColumnBatch before,
      int beforeRow,
      ColumnBatch after,
      int afterRow) {
    Change change = new Change();
    change.set(operation, before, beforeRow, after, afterRow);
    change.at(0, phase, 0, FILE, change.keyBatch().position(change.keyRow()));
    return change;
  }
}
