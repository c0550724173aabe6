package io.deltacdf.connect.change;

import io.deltacdf.connect.table.ColumnBatch;

/** Marks the row ids that new rows have again. Publishes nothing. */
final class MarkRowIds implements PassRule {
  private final OldRowIds rowIds;

  MarkRowIds(OldRowIds rowIds) {
    this.rowIds = rowIds;
  }

  @Override
  public void row(ColumnBatch batch, int row, ChangeEmitter out) {
    rowIds.mark(batch.rowId(row), batch.rowCommitVersion(row));
  }
}
