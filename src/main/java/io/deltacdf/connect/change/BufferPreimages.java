package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ColumnBatch;

/** Buffers the preimages of updated rows in one partition of row ids. Publishes nothing. */
final class BufferPreimages implements RowHandler {
  private final KeyPartition partition;
  private final RemovedRowIds rowIds;
  private final PreimageBuffer preimages;

  BufferPreimages(KeyPartition partition, RemovedRowIds rowIds, PreimageBuffer preimages) {
    this.partition = partition;
    this.rowIds = rowIds;
    this.preimages = preimages;
  }

  @Override
  public void row(ColumnBatch batch, int row, ChangeEmitter out) {
    long rowId = batch.rowId(row);
    int number = partition.contains(rowId) ? rowIds.number(rowId) : -1;
    if (number >= 0) {
      preimages.put(number, batch, row);
    }
  }
}
