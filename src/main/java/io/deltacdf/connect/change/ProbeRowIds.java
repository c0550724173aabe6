package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ColumnBatch;

/** Looks up the row ids of postimages among those of preimages. Publishes nothing. */
final class ProbeRowIds implements RowHandler {
  private final RemovedRowIds rowIds;

  ProbeRowIds(RemovedRowIds rowIds) {
    this.rowIds = rowIds;
  }

  @Override
  public void row(ColumnBatch batch, int row, ChangeEmitter out) {
    rowIds.addPostimage(batch.rowId(row), batch.rowCommitVersion(row));
  }
}
