package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.row.RowHasher;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a delete for each key of one partition that has no postimage. The preimages of the
 * other keys are hashed if postimages are compared with them, and buffered if updates carry them.
 */
final class PublishDeletes extends PreimagePairing {
  private final KeyPartition partition;
  private final RemovedKeys keys;
  private final boolean hashRows;
  private final boolean postimagesHashed;
  private final @Nullable PreimageBuffer preimages;
  private @Nullable RowHasher rowHasher;

  /**
   * @param hashRows whether to set the hashes of preimages in {@code keys}, which must have room
   *     for them
   * @param postimagesHashed whether {@code keys} has the hashes of postimages; if so, a preimage
   *     that is equal to its postimage is not buffered
   * @param preimages buffers the preimages; null if updates do not carry them
   */
  PublishDeletes(
      ReadColumns columns,
      KeyPartition partition,
      RemovedKeys keys,
      boolean hashRows,
      boolean postimagesHashed,
      @Nullable PreimageBuffer preimages) {
    super(columns);
    this.partition = partition;
    this.keys = keys;
    this.hashRows = hashRows;
    this.postimagesHashed = postimagesHashed;
    this.preimages = preimages;
  }

  @Override
  void startRows(TableSchema schema, int[] wholeRows) {
    rowHasher = hashRows ? new RowHasher(schema, wholeRows) : null;
  }

  @Override
  void preimage(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException {
    Hash128 key = keyHash(batch, row);
    if (!partition.contains(key)) {
      return;
    }
    int slot = key == null ? -1 : keys.find(key);
    if (key == null) {
      out.delete(batch, row);
    } else if (keys.isReused(slot)) {
      hashAndBuffer(slot, batch, row);
    } else if (keys.delete(key)) {
      out.delete(batch, row);
    }
  }

  private void hashAndBuffer(int slot, ColumnBatch batch, int row) {
    boolean unchanged = false;
    if (rowHasher != null) {
      Hash128 hash = rowHasher.rowHash(batch, row);
      unchanged = postimagesHashed && keys.isUnchanged(slot, hash);
      keys.setRowHash(slot, hash);
    }
    if (preimages != null && !unchanged) {
      int number = keys.number(slot);
      if (number >= 0) {
        preimages.put(number, batch, row);
      }
    }
  }
}
