package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ColumnBatch;

/**
 * Collects the row ids of the old rows of one partition, as long as there are not too many; counts
 * them in any case. Publishes nothing.
 */
final class BuildRowIdSet implements RowHandler {
  /** Says that a row id is there twice. */
  @FunctionalInterface
  interface Repeated {
    RuntimeException failure(long rowId);
  }

  private final KeyPartition partition;
  private final int maxRowIds;
  private final Repeated repeated;
  private RemovedRowIds rowIds = new RemovedRowIds();
  private long oldRows;

  BuildRowIdSet(KeyPartition partition, int maxRowIds, Repeated repeated) {
    this.partition = partition;
    this.maxRowIds = maxRowIds;
    this.repeated = repeated;
  }

  @Override
  public void row(ColumnBatch batch, int row, ChangeEmitter out) {
    long rowId = batch.rowId(row);
    if (!partition.holds(rowId)) {
      return;
    }
    oldRows++;
    if (oldRows > maxRowIds) {
      rowIds = null;
    } else if (!rowIds.add(rowId, batch.rowCommitVersion(row))) {
      throw repeated.failure(rowId);
    }
  }

  /** How many partitions the rows need, so that each has at most about {@code maxRowIds}. */
  int partitions() {
    return (int)
        Math.min(Integer.MAX_VALUE / 2, Math.max(1, (oldRows + maxRowIds - 1) / maxRowIds));
  }

  /** The row ids; null where there are too many. */
  RemovedRowIds rowIds() {
    return rowIds;
  }
}
