package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.row.RowEquality;
import io.deltacdf.connect.row.RowHasher;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the postimages of one partition: as updates if the key has a preimage in the commit,
 * else as creates. If the writer left out preimages, postimages of updates are published as updates
 * without one. Suspends the pass at an update whose preimage is not buffered.
 */
final class PublishUpserts extends PreimagePairing {
  private final KeyPartition partition;
  private final RemovedKeys keys;
  private final @Nullable PreimageBuffer preimages;
  private final boolean skipUnchanged;
  private final Operation postimageWithoutPreimage;

  /** Whether keys matter: without removed keys and other partitions they decide nothing. */
  private final boolean usesKeys;

  private @Nullable RowHasher rowHasher;
  private @Nullable RowEquality rowEquality;

  /**
   * @param keys the keys of the partition's preimages
   * @param preimages the preimages that updates carry; null if they carry none
   * @param skipUnchanged whether updates are left out that change no published column
   * @param postimageWithoutPreimage the operation of an update's postimage whose key has no
   *     preimage in the commit
   */
  PublishUpserts(
      ReadColumns columns,
      KeyPartition partition,
      RemovedKeys keys,
      @Nullable PreimageBuffer preimages,
      boolean skipUnchanged,
      Operation postimageWithoutPreimage) {
    super(columns);
    this.partition = partition;
    this.keys = keys;
    this.preimages = preimages;
    this.skipUnchanged = skipUnchanged;
    this.postimageWithoutPreimage = postimageWithoutPreimage;
    this.usesKeys = partition.count() > 1 || keys.size() > 0;
  }

  @Override
  void startRows(TableSchema schema, int[] wholeRows) {
    rowHasher = skipUnchanged ? new RowHasher(schema, wholeRows) : null;
    rowEquality = skipUnchanged ? new RowEquality(schema, wholeRows) : null;
  }

  @Override
  void pair(ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow, ChangeEmitter out)
      throws InterruptedException {
    Hash128 key = keyHashIfUsed(after, afterRow);
    if (!partition.contains(key)) {
      return;
    }
    // A key with another preimage is updated in any case, because it is not known which of them the
    // topic holds.
    boolean unchanged =
        rowEquality != null
            && (key == null || !keys.contains(key))
            && rowEquality.equal(before, beforeRow, after, afterRow);
    if (unchanged) {
      out.skipUnchanged();
    } else {
      out.update(before, beforeRow, after, afterRow);
    }
  }

  @Override
  void postimage(ColumnBatch batch, int row, boolean afterOtherKey, ChangeEmitter out)
      throws InterruptedException {
    Hash128 key = keyHashIfUsed(batch, row);
    if (!partition.contains(key)) {
      return;
    }
    int slot = key == null ? -1 : keys.find(key);
    if (slot >= 0) {
      if (rowHasher != null && keys.isUnchanged(slot, rowHasher.rowHash(batch, row))) {
        out.skipUnchanged();
      } else {
        update(slot, batch, row, out);
      }
    } else if (batch.changeType(row) == ChangeType.INSERT || afterOtherKey) {
      out.upsert(Operation.CREATE, batch, row);
    } else {
      out.upsert(postimageWithoutPreimage, batch, row);
    }
  }

  private void update(int slot, ColumnBatch batch, int row, ChangeEmitter out)
      throws InterruptedException {
    if (preimages == null) {
      out.upsert(Operation.UPDATE, batch, row);
    } else {
      preimages.update(keys.number(slot), batch, row, out);
    }
  }

  private @Nullable Hash128 keyHashIfUsed(ColumnBatch batch, int row) {
    return usesKeys ? keyHash(batch, row) : null;
  }

  @Override
  public boolean isSuspended() {
    return preimages != null && preimages.isMissing();
  }
}
