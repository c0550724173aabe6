package io.deltacdf.connect.table.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.util.functional.FutureIO;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.ParquetFileRange;
import org.apache.parquet.io.SeekableInputStream;

/**
 * A file that Parquet's reader reads, or Delta Kernel's. Marks the failures of its file system, and
 * waits for its gate before it reads at another position than that where it stopped.
 */
final class StoreStream extends SeekableInputStream {
  private final SeekableInputStream in;
  private final FileGate gate;
  private boolean moved = true;

  private StoreStream(SeekableInputStream in, FileGate gate) {
    this.in = in;
    this.gate = gate;
  }

  /** Opens a file. */
  static StoreStream open(FutureDataInputStreamBuilder opening, FileGate gate) throws IOException {
    try {
      return new StoreStream(HadoopStreams.wrap(FutureIO.awaitFuture(opening.build())), gate);
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  private void awaitRequest() throws IOException {
    if (moved) {
      gate.await(1);
      moved = false;
    }
  }

  @Override
  public long getPos() throws IOException {
    return in.getPos();
  }

  @Override
  public void seek(long position) throws IOException {
    try {
      moved |= position != in.getPos();
      in.seek(position);
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  @Override
  public void readFully(byte[] bytes) throws IOException {
    readFully(bytes, 0, bytes.length);
  }

  @Override
  public void readFully(byte[] bytes, int start, int length) throws IOException {
    awaitRequest();
    try {
      in.readFully(bytes, start, length);
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  @Override
  public void readFully(ByteBuffer buffer) throws IOException {
    awaitRequest();
    try {
      in.readFully(buffer);
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  @Override
  public int read() throws IOException {
    awaitRequest();
    try {
      return in.read();
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  @Override
  public int read(byte[] bytes, int start, int length) throws IOException {
    awaitRequest();
    try {
      return in.read(bytes, start, length);
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  @Override
  public int read(ByteBuffer buffer) throws IOException {
    awaitRequest();
    try {
      return in.read(buffer);
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  @Override
  public boolean readVectoredAvailable(ByteBufferAllocator allocator) {
    return in.readVectoredAvailable(allocator);
  }

  @Override
  public void readVectored(List<ParquetFileRange> ranges, ByteBufferAllocator allocator)
      throws IOException {
    gate.await(ranges.size());
    try {
      in.readVectored(ranges, allocator);
    } catch (IOException e) {
      throw StoreException.of(e);
    }
    for (ParquetFileRange range : ranges) {
      CompletableFuture<ByteBuffer> read = range.getDataReadFuture();
      range.setDataReadFuture(read.exceptionally(StoreStream::rethrow));
    }
  }

  private static ByteBuffer rethrow(Throwable e) {
    Throwable failure = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
    throw new CompletionException(
        failure instanceof IOException io ? StoreException.of(io) : failure);
  }

  @Override
  public void close() throws IOException {
    try {
      in.close();
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }
}
