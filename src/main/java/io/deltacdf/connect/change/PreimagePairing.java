package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.row.RowEquality;
import io.deltacdf.connect.row.RowHasher;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import org.jspecify.annotations.Nullable;

/**
 * Divides the rows of a file into preimages, postimages, and pairs: a preimage that is directly
 * followed by the postimage of the same key.
 */
@SuppressWarnings("NullAway.Init") // Set by startFile, before the first row.
abstract class PreimagePairing implements RowHandler {
  private final ReadColumns columns;
  private RowEquality keyEquality;
  private RowHasher keyHasher;

  /** The batch with a preimage whose next row has not been seen yet. */
  private @Nullable ColumnBatch pending;

  private int pendingRow;

  PreimagePairing(ReadColumns columns) {
    this.columns = columns;
  }

  @Override
  public final void startFile(TableSchema schema) {
    int[] key = columns.key(schema).toArray();
    keyEquality = new RowEquality(schema, key);
    keyHasher = new RowHasher(schema, key);
    pending = null;
    startRows(schema, columns.wholeRows(schema));
  }

  @Override
  public final void row(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException {
    ChangeType type = batch.changeType(row);
    boolean afterOtherKey = false;
    if (pending != null) {
      ColumnBatch before = pending;
      pending = null;
      // Row groups between the two may be left out.
      if (type == ChangeType.UPDATE_POSTIMAGE
          && batch.position(row) == before.position(pendingRow) + 1) {
        if (keyEquality.equal(before, pendingRow, batch, row)) {
          pair(before, pendingRow, batch, row, out);
          return;
        }
        afterOtherKey = true;
      }
      preimage(before, pendingRow, out);
    }
    switch (type) {
      case UPDATE_PREIMAGE -> {
        pending = batch;
        pendingRow = row;
      }
      case DELETE -> preimage(batch, row, out);
      case INSERT, UPDATE_POSTIMAGE -> postimage(batch, row, afterOtherKey, out);
    }
  }

  @Override
  public final long giveBack() {
    long row = pending == null ? -1 : pending.position(pendingRow);
    pending = null;
    return row;
  }

  @Override
  public final void endFile(ChangeEmitter out) throws InterruptedException {
    if (pending != null) {
      ColumnBatch before = pending;
      pending = null;
      preimage(before, pendingRow, out);
    }
  }

  /** Returns the hash of a row's key, or null if a key column is null. */
  final @Nullable Hash128 keyHash(ColumnBatch batch, int row) {
    return keyHasher.keyHash(batch, row);
  }

  /**
   * The rows of a file follow.
   *
   * @param wholeRows the ordinals of the columns of whole rows
   */
  void startRows(TableSchema schema, int[] wholeRows) {}

  /** Handles a deleted row, or a preimage that its postimage does not follow directly. */
  void preimage(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException {}

  /** Handles a preimage and the postimage that directly follows it. */
  void pair(ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow, ChangeEmitter out)
      throws InterruptedException {}

  /**
   * Handles an inserted row, or a postimage that does not directly follow its preimage.
   *
   * @param afterOtherKey whether it is a postimage that directly follows the preimage of another
   *     key: a row whose key was changed
   */
  void postimage(ColumnBatch batch, int row, boolean afterOtherKey, ChangeEmitter out)
      throws InterruptedException {}
}
