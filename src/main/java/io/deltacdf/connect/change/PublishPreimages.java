package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ColumnBatch;

/**
 * Publishes the preimages in one partition of row ids: as deletes if they have no postimage, and on
 * request those of updated rows as preimages. Copied rows are not published.
 */
final class PublishPreimages implements RowHandler {
  private final KeyPartition partition;
  private final RemovedRowIds rowIds;
  private final boolean includePreimages;

  PublishPreimages(KeyPartition partition, RemovedRowIds rowIds, boolean includePreimages) {
    this.partition = partition;
    this.rowIds = rowIds;
    this.includePreimages = includePreimages;
  }

  @Override
  public void row(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException {
    long rowId = batch.rowId(row);
    if (!partition.contains(rowId) || rowIds.isCopied(rowId)) {
      return;
    }
    if (!rowIds.isUpdated(rowId)) {
      out.delete(batch, row);
    } else if (includePreimages) {
      out.preimage(batch, row);
    }
  }
}
