package io.deltacdf.connect.change;

import io.deltacdf.connect.row.HashTable;

/**
 * The row ids that a commit removes, each with the version that last changed the row, a byte of
 * marks and, where old rows are held, a number. Open addressing in arrays of primitives, as in
 * {@link HashTable}: a row id takes 23 to 28 bytes, with its number 28 to 35; while the set grows,
 * the arrays from before are held beside the new ones. Not thread-safe.
 */
final class RemovedRowIds {
  /** The mark of a row id that has no other. */
  private static final byte USED = 1;

  /** An added file has the row as it was. */
  private static final byte CARRIED = 2;

  /** An added file has the row, and the commit changed it. */
  private static final byte UPDATED = 4;

  private static final int FIRST_SLOTS = 1024;
  private static final int MOST_SLOTS = Integer.MAX_VALUE - 8;

  private long[] rowIds = new long[FIRST_SLOTS];
  private long[] versions = new long[FIRST_SLOTS];
  private byte[] marks = new byte[FIRST_SLOTS];
  private int[] numbers;
  private int size;
  private int carried;
  private int updated;

  /**
   * Spreads row ids, which are consecutive, over all longs; one row id to one long (the finalizer
   * of SplitMix64).
   */
  static long hash(long rowId) {
    long hash = (rowId ^ (rowId >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    return hash ^ (hash >>> 31);
  }

  /** Takes the row id of an old row; false where it is there already. */
  boolean add(long rowId, long version) {
    if (size >= marks.length / 4 * 3) {
      grow();
    }
    int slot = slotOf(rowId);
    if (marks[slot] != 0) {
      return false;
    }
    rowIds[slot] = rowId;
    versions[slot] = version;
    marks[slot] = USED;
    size++;
    return true;
  }

  /**
   * Numbers the row ids of rows that are updated: 0, 1, 2, … in the order of their new rows. None
   * is added from then on.
   */
  void keepNumbers() {
    numbers = new int[marks.length];
  }

  /** Notes a new row. */
  void mark(long rowId, long version) {
    int slot = slotOf(rowId);
    if (marks[slot] != USED) {
      if (numbers != null) {
        numbers[slot] = 0;
      }
      return;
    }
    if (versions[slot] == version) {
      marks[slot] |= CARRIED;
      carried++;
    } else {
      marks[slot] |= UPDATED;
      updated++;
      if (numbers != null) {
        numbers[slot] = updated;
      }
    }
  }

  boolean contains(long rowId) {
    return marks[slotOf(rowId)] != 0;
  }

  /** Whether a new row is an old one that was only carried to another file. */
  boolean isCarried(long rowId, long version) {
    int slot = slotOf(rowId);
    return marks[slot] != 0 && versions[slot] == version;
  }

  /** Whether the row of an old row id is carried over; known once new rows are noted. */
  boolean isCarried(long rowId) {
    return (marks[slotOf(rowId)] & CARRIED) != 0;
  }

  boolean isUpdated(long rowId) {
    return (marks[slotOf(rowId)] & UPDATED) != 0;
  }

  /** The number of a row id that one new row has; -1 where none was updated, or several were. */
  int number(long rowId) {
    int slot = slotOf(rowId);
    return marks[slot] == 0 ? -1 : numbers[slot] - 1;
  }

  /** The row ids that no new row has. */
  int deleted() {
    return size - carried - updated;
  }

  int updated() {
    return updated;
  }

  /** The slot of a row id, or the free one where it would be. */
  private int slotOf(long rowId) {
    // Other bits than those that divide row ids into partitions.
    int slot = (int) HashTable.scaled(Long.reverse(hash(rowId)), marks.length);
    while (marks[slot] != 0 && rowIds[slot] != rowId) {
      slot = slot + 1 == marks.length ? 0 : slot + 1;
    }
    return slot;
  }

  private void grow() {
    long[] oldRowIds = rowIds;
    long[] oldVersions = versions;
    byte[] oldMarks = marks;
    int slots = (int) Math.min(MOST_SLOTS, oldMarks.length + (long) oldMarks.length / 4);
    rowIds = new long[slots];
    versions = new long[slots];
    marks = new byte[slots];
    for (int old = 0; old < oldMarks.length; old++) {
      if (oldMarks[old] != 0) {
        int slot = slotOf(oldRowIds[old]);
        rowIds[slot] = oldRowIds[old];
        versions[slot] = oldVersions[old];
        marks[slot] = oldMarks[old];
      }
    }
  }
}
