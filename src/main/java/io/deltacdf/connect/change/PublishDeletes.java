package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.row.RowHasher;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;

/**
 * Publishes the deletes of the keys of one partition that no new row uses again, once for each key.
 * Of the old rows of the others keeps the hashes where new rows are compared with them, and the
 * rows where updates carry them.
 */
final class PublishDeletes extends PreimagePairing {
  private final ReadColumns columns;
  private final KeyPartition partition;
  private final RemovedKeys keys;
  private final boolean hashRows;
  private final boolean newRowsHashed;
  private final PreimageBuffer oldRows;
  private RowHasher keyHasher;
  private RowHasher rowHasher;

  /**
   * @param hashRows whether to keep hashes of old rows in {@code keys}, which has room for them
   * @param newRowsHashed whether {@code keys} has hashes of new rows; then an old row that is equal
   *     to its new one is not held
   * @param oldRows where old rows are held; null where they are not
   */
  PublishDeletes(
      ReadColumns columns,
      KeyPartition partition,
      RemovedKeys keys,
      boolean hashRows,
      boolean newRowsHashed,
      PreimageBuffer oldRows) {
    super(columns);
    this.columns = columns;
    this.partition = partition;
    this.keys = keys;
    this.hashRows = hashRows;
    this.newRowsHashed = newRowsHashed;
    this.oldRows = oldRows;
  }

  @Override
  void startRows(TableSchema schema, int[] key) {
    keyHasher = new RowHasher(schema, key);
    rowHasher = hashRows ? new RowHasher(schema, columns.wholeRows(schema)) : null;
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
      keep(key, batch, row);
    } else if (keys.delete(key)) {
      out.delete(batch, row);
    }
  }

  private void keep(Hash128 key, ColumnBatch batch, int row) {
    boolean unchanged = false;
    if (hashRows) {
      Hash128 hash = rowHasher.rowHash(batch, row);
      unchanged = newRowsHashed && keys.isUnchanged(key, hash);
      keys.setRow(key, hash);
    }
    int number = oldRows == null || unchanged ? -1 : keys.number(key);
    if (number >= 0) {
      oldRows.put(number, batch, row);
    }
  }
}
