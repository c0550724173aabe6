package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.ColumnBatch;
import org.jspecify.annotations.Nullable;

/**
 * The first pass over a commit: counts its rows, and collects the keys of preimages unless there
 * are too many. Publishes nothing.
 */
final class CountKeys extends PreimagePairing {
  private final int maxKeys;
  private @Nullable RemovedKeys keys = new RemovedKeys();
  private long unpairedPreimages;
  private long preimagesWithoutKey;
  private long postimages;
  private long updatePreimages;
  private long updatePostimages;

  CountKeys(ReadColumns columns, int maxKeys) {
    super(columns);
    this.maxKeys = maxKeys;
  }

  @Override
  void preimage(ColumnBatch batch, int row, ChangeEmitter out) {
    updatePreimages += batch.changeType(row) == ChangeType.UPDATE_PREIMAGE ? 1 : 0;
    Hash128 key = keyHash(batch, row);
    if (key == null) {
      preimagesWithoutKey++;
      return;
    }
    unpairedPreimages++;
    if (unpairedPreimages > maxKeys) {
      keys = null;
    }
    if (keys != null) {
      keys.add(key);
    }
  }

  @Override
  void pair(ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow, ChangeEmitter out) {
    updatePreimages++;
    updatePostimages++;
    postimages++;
  }

  @Override
  void postimage(ColumnBatch batch, int row, boolean afterOtherKey, ChangeEmitter out) {
    updatePostimages += batch.changeType(row) == ChangeType.UPDATE_POSTIMAGE ? 1 : 0;
    postimages++;
  }

  /** Returns how many partitions are needed so that each has about {@code maxKeys} at most. */
  int partitions() {
    return (int)
        Math.min(Integer.MAX_VALUE, Math.max(1, (unpairedPreimages + maxKeys - 1) / maxKeys));
  }

  /** Returns how many bytes the collected keys take. */
  long keyBytes() {
    return keys == null ? 0 : keys.bytes();
  }

  /**
   * Returns the keys of all preimages.
   *
   * @throws IllegalStateException if there were too many for one partition
   */
  RemovedKeys keys() {
    if (keys == null) {
      throw new IllegalStateException("There are more than " + maxKeys + " keys");
    }
    return keys;
  }

  /** Whether there are preimages without a key, which are in no set. */
  boolean hasPreimagesWithoutKey() {
    return preimagesWithoutKey > 0;
  }

  /** Whether the files that were read have postimages. */
  boolean hasPostimages() {
    return postimages > 0;
  }

  /** Returns how many preimages of updates lack their postimage. */
  long orphanPreimages() {
    return Math.max(0, updatePreimages - updatePostimages);
  }

  /**
   * Whether the writer left out preimages, since a writer that writes them writes one for each
   * postimage. If so, a postimage whose key has no preimage is an update. Otherwise it is a row
   * whose key was changed.
   */
  boolean lacksPreimages() {
    return updatePreimages < updatePostimages;
  }
}
