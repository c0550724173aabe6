package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.row.RowHasher;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import org.jspecify.annotations.Nullable;

/**
 * Looks up the keys of postimages among those of preimages, and hashes the postimages if preimages
 * are to be compared with them. Publishes nothing.
 */
final class ProbeKeys extends PreimagePairing {
  private final RemovedKeys keys;
  private final boolean hashRows;
  private @Nullable RowHasher rowHasher;

  /**
   * @param hashRows whether to set the hashes of postimages in {@code keys}, which must have room
   *     for them
   */
  ProbeKeys(ReadColumns columns, RemovedKeys keys, boolean hashRows) {
    super(columns);
    this.keys = keys;
    this.hashRows = hashRows;
  }

  @Override
  void startRows(TableSchema schema, int[] wholeRows) {
    rowHasher = hashRows ? new RowHasher(schema, wholeRows) : null;
  }

  @Override
  void pair(ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow, ChangeEmitter out) {
    Hash128 key = keyHash(after, afterRow);
    if (key != null) {
      keys.addPair(key);
    }
  }

  @Override
  void postimage(ColumnBatch batch, int row, boolean afterOtherKey, ChangeEmitter out) {
    Hash128 key = keyHash(batch, row);
    int slot = key == null ? -1 : keys.addPostimage(key);
    if (slot >= 0 && rowHasher != null) {
      keys.setRowHash(slot, rowHasher.rowHash(batch, row));
    }
  }
}
