package io.deltacdf.connect.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A growing sequence of bytes in pages. Growing copies nothing, and at most one page is allocated
 * but not used. Addresses start at 0; values can span pages. Not thread-safe.
 */
public final class PagedBytes {
  private static final int PAGE_BITS = 16;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int IN_PAGE = PAGE - 1;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[][] pages = new byte[16][];
  private int pageCount;
  private int size;

  /** Returns the number of bytes in use, which is the address of the next byte. */
  public int size() {
    return size;
  }

  /** Returns the number of bytes in all pages. */
  public long allocated() {
    return (long) pageCount << PAGE_BITS;
  }

  /** Appends bytes of undefined content and returns the address of the first. */
  int reserve(int count) {
    int address = size;
    size = Math.addExact(size, count);
    while (allocated() < size) {
      if (pageCount == pages.length) {
        pages = Arrays.copyOf(pages, 2 * pageCount);
      }
      pages[pageCount++] = new byte[PAGE];
    }
    return address;
  }

  /** Removes all bytes and releases all pages except the first. */
  public void clear() {
    size = 0;
    pageCount = Math.min(pageCount, 1);
    Arrays.fill(pages, pageCount, pages.length, null);
  }

  /** Appends a copy of the bytes. */
  void append(byte[] bytes) {
    int address = reserve(bytes.length);
    for (int copied = 0; copied < bytes.length; ) {
      int at = (address + copied) & IN_PAGE;
      int length = Math.min(bytes.length - copied, PAGE - at);
      System.arraycopy(bytes, copied, pages[(address + copied) >> PAGE_BITS], at, length);
      copied += length;
    }
  }

  byte[] copy(int address, int length) {
    byte[] bytes = new byte[length];
    for (int copied = 0; copied < length; ) {
      int at = (address + copied) & IN_PAGE;
      int part = Math.min(length - copied, PAGE - at);
      System.arraycopy(pages[(address + copied) >> PAGE_BITS], at, bytes, copied, part);
      copied += part;
    }
    return bytes;
  }

  byte byteAt(int address) {
    return pages[address >> PAGE_BITS][address & IN_PAGE];
  }

  void putByte(int address, int value) {
    pages[address >> PAGE_BITS][address & IN_PAGE] = (byte) value;
  }

  int intAt(int address) {
    if ((address & IN_PAGE) <= PAGE - Integer.BYTES) {
      return (int) INT.get(pages[address >> PAGE_BITS], address & IN_PAGE);
    }
    int value = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      value = value << Byte.SIZE | Byte.toUnsignedInt(byteAt(address + i));
    }
    return value;
  }

  void putInt(int address, int value) {
    if ((address & IN_PAGE) <= PAGE - Integer.BYTES) {
      INT.set(pages[address >> PAGE_BITS], address & IN_PAGE, value);
      return;
    }
    for (int i = 0; i < Integer.BYTES; i++) {
      putByte(address + i, value >> (Integer.BYTES - 1 - i) * Byte.SIZE);
    }
  }

  long longAt(int address) {
    if ((address & IN_PAGE) <= PAGE - Long.BYTES) {
      return (long) LONG.get(pages[address >> PAGE_BITS], address & IN_PAGE);
    }
    return (long) intAt(address) << Integer.SIZE
        | Integer.toUnsignedLong(intAt(address + Integer.BYTES));
  }

  void putLong(int address, long value) {
    if ((address & IN_PAGE) <= PAGE - Long.BYTES) {
      LONG.set(pages[address >> PAGE_BITS], address & IN_PAGE, value);
      return;
    }
    putInt(address, (int) (value >> Integer.SIZE));
    putInt(address + Integer.BYTES, (int) value);
  }
}
