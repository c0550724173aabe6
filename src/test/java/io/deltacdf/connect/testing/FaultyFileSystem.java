package io.deltacdf.connect.testing;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * A local file system some of whose calls fail: listings, status requests, opened files and reads.
 * The calls are numbered from 1 on. The number and the faults are global to the JVM, so only one
 * test at a time may use them. Hadoop creates the instances, see {@link #OPTIONS}.
 */
public final class FaultyFileSystem extends RawLocalFileSystem {
  /** The Hadoop options that replace the local file system with this one. */
  public static final Map<String, String> OPTIONS =
      Map.of("fs.file.impl", FaultyFileSystem.class.getName());

  private static final AtomicLong CALLS = new AtomicLong();
  private static final AtomicLong DATA_FILES = new AtomicLong();
  private static volatile LongPredicate faults = call -> false;

  /** Starts counting again. The calls whose numbers fulfill the condition fail. */
  public static void restart(LongPredicate failingCalls) {
    CALLS.set(0);
    DATA_FILES.set(0);
    faults = failingCalls;
  }

  /** Returns the number of calls since {@link #restart}. */
  public static long calls() {
    return CALLS.get();
  }

  /** Returns how many times a Parquet file was opened since {@link #restart}. */
  public static long dataFilesOpened() {
    return DATA_FILES.get();
  }

  private static void call(String what) throws IOException {
    long number = CALLS.incrementAndGet();
    if (faults.test(number)) {
      throw new IOException("Call " + number + " fails: " + what);
    }
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    call("list " + path);
    return super.listStatus(path);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    call("look at " + path);
    return super.getFileStatus(path);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    call("open " + path);
    if (path.getName().endsWith(".parquet")) {
      DATA_FILES.incrementAndGet();
    }
    return new FSDataInputStream(new Stream(super.open(path, bufferSize), path));
  }

  private static final class Stream extends FSInputStream {
    private final FSDataInputStream in;
    private final Path path;

    Stream(FSDataInputStream in, Path path) {
      this.in = in;
      this.path = path;
    }

    @Override
    public int read() throws IOException {
      call("read " + path);
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      call("read " + path);
      return in.read(bytes, offset, length);
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long target) throws IOException {
      return in.seekToNewSource(target);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
