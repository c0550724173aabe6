package io.deltacdf.connect.change;

import io.deltacdf.connect.row.HashTable;

/**
 * The row ids of the preimages of a commit, each with the version that last changed the row, with
 * what the postimages tell about it and, where preimages are buffered, with a number. {@link
 * HashTable} describes what a row id takes of memory. Not thread-safe.
 */
final class RemovedRowIds {
  /** An added file has the row unchanged. */
  private static final byte COPIED = 2;

  /** An added file has the row, and the commit changed it. */
  private static final byte UPDATED = 4;

  private static final byte HAS_POSTIMAGE = COPIED | UPDATED;

  private final HashTable rowIds = HashTable.with64BitKeys();
  private boolean numbered;
  private int copied;
  private int updated;

  /**
   * Spreads row ids, which are consecutive, over all longs. Different row ids have different
   * hashes: this is the finalizer of SplitMix64.
   */
  static long hash(long rowId) {
    long hash = (rowId ^ (rowId >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    return hash ^ (hash >>> 31);
  }

  /** Reverses the hash, so that other bits determine the slot than the partition. */
  private static long key(long rowId) {
    return Long.reverse(hash(rowId));
  }

  /** Adds the row id of a preimage. Returns false if it is already present. */
  boolean add(long rowId, long version) {
    return rowIds.add(key(rowId), version) >= 0;
  }

  /**
   * Numbers the row ids of updated rows from now on: 0, 1, 2, … in the order of their postimages.
   * No row id can be added afterwards.
   */
  void numberUpdates() {
    rowIds.addNumbers();
    numbered = true;
  }

  /** Notes a postimage. */
  void addPostimage(long rowId, long version) {
    int slot = rowIds.find(key(rowId));
    if (slot < 0) {
      return;
    }
    if (rowIds.has(slot, HAS_POSTIMAGE)) {
      if (numbered) {
        rowIds.setNumber(slot, 0);
      }
    } else if (rowIds.value(slot) == version) {
      rowIds.mark(slot, COPIED);
      copied++;
    } else {
      rowIds.mark(slot, UPDATED);
      updated++;
      if (numbered) {
        rowIds.setNumber(slot, updated);
      }
    }
  }

  boolean contains(long rowId) {
    return rowIds.find(key(rowId)) >= 0;
  }

  /** Whether a postimage is a copied row: it was only moved to another file. */
  boolean isCopied(long rowId, long version) {
    int slot = rowIds.find(key(rowId));
    return slot >= 0 && rowIds.value(slot) == version;
  }

  /** Whether a preimage is a copied row; known once the postimages are added. */
  boolean isCopied(long rowId) {
    return has(rowId, COPIED);
  }

  /** Whether a preimage was updated; known once the postimages are added. */
  boolean isUpdated(long rowId) {
    return has(rowId, UPDATED);
  }

  private boolean has(long rowId, byte mark) {
    int slot = rowIds.find(key(rowId));
    return slot >= 0 && rowIds.has(slot, mark);
  }

  /** Returns the number of an updated row, or -1 if it has no or several postimages. */
  int number(long rowId) {
    int slot = rowIds.find(key(rowId));
    return slot < 0 ? -1 : rowIds.number(slot) - 1;
  }

  /** Returns how many bytes the row ids take. */
  long bytes() {
    return rowIds.bytes();
  }

  /** Returns how many row ids have no postimage. */
  int deleted() {
    return rowIds.size() - copied - updated;
  }

  int updated() {
    return updated;
  }
}
