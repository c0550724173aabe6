package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.ColumnBatch;

/**
 * Publishes each postimage as a change of its own, together with its preimage if that directly
 * precedes it.
 */
final class PublishPairs extends PreimagePairing {
  PublishPairs(ReadColumns columns) {
    super(columns);
  }

  @Override
  void pair(ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow, ChangeEmitter out)
      throws InterruptedException {
    out.update(before, beforeRow, after, afterRow);
  }

  @Override
  void postimage(ColumnBatch batch, int row, boolean afterOtherKey, ChangeEmitter out)
      throws InterruptedException {
    boolean insert = batch.changeType(row) == ChangeType.INSERT;
    out.upsert(insert ? Operation.CREATE : Operation.UPDATE, batch, row);
  }
}
