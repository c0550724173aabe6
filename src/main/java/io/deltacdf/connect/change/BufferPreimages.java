package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ColumnBatch;

/** Holds the old rows of one partition of row ids that were updated. Publishes nothing. */
final class BufferPreimages implements RowHandler {
  private final KeyPartition partition;
  private final RemovedRowIds rowIds;
  private final PreimageBuffer oldRows;

  BufferPreimages(KeyPartition partition, RemovedRowIds rowIds, PreimageBuffer oldRows) {
    this.partition = partition;
    this.rowIds = rowIds;
    this.oldRows = oldRows;
  }

  @Override
  public void row(ColumnBatch batch, int row, ChangeEmitter out) {
    long rowId = batch.rowId(row);
    int number = partition.holds(rowId) ? rowIds.number(rowId) : -1;
    if (number >= 0) {
      oldRows.put(number, batch, row);
    }
  }
}
