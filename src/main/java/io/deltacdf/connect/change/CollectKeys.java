package io.deltacdf.connect.change;

import io.deltacdf.connect.table.ColumnBatch;
import io.deltacdf.connect.table.TableSchema;

/** Collects the keys of the old rows of one partition. Publishes nothing. */
final class CollectKeys extends PairingRule {
  private final KeyPartition partition;
  private final OldKeys keys;
  private RowHasher hasher;

  CollectKeys(ReadColumns columns, KeyPartition partition, OldKeys keys) {
    super(columns);
    this.partition = partition;
    this.keys = keys;
  }

  @Override
  void startRows(TableSchema schema, int[] key) {
    hasher = new RowHasher(schema, key);
  }

  @Override
  void old(ColumnBatch batch, int row, ChangeEmitter out) {
    Hash128 key = hasher.keyHash(batch, row);
    if (key != null && partition.holds(key)) {
      keys.add(key);
    }
  }
}
