package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.row.HashTable;
import org.jspecify.annotations.Nullable;

/**
 * One of the partitions into which the keys, or row ids, of a large commit are divided by their
 * hashes.
 *
 * @param index from 0 to {@code count} - 1
 * @param count the number of partitions
 */
record KeyPartition(int index, int count) {
  static final KeyPartition WHOLE = new KeyPartition(0, 1);

  /**
   * Whether a key is in this partition.
   *
   * @param key its hash; null for a row without a key, which is in the first partition
   */
  boolean contains(@Nullable Hash128 key) {
    return count == 1 || (key == null ? index == 0 : HashTable.scale(key.low(), count) == index);
  }

  /** Whether a row id is in this partition. */
  boolean contains(long rowId) {
    return count == 1 || HashTable.scale(RemovedRowIds.hash(rowId), count) == index;
  }
}
