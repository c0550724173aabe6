package io.deltacdf.connect.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bytes that grow at their end, page by page, so that growing copies nothing and takes at most a
 * page more than is used. Addresses count from 0; values may lie across pages. Not thread-safe.
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

  /** The bytes in use: the address of the next one. */
  public int size() {
    return size;
  }

  /** The bytes of all pages. */
  public long allocated() {
    return (long) pageCount << PAGE_BITS;
  }

  /** Adds bytes of any content at the end: the address of the first. */
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

  /** Gives back all bytes, and all pages but the first. */
  public void clear() {
    size = 0;
    pageCount = Math.min(pageCount, 1);
    Arrays.fill(pages, pageCount, pages.length, null);
  }

  /** Adds a copy of some bytes at the end. */
  void append(byte[] bytes) {
    int address = reserve(bytes.length);
    for (int done = 0; done < bytes.length; ) {
      int at = (address + done) & IN_PAGE;
      int length = Math.min(bytes.length - done, PAGE - at);
      System.arraycopy(bytes, done, pages[(address + done) >> PAGE_BITS], at, length);
      done += length;
    }
  }

  byte[] copy(int address, int length) {
    byte[] bytes = new byte[length];
    for (int done = 0; done < length; ) {
      int at = (address + done) & IN_PAGE;
      int part = Math.min(length - done, PAGE - at);
      System.arraycopy(pages[(address + done) >> PAGE_BITS], at, bytes, done, part);
      done += part;
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
