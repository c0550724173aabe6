package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ColumnBatch;

/**
 * Publishes the new rows of one partition of row ids: as updates where the commit removed the row
 * id, else as creates. Rows that were carried over are not published. Ends the pass where an old
 * row is to be published that is not held.
 */
final class PublishPostimages implements RowHandler {
  private final KeyPartition partition;
  private final RemovedRowIds rowIds;
  private final PreimageBuffer oldRows;

  /**
   * @param oldRows the old rows that updates carry; null where they carry none
   */
  PublishPostimages(KeyPartition partition, RemovedRowIds rowIds, PreimageBuffer oldRows) {
    this.partition = partition;
    this.rowIds = rowIds;
    this.oldRows = oldRows;
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
      update(rowId, batch, row, out);
    }
  }

  private void update(long rowId, ColumnBatch batch, int row, ChangeEmitter out)
      throws InterruptedException {
    if (oldRows == null) {
      out.upsert(Operation.UPDATE, batch, row);
    } else {
      oldRows.update(rowIds.number(rowId), batch, row, out);
    }
  }

  @Override
  public boolean isOver() {
    return oldRows != null && oldRows.isMissing();
  }
}
