package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * STRING and BINARY: indexes into a dictionary, or places in one buffer. Where a batch has both
 * kinds of pages, all is kept in the buffer.
 */
class BytesVector extends LeafVector {
  private static final int BUFFER_BYTES = 1024;

  /** Set as long as all values came from it; then {@code starts} are indexes into it. */
  private BytesDictionary dictionary;

  /** Where each value begins in the buffer, or its index in the dictionary. */
  private int[] starts;

  private int[] lengths;
  private byte[] buffer;
  private int used;

  BytesVector(DataType type, int capacity) {
    super(type, capacity);
    starts = new int[capacity];
  }

  @Override
  final void resize(int capacity) {
    starts = Arrays.copyOf(starts, capacity);
    if (lengths != null) {
      lengths = Arrays.copyOf(lengths, capacity);
    }
  }

  @Override
  final void read(PageValues page, int at, int count) {
    page.bytes(this, at, count);
  }

  @Override
  final void move(int from, int to) {
    starts[to] = starts[from];
    if (lengths != null) {
      lengths[to] = lengths[from];
    }
  }

  /** What is to be added to a position in bytes that are added next, {@code from} being first. */
  final int shift(int from) {
    useBuffer();
    return used - from;
  }

  /** Says where in the buffer a value is. */
  final void place(int slot, int start, int length) {
    starts[slot] = start;
    lengths[slot] = length;
  }

  /** Adds bytes to the buffer. */
  final void add(byte[] bytes, int from, int length) {
    int needed = Math.addExact(used, length);
    if (needed > buffer.length) {
      int doubled = (int) Math.min(2L * buffer.length, Integer.MAX_VALUE - 8L);
      buffer = Arrays.copyOf(buffer, Math.max(needed, doubled));
    }
    System.arraycopy(bytes, from, buffer, used, length);
    used = needed;
  }

  /** Puts dictionary values into the slots from {@code at} on. */
  final void add(BytesDictionary values, int[] ids, int at, int count) {
    if (buffer == null) {
      // One vector never spans row groups, so that all its indexes are into one dictionary.
      dictionary = values;
    }
    if (dictionary != null) {
      System.arraycopy(ids, 0, starts, at, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      addCopy(at + i, values.bytesAt(ids[i]));
    }
  }

  private void addCopy(int slot, byte[] value) {
    place(slot, used, value.length);
    add(value, 0, value.length);
  }

  private void useBuffer() {
    if (buffer != null) {
      return;
    }
    buffer = new byte[BUFFER_BYTES];
    lengths = new int[starts.length];
    BytesDictionary before = dictionary;
    dictionary = null;
    for (int slot = 0; before != null && slot < size(); slot++) {
      if (!isNullAt(slot)) {
        addCopy(slot, before.bytesAt(starts[slot]));
      }
    }
  }

  final BytesDictionary dictionary() {
    return dictionary;
  }

  /** The value's index in {@link #dictionary}. */
  final int idAt(int row) {
    return starts[row];
  }

  @Override
  public final byte[] bytesAt(int row) {
    int start = starts[row];
    return dictionary != null
        ? dictionary.bytesAt(start)
        : Arrays.copyOfRange(buffer, start, start + lengths[row]);
  }

  @Override
  public final String stringAt(int row) {
    int start = starts[row];
    return dictionary != null
        ? dictionary.stringAt(start)
        : new String(buffer, start, lengths[row], StandardCharsets.UTF_8);
  }
}
