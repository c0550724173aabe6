package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ColumnBatch;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the postimages in one partition of row ids: as updates if the commit has a preimage
 * with the same row id, else as creates. Copied rows are not published. Suspends the pass at an
 * update whose preimage is not buffered.
 */
final class PublishPostimages implements RowHandler {
  private final KeyPartition partition;
  private final RemovedRowIds rowIds;
  private final @Nullable PreimageBuffer preimages;

  /**
   * @param preimages the preimages that updates carry; null if they carry none
   */
  PublishPostimages(
      KeyPartition partition, RemovedRowIds rowIds, @Nullable PreimageBuffer preimages) {
    this.partition = partition;
    this.rowIds = rowIds;
    this.preimages = preimages;
  }

  @Override
  public void row(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException {
    long rowId = batch.rowId(row);
    if (!partition.contains(rowId)) {
      return;
    }
    if (!rowIds.contains(rowId)) {
      out.upsert(Operation.CREATE, batch, row);
    } else if (rowIds.isCopied(rowId, batch.rowCommitVersion(row))) {
      out.skipUnchanged();
    } else {
      update(rowId, batch, row, out);
    }
  }

  private void update(long rowId, ColumnBatch batch, int row, ChangeEmitter out)
      throws InterruptedException {
    if (preimages == null) {
      out.upsert(Operation.UPDATE, batch, row);
    } else {
      preimages.update(rowIds.number(rowId), batch, row, out);
    }
  }

  @Override
  public boolean isSuspended() {
    return preimages != null && preimages.isMissing();
  }
}
