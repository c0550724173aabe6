package io.deltacdf.connect.change;

import io.deltacdf.connect.row.RowEquality;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;

/**
 * Sorts the rows of a file into old rows, new rows, and pairs of both: a preimage that a postimage
 * of the same key follows at once.
 */
abstract class PreimagePairing implements RowHandler {
  private final ReadColumns columns;
  private RowEquality keys;
  private ColumnBatch preimages;
  private int preimage;

  PreimagePairing(ReadColumns columns) {
    this.columns = columns;
  }

  @Override
  public final void startFile(TableSchema schema) {
    int[] key = columns.key(schema).toArray();
    keys = new RowEquality(schema, key);
    preimages = null;
    startRows(schema, key);
  }

  @Override
  public final void row(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException {
    ChangeType type = batch.changeType(row);
    boolean behindOtherKey = false;
    if (preimages != null) {
      ColumnBatch before = preimages;
      preimages = null;
      if (type == ChangeType.UPDATE_POSTIMAGE) {
        if (keys.equal(before, preimage, batch, row)) {
          pair(before, preimage, batch, row, out);
          return;
        }
        behindOtherKey = true;
      }
      old(before, preimage, out);
    }
    switch (type) {
      case UPDATE_PREIMAGE -> {
        preimages = batch;
        preimage = row;
      }
      case DELETE -> old(batch, row, out);
      case INSERT, UPDATE_POSTIMAGE -> upsert(batch, row, behindOtherKey, out);
    }
  }

  @Override
  public final void endFile(ChangeEmitter out) throws InterruptedException {
    if (preimages != null) {
      ColumnBatch before = preimages;
      preimages = null;
      old(before, preimage, out);
    }
  }

  /**
   * The rows of a file follow.
   *
   * @param key the ordinals of the key columns
   */
  abstract void startRows(TableSchema schema, int[] key);

  /** A deleted row, or a preimage without its postimage. */
  void old(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException {}

  /** A preimage and its postimage. */
  void pair(ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow, ChangeEmitter out)
      throws InterruptedException {}

  /**
   * An inserted row, or a postimage without its preimage.
   *
   * @param behindOtherKey whether it is a postimage right behind the preimage of another key: a row
   *     whose key was changed
   */
  void upsert(ColumnBatch batch, int row, boolean behindOtherKey, ChangeEmitter out)
      throws InterruptedException {}
}
