package io.deltacdf.connect.testing;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * A local file system of which one call fails: a listing, a status request, an opened file or a
 * read. The calls of each thread are counted on their own. Hadoop creates the instances, see {@link
 * #OPTIONS}.
 */
public final class FailingFileSystem extends RawLocalFileSystem {
  /** The Hadoop options that replace the local file system with this one. */
  public static final Map<String, String> OPTIONS =
      Map.of("fs.file.impl", FailingFileSystem.class.getName());

  private static final ThreadLocal<long[]> CALLS = ThreadLocal.withInitial(() -> new long[2]);

  /**
   * Counts the calls of this thread from 1 on, and fails one of them.
   *
   * @param call the number of the call that fails; 0 for none
   */
  public static void fail(long call) {
    CALLS.set(new long[] {0, call});
  }

  /** Returns the number of calls of this thread since {@link #fail}. */
  public static long calls() {
    return CALLS.get()[0];
  }

  private static void count(Object what) throws IOException {
    long[] calls = CALLS.get();
    if (++calls[0] == calls[1]) {
      throw new IOException("Call " + calls[1] + " fails: " + what);
    }
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    count("list " + path);
    return super.listStatus(path);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    count("status of " + path);
    return super.getFileStatus(path);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    count("open " + path);
    return new FSDataInputStream(new FailingStream(super.open(path, bufferSize), path));
  }

  private static final class FailingStream extends FSInputStream {
    private final FSDataInputStream stream;
    private final Path path;

    FailingStream(FSDataInputStream stream, Path path) {
      this.stream = stream;
      this.path = path;
    }

    @Override
    public int read() throws IOException {
      count("read " + path);
      return stream.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      count("read " + path);
      return stream.read(bytes, offset, length);
    }

    @Override
    public int read(long position, byte[] bytes, int offset, int length) throws IOException {
      count("read " + path);
      return stream.read(position, bytes, offset, length);
    }

    @Override
    public void seek(long position) throws IOException {
      stream.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return stream.getPos();
    }

    @Override
    public boolean seekToNewSource(long position) throws IOException {
      return stream.seekToNewSource(position);
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
