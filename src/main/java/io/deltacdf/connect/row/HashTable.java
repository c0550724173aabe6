package io.deltacdf.connect.row;

/**
 * A set of 128-bit hashes, each with a byte of marks and, where asked for, a second hash and a
 * number. Open addressing in arrays of primitives: no object for an entry.
 *
 * <p>A slot takes 17 bytes, 16 more with second hashes and 4 more with numbers; there are 1.33 to
 * 1.67 slots an entry. So an entry takes 23 to 28 bytes, with its second hash 44 to 55, with both
 * 49 to 62. While the table grows, the arrays from before are held beside the new ones, which are a
 * quarter larger.
 *
 * <p>Slots are valid until the next entry is added. Not thread-safe.
 */
public final class HashTable {
  /** The mark of an entry that has no other. */
  private static final byte USED = 1;

  private static final int FIRST_SLOTS = 1024;

  /** The longest array of longs that every virtual machine can make holds two a slot. */
  private static final int MOST_SLOTS = (Integer.MAX_VALUE - 8) / 2;

  private long[] hashes = new long[2 * FIRST_SLOTS];
  private byte[] marks = new byte[FIRST_SLOTS];
  private long[] seconds;
  private int[] numbers;
  private int size;

  public int size() {
    return size;
  }

  /** The slot of an entry, or -1 where there is none. */
  public int find(Hash128 hash) {
    int slot = slotOf(hash.high(), hash.low());
    return marks[slot] == 0 ? -1 : slot;
  }

  /** Adds an entry: its slot, or {@code -1 - slot} where it was there already. */
  public int add(Hash128 hash) {
    if (seconds != null || numbers != null) {
      throw new IllegalStateException("The entries are settled");
    }
    if (size >= marks.length / 4 * 3) {
      grow();
    }
    int slot = slotOf(hash.high(), hash.low());
    if (marks[slot] != 0) {
      return -1 - slot;
    }
    hashes[2 * slot] = hash.high();
    hashes[2 * slot + 1] = hash.low();
    marks[slot] = USED;
    size++;
    return slot;
  }

  /**
   * Whether an entry has a mark.
   *
   * @param mark one bit other than the lowest
   */
  public boolean has(int slot, byte mark) {
    return (marks[slot] & mark) != 0;
  }

  public void mark(int slot, byte mark) {
    marks[slot] |= mark;
  }

  /** Makes room for a second hash with each entry; no entry can be added from then on. */
  public void keepSeconds() {
    seconds = new long[hashes.length];
  }

  public void setSecond(int slot, Hash128 second) {
    seconds[2 * slot] = second.high();
    seconds[2 * slot + 1] = second.low();
  }

  public boolean isSecond(int slot, Hash128 second) {
    return seconds[2 * slot] == second.high() && seconds[2 * slot + 1] == second.low();
  }

  /** Makes room for a number with each entry, 0 at first; no entry can be added from then on. */
  public void keepNumbers() {
    numbers = new int[marks.length];
  }

  public void setNumber(int slot, int number) {
    numbers[slot] = number;
  }

  public int number(int slot) {
    return numbers[slot];
  }

  /** The slot of an entry, or the free one where it would be. */
  private int slotOf(long high, long low) {
    int slot = (int) scaled(high, marks.length);
    while (marks[slot] != 0 && (hashes[2 * slot] != high || hashes[2 * slot + 1] != low)) {
      slot = slot + 1 == marks.length ? 0 : slot + 1;
    }
    return slot;
  }

  /** {@code hash}, unsigned, brought from 64 bits down to 0 … {@code range} - 1 in its order. */
  public static long scaled(long hash, int range) {
    // Java 17 has no unsigned multiplyHigh; range is positive.
    return Math.multiplyHigh(hash, range) + ((hash >> 63) & range);
  }

  private void grow() {
    long[] oldHashes = hashes;
    byte[] oldMarks = marks;
    int slots = (int) Math.min(MOST_SLOTS, oldMarks.length + (long) oldMarks.length / 4);
    hashes = new long[2 * slots];
    marks = new byte[slots];
    // Slots are in the order of the hashes, so the new arrays are filled from front to back.
    for (int old = 0; old < oldMarks.length; old++) {
      if (oldMarks[old] != 0) {
        int slot = slotOf(oldHashes[2 * old], oldHashes[2 * old + 1]);
        marks[slot] = oldMarks[old];
        System.arraycopy(oldHashes, 2 * old, hashes, 2 * slot, 2);
      }
    }
  }
}
