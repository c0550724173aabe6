package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.row.HashTable;

/**
 * The keys of the preimages of a commit, except those of preimages that are directly followed by
 * the postimage of the same key. It knows for each key whether the commit has a postimage of it. On
 * request it also holds the hash of the key's row, by which updates are recognized that change
 * nothing, and the number of its preimage in the {@link PreimageBuffer}. Of a commit, only these
 * keys and the buffer are held in memory.
 *
 * <p>Keys and rows are taken as equal if their hashes of 128 bits are. Among a billion keys, the
 * odds that two have the same hash are below 1 to 10<sup>20</sup>.
 */
final class RemovedKeys {
  /** The key has a postimage, so it is not deleted. */
  private static final byte REUSED = 2;

  /** The key has several preimages or several postimages: it does not identify a row. */
  private static final byte REPEATED = 4;

  /** The key has several postimages. */
  private static final byte REPEATED_POSTIMAGE = 8;

  /** The key's delete is published, also if it was published by an earlier run. */
  private static final byte DELETED = 16;

  private final HashTable keys = HashTable.with128BitKeys();
  private boolean hashesRows;
  private boolean numbersKeys;
  private int reused;
  private int numbered;
  private int repeated;

  /** Adds the key of a preimage. */
  void add(Hash128 key) {
    int slot = keys.add(key);
    if (slot < 0) {
      keys.mark(-1 - slot, REPEATED);
    }
  }

  int size() {
    return keys.size();
  }

  /** Returns how many bytes the keys take. */
  long bytes() {
    return keys.bytes();
  }

  /** Returns how many keys have a postimage. */
  int reused() {
    return reused;
  }

  /** Returns how many keys have several postimages. */
  int repeated() {
    return repeated;
  }

  boolean contains(Hash128 key) {
    return find(key) >= 0;
  }

  /**
   * Finds a key once for all that is asked of it.
   *
   * @return its slot, which is valid until a key is added, or a negative number if the key is not
   *     one of these
   */
  int find(Hash128 key) {
    return keys.find(key);
  }

  /**
   * Notes the key of a postimage.
   *
   * @return the slot of the key if it has a preimage, and this is its first postimage; otherwise a
   *     negative number
   */
  int addPostimage(Hash128 key) {
    int slot = find(key);
    if (slot < 0) {
      return slot;
    }
    boolean first = !keys.has(slot, REUSED);
    addPostimage(slot);
    if (first && numbersKeys && !keys.has(slot, REPEATED)) {
      keys.setNumber(slot, ++numbered);
    }
    return first ? slot : -1;
  }

  /**
   * Notes the key of a postimage that directly follows its preimage. If the key is one of these, it
   * has another preimage.
   */
  void addPair(Hash128 key) {
    int slot = keys.find(key);
    if (slot >= 0) {
      addPostimage(slot);
      keys.mark(slot, REPEATED);
    }
  }

  private void addPostimage(int slot) {
    if (!keys.has(slot, REUSED)) {
      keys.mark(slot, REUSED);
      reused++;
      return;
    }
    keys.mark(slot, REPEATED);
    if (!keys.has(slot, REPEATED_POSTIMAGE)) {
      keys.mark(slot, REPEATED_POSTIMAGE);
      repeated++;
    }
  }

  /** Whether the key in a slot, if it has one, has a postimage. */
  boolean isReused(int slot) {
    return slot >= 0 && keys.has(slot, REUSED);
  }

  /**
   * Marks a key as deleted, and adds it if it is not present.
   *
   * @return whether this is the first call for the key, since a key is deleted only once
   */
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
   * Numbers the keys with a postimage from now on: 0, 1, 2, … in the order of their postimages.
   * Keys with several preimages get no number. No key can be added afterwards.
   */
  void numberKeys() {
    keys.addNumbers();
    numbersKeys = true;
  }

  /** Returns how many keys have a number. */
  int numbered() {
    return numbered;
  }

  /**
   * Returns the number of the key in a slot, or -1 if it has several preimages or postimages,
   * because then it is not known which postimage replaces which preimage.
   */
  int number(int slot) {
    return numbersKeys && !keys.has(slot, REPEATED) ? keys.number(slot) - 1 : -1;
  }

  /** Makes room for row hashes. No key can be added afterwards. */
  void hashRows() {
    keys.addSecondHashes();
    hashesRows = true;
  }

  /** Sets the hash of the preimage of the key in a slot, or of its first postimage. */
  void setRowHash(int slot, Hash128 hash) {
    keys.setSecondHash(slot, hash);
  }

  /**
   * Whether a row is equal to the one whose hash was set for its key. False if the key has several
   * preimages or postimages, because then it is not known which of them the topic holds.
   */
  boolean isUnchanged(int slot, Hash128 hash) {
    return hashesRows && !keys.has(slot, REPEATED) && keys.hasSecondHash(slot, hash);
  }
}
