package io.deltacdf.connect.table.parquet.page;

import io.deltacdf.connect.table.column.Ascii;
import io.deltacdf.connect.table.column.BytesSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Values of variable length in slots. The bytes of all values are in one array. */
public final class BytesBuffer {
  private static final int FIRST_BYTES = 1024;
  private static final int MANY_BYTES = 1 << 20;

  private int[] starts;
  private int[] lengths;
  private byte[] bytes = new byte[FIRST_BYTES];

  /** The position in the array of the first byte. */
  private int origin;

  /** The number of bytes for which the array has space from {@link #origin} on. */
  private int space = FIRST_BYTES;

  private int used;

  /** Whether the first {@link #checked} bytes are ASCII. */
  private boolean ascii = true;

  private int checked;

  /** Creates a buffer with {@code capacity} slots. */
  public BytesBuffer(int capacity) {
    starts = new int[capacity];
    lengths = new int[capacity];
  }

  public void resize(int capacity) {
    starts = Arrays.copyOf(starts, capacity);
    lengths = Arrays.copyOf(lengths, capacity);
  }

  /** Returns the position in the buffer of the next byte that is appended. */
  int end() {
    return used;
  }

  /** Sets the position and the length of a slot's value. */
  void setSlot(int slot, int start, int length) {
    starts[slot] = start;
    lengths[slot] = length;
  }

  /** Copies the position and the length of a slot's value to another slot. */
  public void move(int from, int to) {
    starts[to] = starts[from];
    lengths[to] = lengths[from];
  }

  /**
   * Appends bytes without assigning them to a slot. The source does not change later, so that it is
   * kept instead of being copied if it consists mostly of these bytes and they are many.
   */
  void append(byte[] source, int from, int length) {
    if (used == 0 && length >= MANY_BYTES && length >= source.length / 2) {
      bytes = source;
      origin = from;
      space = length;
      used = length;
      return;
    }
    int needed = Math.addExact(used, length);
    if (needed > space) {
      byte[] grown = new byte[Growth.next(space, needed)];
      System.arraycopy(bytes, origin, grown, 0, used);
      bytes = grown;
      origin = 0;
      space = grown.length;
    }
    System.arraycopy(source, from, bytes, used, length);
    used = needed;
  }

  /** Appends a value and assigns it to a slot. */
  void put(int slot, byte[] value) {
    setSlot(slot, used, value.length);
    append(value, 0, value.length);
  }

  /** Returns a copy of a slot's value. */
  public byte[] bytesAt(int slot) {
    int start = origin + starts[slot];
    return Arrays.copyOfRange(bytes, start, start + lengths[slot]);
  }

  /** Whether all values so far are ASCII, which is found out once for many of them. */
  public boolean isAscii() {
    if (ascii && checked < used) {
      ascii = Ascii.is(bytes, origin + checked, origin + used);
      checked = used;
    }
    return ascii;
  }

  /** Passes on a slot's value. */
  public void copyTo(int slot, BytesSink sink) {
    sink.accept(bytes, origin + starts[slot], lengths[slot]);
  }

  boolean isDecimal(int slot, DecimalDecoder decoder) {
    return decoder.isValid(bytes, origin + starts[slot], lengths[slot]);
  }

  public void requireDecimal(int slot, DecimalDecoder decoder) {
    decoder.require(bytes, origin + starts[slot], lengths[slot]);
  }

  public String stringAt(int slot) {
    return new String(bytes, origin + starts[slot], lengths[slot], StandardCharsets.UTF_8);
  }
}
