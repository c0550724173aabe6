package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.row.RowHasher;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;

/**
 * Marks the keys that new rows use again; keeps the hashes of these rows where old rows are to be
 * compared with them. Publishes nothing.
 */
final class ProbeKeys extends PreimagePairing {
  private final ReadColumns columns;
  private final RemovedKeys keys;
  private final boolean hashRows;
  private RowHasher hasher;
  private RowHasher rowHasher;

  /**
   * @param hashRows whether to keep hashes of new rows in {@code keys}, which has room for them
   */
  ProbeKeys(ReadColumns columns, RemovedKeys keys, boolean hashRows) {
    super(columns);
    this.columns = columns;
    this.keys = keys;
    this.hashRows = hashRows;
  }

  @Override
  void startRows(TableSchema schema, int[] key) {
    hasher = new RowHasher(schema, key);
    rowHasher = hashRows ? new RowHasher(schema, columns.wholeRows(schema)) : null;
  }

  @Override
  void pair(ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow, ChangeEmitter out) {
    Hash128 key = hasher.keyHash(after, afterRow);
    if (key != null) {
      keys.reuseOfPair(key);
    }
  }

  @Override
  void upsert(ColumnBatch batch, int row, boolean behindOtherKey, ChangeEmitter out) {
    Hash128 key = hasher.keyHash(batch, row);
    if (key != null && keys.reuse(key) && hashRows) {
      keys.setRow(key, rowHasher.rowHash(batch, row));
    }
  }
}
