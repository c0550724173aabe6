package io.deltacdf.connect.table.storage;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.ParquetFileRange;
import org.apache.parquet.io.SeekableInputStream;

/**
 * A file whose end is read at once: Parquet looks for the length of a footer in the last eight
 * bytes, and then for the footer in front of them. Of a small file the end is all of it.
 */
final class TailStream extends DelegatingSeekableInputStream {
  private final Bytes bytes;

  private TailStream(Bytes bytes) {
    super(bytes);
    this.bytes = bytes;
  }

  /** Reads the end of a file, when it is asked for. */
  interface Tail {
    byte[] read() throws IOException;
  }

  /**
   * @param file for what lies in front of the tail; null where there is nothing
   * @param tailStart the tail's place in the file
   */
  static TailStream of(SeekableInputStream file, long tailStart, Tail tail) {
    return new TailStream(new Bytes(file, tailStart, tail));
  }

  @Override
  public long getPos() {
    return bytes.position;
  }

  @Override
  public void seek(long position) {
    bytes.position = position;
  }

  @Override
  public boolean readVectoredAvailable(ByteBufferAllocator allocator) {
    return bytes.file != null && bytes.file.readVectoredAvailable(allocator);
  }

  @Override
  public void readVectored(List<ParquetFileRange> ranges, ByteBufferAllocator allocator)
      throws IOException {
    bytes.file.readVectored(ranges, allocator);
  }

  private static final class Bytes extends InputStream {
    private final SeekableInputStream file;
    private final long tailStart;
    private final Tail source;
    private byte[] tail;
    private long position;

    Bytes(SeekableInputStream file, long tailStart, Tail source) {
      this.file = file;
      this.tailStart = tailStart;
      this.source = source;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read =
          position < tailStart
              ? readFile(buffer, offset, length)
              : readTail(buffer, offset, length);
      position += Math.max(0, read);
      return read;
    }

    private int readFile(byte[] buffer, int offset, int length) throws IOException {
      file.seek(position);
      return file.read(buffer, offset, length);
    }

    private int readTail(byte[] buffer, int offset, int length) throws IOException {
      if (tail == null) {
        tail = source.read();
      }
      int from = Math.toIntExact(position - tailStart);
      if (from >= tail.length) {
        return -1;
      }
      int read = Math.min(length, tail.length - from);
      System.arraycopy(tail, from, buffer, offset, read);
      return read;
    }

    @Override
    public void close() throws IOException {
      if (file != null) {
        file.close();
      }
    }
  }
}
