package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;

/**
 * Publishes each new row as one change: a postimage right behind the preimage of its key with that,
 * all others alone.
 */
final class PublishPairs extends PreimagePairing {
  PublishPairs(ReadColumns columns) {
    super(columns);
  }

  @Override
  void startRows(TableSchema schema, int[] key) {}

  @Override
  void pair(ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow, ChangeEmitter out)
      throws InterruptedException {
    out.update(before, beforeRow, after, afterRow);
  }

  @Override
  void upsert(ColumnBatch batch, int row, boolean behindOtherKey, ChangeEmitter out)
      throws InterruptedException {
    boolean insert = batch.changeType(row) == ChangeType.INSERT;
    out.upsert(insert ? Operation.CREATE : Operation.UPDATE, batch, row);
  }
}
