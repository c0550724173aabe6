package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.row.HashTable;

/**
 * One of the parts into which the keys, or row ids, of a large commit fall, by their hashes.
 *
 * @param index from 0 to {@code count} - 1
 * @param count how many there are
 */
record KeyPartition(int index, int count) {
  static final KeyPartition WHOLE = new KeyPartition(0, 1);

  /**
   * Whether a key is of this part.
   *
   * @param key its hash; null for a row without a key, which is of the first
   */
  boolean holds(Hash128 key) {
    return count == 1 || (key == null ? index == 0 : HashTable.scaled(key.low(), count) == index);
  }

  /** Whether a row id is of this part. */
  boolean holds(long rowId) {
    return count == 1 || HashTable.scaled(RemovedRowIds.hash(rowId), count) == index;
  }
}
