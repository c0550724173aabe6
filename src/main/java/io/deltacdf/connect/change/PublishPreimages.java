package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ColumnBatch;

/**
 * Publishes the old rows of one partition of row ids: those that no new row follows as deletes;
 * those that were updated as preimages where they are wanted. Rows that were carried over are not
 * published.
 */
final class PublishPreimages implements RowHandler {
  private final KeyPartition partition;
  private final RemovedRowIds rowIds;
  private final boolean preimages;

  PublishPreimages(KeyPartition partition, RemovedRowIds rowIds, boolean preimages) {
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
