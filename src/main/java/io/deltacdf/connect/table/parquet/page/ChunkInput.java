package io.deltacdf.connect.table.parquet.page;

import java.io.IOException;
import java.io.InputStream;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.SeekableInputStream;

/** The bytes of one column in one row group. Several of them share the stream of their file. */
final class ChunkInput extends InputStream {
  private final SeekableInputStream file;
  private final byte[] buffer;
  private final long end;

  /** The position in the file of the first byte after those in the buffer. */
  private long position;

  private int at;
  private int limit;

  /**
   * Creates the input.
   *
   * @param buffered how many bytes are read from the file at a time, at least
   */
  ChunkInput(SeekableInputStream file, long start, long length, int buffered) {
    this.file = file;
    this.buffer = new byte[buffered];
    this.position = start;
    this.end = start + length;
  }

  private long remaining() {
    return limit - at + end - position;
  }

  @Override
  public int read() throws IOException {
    return fill() ? buffer[at++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] out, int offset, int length) throws IOException {
    if (length == 0 || !fill()) {
      return length == 0 ? 0 : -1;
    }
    int count = Math.min(length, limit - at);
    System.arraycopy(buffer, at, out, offset, count);
    at += count;
    return count;
  }

  /** Reads a number of bytes. */
  byte[] bytes(int size) throws IOException {
    if (size < 0 || size > remaining()) {
      throw new ParquetDecodingException("a page of " + size + " bytes is longer than its column");
    }
    byte[] bytes = new byte[size];
    int done = Math.min(size, limit - at);
    System.arraycopy(buffer, at, bytes, 0, done);
    at += done;
    if (size - done >= buffer.length) {
      file.seek(position);
      file.readFully(bytes, done, size - done);
      position += size - done;
    } else {
      readNBytes(bytes, done, size - done);
    }
    return bytes;
  }

  /** Reads on if the buffer is empty; returns false if there are no more bytes. */
  private boolean fill() throws IOException {
    if (at < limit) {
      return true;
    } else if (position == end) {
      return false;
    }
    int count = (int) Math.min(buffer.length, end - position);
    file.seek(position);
    file.readFully(buffer, 0, count);
    position += count;
    at = 0;
    limit = count;
    return true;
  }
}
