package io.deltacdf.connect.avro.binary;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes values in Avro's binary form to an array that grows. A buffer is reused for many rows; it
 * is not safe for several threads.
 */
public final class AvroBuffer {
  private static final int MAX_LONG_BYTES = 10;
  private static final int MAX_INT_BYTES = 5;

  /** From here on, copying the encoded form of a string is faster than encoding its characters. */
  private static final int LONG_STRING = 24;

  private static final int ASCII_END = 0x80;

  private byte[] bytes;
  private int size;

  /** Creates a buffer that grows when more than {@code capacity} bytes are written. */
  public AvroBuffer(int capacity) {
    this.bytes = new byte[Math.max(capacity, 16)];
  }

  /** The number of bytes so far. */
  public int size() {
    return size;
  }

  /** Forgets all bytes, and keeps the array. */
  public void clear() {
    size = 0;
  }

  /** Forgets the bytes from a size on that was observed before. */
  public void truncate(int newSize) {
    if (newSize < 0 || newSize > size) {
      throw new IndexOutOfBoundsException(newSize + " is not between 0 and " + size);
    }
    size = newSize;
  }

  /** Returns a copy of all bytes. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** Returns a copy of the bytes from a position on, after some zero bytes. */
  public byte[] copyAfter(int zeros, int from) {
    byte[] copy = new byte[zeros + size - from];
    System.arraycopy(bytes, from, copy, zeros, size - from);
    return copy;
  }

  /** Releases the array if it has grown beyond a number of bytes. Forgets all bytes. */
  public void shrink(int capacity) {
    if (bytes.length > capacity) {
      bytes = new byte[capacity];
    }
    size = 0;
  }

  /** Writes {@code true} or {@code false}. */
  public void writeBoolean(boolean value) {
    ensure(1);
    bytes[size++] = (byte) (value ? 1 : 0);
  }

  /** Writes an {@code int}, which also is the position of an enum's symbol. */
  public void writeInt(int value) {
    ensure(MAX_INT_BYTES);
    int rest = (value << 1) ^ (value >> 31);
    byte[] to = bytes;
    int at = size;
    while ((rest & ~0x7F) != 0) {
      to[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    to[at++] = (byte) rest;
    size = at;
  }

  /** Writes a {@code long}, which also is the number of items of a block. */
  public void writeLong(long value) {
    ensure(MAX_LONG_BYTES);
    long rest = (value << 1) ^ (value >> 63);
    byte[] to = bytes;
    int at = size;
    while ((rest & ~0x7FL) != 0) {
      to[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    to[at++] = (byte) rest;
    size = at;
  }

  /**
   * Writes the branch of a union.
   *
   * @param index below 64, so that it takes one byte
   */
  public void writeBranch(int index) {
    ensure(1);
    bytes[size++] = (byte) (index << 1);
  }

  /** Writes the end of the blocks of an array or a map. */
  public void writeEnd() {
    ensure(1);
    bytes[size++] = 0;
  }

  /** Writes a {@code float}. */
  public void writeFloat(float value) {
    ensure(Float.BYTES);
    writeLittleEndian(Float.floatToRawIntBits(value));
  }

  /** Writes a {@code double}. */
  public void writeDouble(double value) {
    ensure(Double.BYTES);
    long bits = Double.doubleToRawLongBits(value);
    writeLittleEndian((int) bits);
    writeLittleEndian((int) (bits >>> Integer.SIZE));
  }

  private void writeLittleEndian(int bits) {
    byte[] to = bytes;
    int at = size;
    to[at] = (byte) bits;
    to[at + 1] = (byte) (bits >>> 8);
    to[at + 2] = (byte) (bits >>> 16);
    to[at + 3] = (byte) (bits >>> 24);
    size = at + 4;
  }

  /** Writes a string: the number of its bytes in UTF-8, and these bytes. */
  public void writeString(String value) {
    int length = value.length();
    if (length >= LONG_STRING || !writeShortAscii(value, length)) {
      byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
      writeBytes(utf8, 0, utf8.length);
    }
  }

  private boolean writeShortAscii(String value, int length) {
    ensure(1 + LONG_STRING);
    byte[] to = bytes;
    int at = size;
    to[at++] = (byte) (length << 1);
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if (c >= ASCII_END) {
        return false;
      }
      to[at++] = (byte) c;
    }
    size = at;
    return true;
  }

  /** Writes bytes, or a string in UTF-8: their number, and they themselves. */
  public void writeBytes(byte[] value) {
    writeBytes(value, 0, value.length);
  }

  /** Writes bytes, or a string in UTF-8: their number, and they themselves. */
  public void writeBytes(byte[] source, int offset, int length) {
    writeInt(length);
    writeRaw(source, offset, length);
  }

  /** Writes the remaining bytes of a buffer, without changing its position. */
  public void writeBytes(ByteBuffer value) {
    int length = value.remaining();
    writeInt(length);
    writeRaw(value);
  }

  /** Writes bytes without their number, as for the type {@code fixed}, or what is encoded. */
  public void writeRaw(byte[] source, int offset, int length) {
    ensure(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  /** Writes the remaining bytes of a buffer without their number. */
  public void writeRaw(ByteBuffer value) {
    int length = value.remaining();
    ensure(length);
    value.get(value.position(), bytes, size, length);
    size += length;
  }

  private void ensure(int more) {
    if (bytes.length - size < more) {
      grow(more);
    }
  }

  private void grow(int more) {
    int needed = Math.addExact(size, more);
    int doubled = bytes.length > Integer.MAX_VALUE / 2 ? needed : bytes.length * 2;
    bytes = Arrays.copyOf(bytes, Math.max(needed, doubled));
  }
}
