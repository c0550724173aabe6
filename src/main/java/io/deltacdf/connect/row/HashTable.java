package io.deltacdf.connect.row;

/**
 * A hash table with open addressing in arrays of primitives, so that an entry needs no object. The
 * key of an entry is a hash: either of 128 bits, or of 64 bits, in which case the entry also has a
 * value of 64 bits. Each entry has a byte of marks and, on request, a number and a second hash.
 *
 * <p>A slot takes 17 bytes, 4 more with numbers, and 16 more with second hashes. There are 1.33 to
 * 1.67 slots for each entry, so that an entry takes 23 to 28 bytes, 28 to 35 with its number, 44 to
 * 55 with its second hash, and 49 to 62 with both. While the table grows, the previous arrays are
 * held together with the new ones, which are a quarter larger.
 *
 * <p>A slot is valid until the next entry is added. Not thread-safe.
 */
public final class HashTable {
  /** The mark of every entry. */
  private static final byte USED = 1;

  private static final int FIRST_SLOTS = 1024;

  /** Limited by the longest array that every virtual machine can allocate: two longs per slot. */
  private static final int MOST_SLOTS = (Integer.MAX_VALUE - 8) / 2;

  private static final long[] NO_HASHES = {};
  private static final int[] NO_NUMBERS = {};

  private final boolean wideKeys;

  /** Two for each slot: the halves of a key of 128 bits, or a key of 64 bits and its value. */
  private long[] entries = new long[2 * FIRST_SLOTS];

  private byte[] marks = new byte[FIRST_SLOTS];
  private long[] secondHashes = NO_HASHES;
  private int[] numbers = NO_NUMBERS;
  private int size;

  private HashTable(boolean wideKeys) {
    this.wideKeys = wideKeys;
  }

  /** Returns an empty table whose keys have 128 bits. */
  public static HashTable with128BitKeys() {
    return new HashTable(true);
  }

  /** Returns an empty table whose keys have 64 bits, and whose entries have values. */
  public static HashTable with64BitKeys() {
    return new HashTable(false);
  }

  public int size() {
    return size;
  }

  /** Returns the number of bytes of the arrays; none before the first entry. */
  public long bytes() {
    return size == 0
        ? 0
        : marks.length
            + (long) Long.BYTES * (entries.length + secondHashes.length)
            + (long) Integer.BYTES * numbers.length;
  }

  /** Returns the slot of the entry with a key of 128 bits, or -1 if there is no such entry. */
  public int find(Hash128 key) {
    return usedOrMissing(slotOf(key.high(), key.low()));
  }

  /** Returns the slot of the entry with a key of 64 bits, or -1 if there is no such entry. */
  public int find(long key) {
    return usedOrMissing(slotOf(key, 0));
  }

  private int usedOrMissing(int slot) {
    return marks[slot] == 0 ? -1 : slot;
  }

  /** Adds an entry and returns its slot, or {@code -1 - slot} if the key is already present. */
  public int add(Hash128 key) {
    return add(key.high(), key.low());
  }

  /**
   * Adds an entry and returns its slot, or {@code -1 - slot} if the key is already present, in
   * which case its value is not changed.
   *
   * @param first a key of 64 bits, or the high half of one of 128 bits
   * @param second the value of the entry, or the low half of the key
   */
  public int add(long first, long second) {
    if (secondHashes.length > 0 || numbers.length > 0) {
      throw new IllegalStateException("The table takes no more entries");
    }
    if (size >= marks.length / 4 * 3) {
      grow();
    }
    int slot = slotOf(first, second);
    if (marks[slot] != 0) {
      return -1 - slot;
    }
    entries[2 * slot] = first;
    entries[2 * slot + 1] = second;
    marks[slot] = USED;
    size++;
    return slot;
  }

  /** Returns the value of an entry whose key has 64 bits. */
  public long value(int slot) {
    return entries[2 * slot + 1];
  }

  /**
   * Whether an entry has at least one of some marks.
   *
   * @param mask the bits of the marks, without the lowest bit, which every entry has
   */
  public boolean has(int slot, byte mask) {
    return (marks[slot] & mask) != 0;
  }

  public void mark(int slot, byte mask) {
    marks[slot] |= mask;
  }

  /** Gives each entry a second hash. No entry can be added afterwards. */
  public void addSecondHashes() {
    secondHashes = new long[entries.length];
  }

  public void setSecondHash(int slot, Hash128 hash) {
    secondHashes[2 * slot] = hash.high();
    secondHashes[2 * slot + 1] = hash.low();
  }

  public boolean hasSecondHash(int slot, Hash128 hash) {
    return secondHashes[2 * slot] == hash.high() && secondHashes[2 * slot + 1] == hash.low();
  }

  /** Gives each entry a number, which is 0 at first. No entry can be added afterwards. */
  public void addNumbers() {
    numbers = new int[marks.length];
  }

  public void setNumber(int slot, int number) {
    numbers[slot] = number;
  }

  public int number(int slot) {
    return numbers[slot];
  }

  /** Returns the slot of an entry, or the free slot in which it would be stored. */
  private int slotOf(long first, long second) {
    int slot = (int) scale(first, marks.length);
    while (marks[slot] != 0
        && (entries[2 * slot] != first || (wideKeys && entries[2 * slot + 1] != second))) {
      slot = slot + 1 == marks.length ? 0 : slot + 1;
    }
    return slot;
  }

  /**
   * Maps an unsigned hash of 64 bits to a number from 0 to {@code range} - 1. The order of hashes
   * is kept.
   */
  public static long scale(long hash, int range) {
    // Java 17 has no unsigned multiplyHigh. The range is positive.
    return Math.multiplyHigh(hash, range) + ((hash >> 63) & range);
  }

  private void grow() {
    long[] previousEntries = entries;
    byte[] previousMarks = marks;
    int slots = (int) Math.min(MOST_SLOTS, previousMarks.length + (long) previousMarks.length / 4);
    entries = new long[2 * slots];
    marks = new byte[slots];
    // Slots are in the order of the hashes, so the new arrays are filled from start to end.
    for (int previous = 0; previous < previousMarks.length; previous++) {
      if (previousMarks[previous] != 0) {
        int slot = slotOf(previousEntries[2 * previous], previousEntries[2 * previous + 1]);
        marks[slot] = previousMarks[previous];
        System.arraycopy(previousEntries, 2 * previous, entries, 2 * slot, 2);
      }
    }
  }
}
