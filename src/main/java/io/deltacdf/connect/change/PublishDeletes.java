package io.deltacdf.connect.change;

import io.deltacdf.connect.table.ColumnBatch;
import io.deltacdf.connect.table.TableSchema;

/**
 * Publishes the deletes of the keys of one partition that no new row uses again, once for each key;
 * keeps the hashes of the old rows of the others where new rows are compared with them.
 */
final class PublishDeletes extends PairingRule {
  private final ReadColumns columns;
  private final KeyPartition partition;
  private final OldKeys keys;
  private final boolean keepRows;
  private RowHasher keyHasher;
  private RowHasher rowHasher;

  /**
   * @param keepRows whether to keep old rows in {@code keys}, which has room for them
   */
  PublishDeletes(ReadColumns columns, KeyPartition partition, OldKeys keys, boolean keepRows) {
    super(columns);
    this.columns = columns;
    this.partition = partition;
    this.keys = keys;
    this.keepRows = keepRows;
  }

  @Override
  void startRows(TableSchema schema, int[] key) {
    keyHasher = new RowHasher(schema, key);
    rowHasher = keepRows ? new RowHasher(schema, columns.wholeRows(schema)) : null;
  }

  @Override
  void old(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException {
    Hash128 key = keyHasher.keyHash(batch, row);
    if (!partition.holds(key)) {
      return;
    }
    if (key == null) {
      out.delete(batch, row);
    } else if (keys.isReused(key)) {
      if (keepRows) {
        keys.setRow(key, rowHasher.rowHash(batch, row));
      }
    } else if (keys.delete(key)) {
      out.delete(batch, row);
    }
  }
}
