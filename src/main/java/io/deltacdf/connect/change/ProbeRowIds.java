package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ColumnBatch;

/** Marks the row ids that new rows have again. Publishes nothing. */
final class ProbeRowIds implements RowHandler {
  private final RemovedRowIds rowIds;

  ProbeRowIds(RemovedRowIds rowIds) {
    this.rowIds = rowIds;
  }

  @Override
  public void row(ColumnBatch batch, int row, ChangeEmitter out) {
    rowIds.mark(batch.rowId(row), batch.rowCommitVersion(row));
  }
}
