package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ColumnBatch;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Collects the row ids of the preimages in one partition, unless there are too many, and counts
 * them in any case. Publishes nothing.
 */
final class BuildRowIdSet implements RowHandler {
  private final KeyPartition partition;
  private final int maxRowIds;
  private final LongFunction<? extends RuntimeException> repeatedRowId;
  private @Nullable RemovedRowIds rowIds;
  private long rows;

  /**
   * @param rowIds the set to which row ids are added
   * @param maxRowIds the largest number of row ids to collect
   * @param repeatedRowId returns the failure to throw if two preimages have the given row id
   */
  BuildRowIdSet(
      KeyPartition partition,
      RemovedRowIds rowIds,
      int maxRowIds,
      LongFunction<? extends RuntimeException> repeatedRowId) {
    this.partition = partition;
    this.rowIds = rowIds;
    this.maxRowIds = maxRowIds;
    this.repeatedRowId = repeatedRowId;
  }

  @Override
  public void row(ColumnBatch batch, int row, ChangeEmitter out) {
    long rowId = batch.rowId(row);
    if (!partition.contains(rowId)) {
      return;
    }
    rows++;
    if (rows > maxRowIds) {
      rowIds = null;
    }
    if (rowIds != null && !rowIds.add(rowId, batch.rowCommitVersion(row))) {
      throw repeatedRowId.apply(rowId);
    }
  }

  /** Returns how many partitions are needed so that each has about {@code maxRowIds} at most. */
  int partitions() {
    return (int) Math.min(Integer.MAX_VALUE / 2, Math.max(1, (rows + maxRowIds - 1) / maxRowIds));
  }

  /** Returns how many bytes the collected row ids take. */
  long setBytes() {
    return rowIds == null ? 0 : rowIds.bytes();
  }

  /**
   * Returns the row ids.
   *
   * @throws IllegalStateException if there were too many
   */
  RemovedRowIds rowIds() {
    if (rowIds == null) {
      throw new IllegalStateException("There are more than " + maxRowIds + " row ids");
    }
    return rowIds;
  }
}
