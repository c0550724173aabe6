package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.row.RowHasher;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;

/**
 * The first pass over a commit: counts its rows, and collects the keys of old rows as long as there
 * are not too many. Publishes nothing.
 */
final class CountKeys extends PreimagePairing {
  private final int maxKeys;
  private RemovedKeys keys = new RemovedKeys();
  private RowHasher hasher;
  private long oldRows;
  private long oldRowsWithoutKey;
  private long newRows;
  private long preimages;
  private long postimages;

  CountKeys(ReadColumns columns, int maxKeys) {
    super(columns);
    this.maxKeys = maxKeys;
  }

  @Override
  void startRows(TableSchema schema, int[] key) {
    hasher = new RowHasher(schema, key);
  }

  @Override
  void old(ColumnBatch batch, int row, ChangeEmitter out) {
    preimages += batch.changeType(row) == ChangeType.UPDATE_PREIMAGE ? 1 : 0;
    Hash128 key = hasher.keyHash(batch, row);
    if (key == null) {
      oldRowsWithoutKey++;
      return;
    }
    oldRows++;
    if (oldRows <= maxKeys) {
      keys.add(key);
    } else {
      keys = null;
    }
  }

  @Override
  void pair(ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow, ChangeEmitter out) {
    preimages++;
    postimages++;
    newRows++;
  }

  @Override
  void upsert(ColumnBatch batch, int row, boolean behindOtherKey, ChangeEmitter out) {
    postimages += batch.changeType(row) == ChangeType.UPDATE_POSTIMAGE ? 1 : 0;
    newRows++;
  }

  /** How many partitions the commit needs, so that each has at most about {@code maxKeys} keys. */
  int partitions() {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, (oldRows + maxKeys - 1) / maxKeys));
  }

  /** The keys of all old rows, where they fit into one partition. */
  RemovedKeys keys() {
    return keys;
  }

  /** Whether there are old rows without a key, which no set holds. */
  boolean hasOldRowsWithoutKey() {
    return oldRowsWithoutKey > 0;
  }

  /** Whether the files that were looked at hold new rows. */
  boolean hasNewRows() {
    return newRows > 0;
  }

  /**
   * Whether the writer left out preimages: whoever records them records one for each postimage.
   * Then a postimage whose key has no old row is an update; else it is the new row of a changed
   * key.
   */
  boolean lacksPreimages() {
    return preimages < postimages;
  }
}
