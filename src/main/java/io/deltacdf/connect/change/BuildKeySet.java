package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.table.column.ColumnBatch;

/** Collects the keys of the preimages in one partition. Publishes nothing. */
final class BuildKeySet extends PreimagePairing {
  private final KeyPartition partition;
  private final RemovedKeys keys;

  BuildKeySet(ReadColumns columns, KeyPartition partition, RemovedKeys keys) {
    super(columns);
    this.partition = partition;
    this.keys = keys;
  }

  @Override
  void preimage(ColumnBatch batch, int row, ChangeEmitter out) {
    Hash128 key = keyHash(batch, row);
    if (key != null && partition.contains(key)) {
      keys.add(key);
    }
  }
}
