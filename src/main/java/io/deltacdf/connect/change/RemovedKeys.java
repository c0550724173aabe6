package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.row.HashTable;

/**
 * The keys that a commit takes away: those of deleted rows, and of preimages that no postimage of
 * the same key follows at once. With each: whether new rows of the commit use it again; to tell
 * updates that change nothing, the hash of its old row; and where old rows are held, the number of
 * its one among {@link PreimageBuffer}. What these and {@link HashTable} take of memory is all that
 * is kept of a commit.
 *
 * <p>Keys, and rows, are taken as equal when 128 bits of their hashes are. Among a billion keys the
 * odds that two share them are below 1 to 10<sup>20</sup>.
 */
final class RemovedKeys {
  /** New rows use the key again. */
  private static final byte REUSED = 2;

  /** The key has several old rows, or several new ones: it does not identify a row. */
  private static final byte REPEATED = 4;

  /** The key has several new rows. */
  private static final byte UPSERTED_AGAIN = 8;

  /** The key's delete is published, or was before. */
  private static final byte DELETED = 16;

  private final HashTable keys = new HashTable();
  private boolean keepsRows;
  private boolean keepsNumbers;
  private int reused;
  private int numbers;
  private int upsertedAgain;

  /** Takes the key of an old row. */
  void add(Hash128 key) {
    int slot = keys.add(key);
    if (slot < 0) {
      keys.mark(-1 - slot, REPEATED);
    }
  }

  int size() {
    return keys.size();
  }

  /** The keys that new rows use again. */
  int reused() {
    return reused;
  }

  /** The keys that have several new rows. */
  int upsertedAgain() {
    return upsertedAgain;
  }

  boolean contains(Hash128 key) {
    return keys.find(key) >= 0;
  }

  /**
   * Notes the key of a new row.
   *
   * @return whether there is an old row of the key, and this is its first new one
   */
  boolean reuse(Hash128 key) {
    int slot = keys.find(key);
    if (slot < 0) {
      return false;
    }
    boolean first = !keys.has(slot, REUSED);
    reuse(slot);
    if (first && keepsNumbers && !keys.has(slot, REPEATED)) {
      keys.setNumber(slot, ++numbers);
    }
    return first;
  }

  /** Notes the key of a new row whose old row stands right before it: it has still another one. */
  void reuseOfPair(Hash128 key) {
    int slot = keys.find(key);
    if (slot >= 0) {
      reuse(slot);
      keys.mark(slot, REPEATED);
    }
  }

  private void reuse(int slot) {
    if (!keys.has(slot, REUSED)) {
      keys.mark(slot, REUSED);
      reused++;
      return;
    }
    keys.mark(slot, REPEATED);
    if (!keys.has(slot, UPSERTED_AGAIN)) {
      keys.mark(slot, UPSERTED_AGAIN);
      upsertedAgain++;
    }
  }

  boolean isReused(Hash128 key) {
    int slot = keys.find(key);
    return slot >= 0 && keys.has(slot, REUSED);
  }

  /** Whether this is the first call for the key: it is deleted once, however many rows it had. */
  boolean delete(Hash128 key) {
    int slot = keys.find(key);
    if (slot < 0) {
      slot = keys.add(key);
    }
    boolean first = !keys.has(slot, DELETED);
    keys.mark(slot, DELETED);
    return first;
  }

  /**
   * Numbers the keys that are used again from now on, but for those that have several old rows: 0,
   * 1, 2, … in the order of their new rows.
   */
  void keepNumbers() {
    keys.keepNumbers();
    keepsNumbers = true;
  }

  /** How many keys have got a number. */
  int numbers() {
    return numbers;
  }

  /**
   * The number of the one old row, and the one new row, of a key; -1 where it has several, so that
   * it is not known which new row replaced which old one.
   */
  int number(Hash128 key) {
    int slot = keys.find(key);
    return keepsNumbers && !keys.has(slot, REPEATED) ? keys.number(slot) - 1 : -1;
  }

  /** Makes room for the hashes of rows of keys that are used again. */
  void keepRows() {
    keys.keepSeconds();
    keepsRows = true;
  }

  /** Keeps the hash of the old row of a key that is used again, or of its first new row. */
  void setRow(Hash128 key, Hash128 row) {
    keys.setSecond(keys.find(key), row);
  }

  /**
   * Whether a row is equal to the one whose hash is kept, and they are the key's one new row and
   * its one old row; false where it has several, since which of them the topic holds is not known.
   */
  boolean isUnchanged(Hash128 key, Hash128 row) {
    int slot = keys.find(key);
    return keepsRows && !keys.has(slot, REPEATED) && keys.isSecond(slot, row);
  }
}
