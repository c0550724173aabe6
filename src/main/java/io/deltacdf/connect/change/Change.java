package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.column.ColumnBatch;

/**
 * What one commit did to one row: a view on the batches it was read from, made into a record at
 * once and never stored. The same instance is filled again for the next change.
 */
public final class Change {
  private Operation operation;
  private ColumnBatch before;
  private int beforeRow;
  private ColumnBatch after;
  private int afterRow;
  private int partition;
  private VersionPhase phase;
  private int fileIndex;
  private String file;
  private long row;

  Change() {}

  void set(
      Operation operation, ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow) {
    this.operation = operation;
    this.before = before;
    this.beforeRow = beforeRow;
    this.after = after;
    this.afterRow = afterRow;
  }

  void at(int partition, VersionPhase phase, int fileIndex, String file, long row) {
    this.partition = partition;
    this.phase = phase;
    this.fileIndex = fileIndex;
    this.file = file;
    this.row = row;
  }

  public Operation operation() {
    return operation;
  }

  /**
   * The batch with the row before the change: of deletes and preimages always, of creates and reads
   * never, then it is null. Of deletes it may have the key columns alone, unless {@link
   * CommitOptions#includeBefore} asks for whole rows.
   *
   * <p>Of updates the row before them is known where their preimage of the same key stands right
   * before them. With {@link CommitOptions#includeBefore} it is also known wherever else the commit
   * has it, if changes are put together by key or by row id. It is null
   *
   * <ul>
   *   <li>where the writer left out the preimage;
   *   <li>where the commit has several old or several new rows of the key: which of them became
   *       which is not known;
   *   <li>where changes are neither put together by key nor by row id: preimages of tables without
   *       a key, and those that stand elsewhere; without {@link CommitOptions#includeBefore} all.
   * </ul>
   *
   * <p>Its schema may be that before the commit, and its {@link ColumnBatch#position} is not always
   * known: then that throws.
   */
  public ColumnBatch before() {
    return before;
  }

  public int beforeRow() {
    return beforeRow;
  }

  /** The batch with the row after the change, or null: deletes and preimages. */
  public ColumnBatch after() {
    return after;
  }

  public int afterRow() {
    return afterRow;
  }

  /** The batch that the key is taken from: the row after the change, or before it for a delete. */
  public ColumnBatch keyBatch() {
    return after != null ? after : before;
  }

  public int keyRow() {
    return after != null ? afterRow : beforeRow;
  }

  /** The place from which the version goes on right behind this change. */
  public Position position() {
    return new Position(partition, phase, fileIndex, file, row);
  }
}
