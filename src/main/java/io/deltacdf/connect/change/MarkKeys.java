package io.deltacdf.connect.change;

import io.deltacdf.connect.table.ColumnBatch;
import io.deltacdf.connect.table.TableSchema;

/**
 * Marks the keys that new rows use again; keeps the hashes of these rows where old rows are to be
 * compared with them. Publishes nothing.
 */
final class MarkKeys extends PairingRule {
  private final ReadColumns columns;
  private final OldKeys keys;
  private final boolean hashRows;
  private RowHasher hasher;
  private RowHasher rowHasher;

  /**
   * @param hashRows whether to keep hashes of new rows in {@code keys}, which has room for them
   */
  MarkKeys(ReadColumns columns, OldKeys keys, boolean hashRows) {
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
