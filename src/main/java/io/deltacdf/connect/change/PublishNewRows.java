package io.deltacdf.connect.change;

import io.deltacdf.connect.table.ColumnBatch;

/**
 * Publishes the new rows of one partition of row ids: as updates where the commit removed the row
 * id, else as creates. Rows that were carried over are not published.
 */
final class PublishNewRows implements PassRule {
  private final KeyPartition partition;
  private final OldRowIds rowIds;

  PublishNewRows(KeyPartition partition, OldRowIds rowIds) {
    this.partition = partition;
    this.rowIds = rowIds;
  }

  @Override
  public void row(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException {
    long rowId = batch.rowId(row);
    if (!partition.holds(rowId)) {
      return;
    }
    if (!rowIds.contains(rowId)) {
      out.upsert(Operation.CREATE, batch, row);
    } else if (!rowIds.isCarried(rowId, batch.rowCommitVersion(row))) {
      out.upsert(Operation.UPDATE, batch, row);
    }
  }
}
