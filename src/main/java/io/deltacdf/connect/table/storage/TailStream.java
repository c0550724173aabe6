package io.deltacdf.connect.table.storage;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.ParquetFileRange;
import org.apache.parquet.io.SeekableInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the end of a file with one request. Parquet reads the length of the footer from the last
 * eight bytes of a file and then the footer, which precedes them. A small file is read completely.
 */
final class TailStream extends DelegatingSeekableInputStream {
  private final Bytes bytes;

  private TailStream(Bytes bytes) {
    super(bytes);
    this.bytes = bytes;
  }

  /** Reads the end of a file when it is first needed. */
  interface Tail {
    byte[] read() throws IOException;
  }

  /** Creates the stream of a file that the tail holds completely. */
  static TailStream ofWholeFile(Tail tail) {
    return new TailStream(new Bytes(null, 0, tail));
  }

  /**
   * Creates a stream.
   *
   * @param file reads what precedes the tail
   * @param tailStart the position of the tail in the file
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
    Objects.requireNonNull(bytes.file).readVectored(ranges, allocator);
  }

  private static final class Bytes extends InputStream {
    private final @Nullable SeekableInputStream file;
    private final long tailStart;
    private final Tail source;
    private byte @Nullable [] tail;
    private long position;

    Bytes(@Nullable SeekableInputStream file, long tailStart, Tail source) {
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
          file != null && position < tailStart
              ? readFile(file, buffer, offset, length)
              : readTail(buffer, offset, length);
      position += Math.max(0, read);
      return read;
    }

    private int readFile(SeekableInputStream file, byte[] buffer, int offset, int length)
        throws IOException {
      file.seek(position);
      return file.read(buffer, offset, length);
    }

    private int readTail(byte[] buffer, int offset, int length) throws IOException {
      byte[] content = tail;
      if (content == null) {
        content = source.read();
        tail = content;
      }
      int from = Math.toIntExact(position - tailStart);
      if (from >= content.length) {
        return -1;
      }
      int read = Math.min(length, content.length - from);
      System.arraycopy(content, from, buffer, offset, read);
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
