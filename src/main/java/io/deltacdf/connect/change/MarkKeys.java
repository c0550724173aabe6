package io.deltacdf.connect.change;

import io.deltacdf.connect.table.ColumnBatch;
import io.deltacdf.connect.table.TableSchema;

/** Marks the keys that new rows use again. Publishes nothing. */
final class MarkKeys extends PairingRule {
  private final OldKeys keys;
  private RowHasher hasher;

  MarkKeys(ReadColumns columns, OldKeys keys) {
    super(columns);
    this.keys = keys;
  }

  @Override
  void startRows(TableSchema schema, int[] key) {
    hasher = new RowHasher(schema, key);
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
    if (key != null) {
      keys.reuse(key);
    }
  }
}
