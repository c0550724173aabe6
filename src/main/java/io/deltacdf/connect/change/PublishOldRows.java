package io.deltacdf.connect.change;

import io.deltacdf.connect.table.ColumnBatch;

/**
 * Publishes the old rows of one partition of row ids: those that no new row follows as deletes;
 * those that were updated as preimages where they are wanted. Rows that were carried over are not
 * published.
 */
final class PublishOldRows implements PassRule {
  private final KeyPartition partition;
  private final OldRowIds rowIds;
  private final boolean preimages;

  PublishOldRows(KeyPartition partition, OldRowIds rowIds, boolean preimages) {
    this.partition = partition;
    this.rowIds = rowIds;
    this.preimages = preimages;
  }

  @Override
  public void row(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException {
    long rowId = batch.rowId(row);
    if (!partition.holds(rowId) || rowIds.isCarried(rowId)) {
      return;
    }
    if (!rowIds.isUpdated(rowId)) {
      out.delete(batch, row);
    } else if (preimages) {
      out.preimage(batch, row);
    }
  }
}
