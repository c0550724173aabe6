package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.row.RowHasher;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;

/** Collects the keys of the old rows of one partition. Publishes nothing. */
final class BuildKeySet extends PreimagePairing {
  private final KeyPartition partition;
  private final RemovedKeys keys;
  private RowHasher hasher;

  BuildKeySet(ReadColumns columns, KeyPartition partition, RemovedKeys keys) {
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
