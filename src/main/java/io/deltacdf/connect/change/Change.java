package io.deltacdf.connect.change;

import io.deltacdf.connect.table.ColumnBatch;

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
  private Phase phase;
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

  void at(int partition, Phase phase, int fileIndex, String file, long row) {
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
   * The batch with the row before the change, or null: creates, reads, and updates whose preimage
   * is not known.
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
