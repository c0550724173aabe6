package io.deltacdf.connect.testing.stores;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * The local disk as stores {@code hanging://<name>/path} that do not answer some calls, or any,
 * until {@link #answer}. The state is global to the JVM, so only one test at a time may use it.
 */
public final class HangingFileSystem extends RawLocalFileSystem {
  /** The Hadoop options that define the scheme. */
  public static final Map<String, String> OPTIONS =
      Map.of("fs.hanging.impl", HangingFileSystem.class.getName());

  /** What a call does. */
  public enum Call {
    OPEN_STORE,
    LIST,
    STATUS,
    OPEN_FILE,
    /** Reads a range of a file of more than a mebibyte, but not its end. */
    READ_RANGE
  }

  private static final int SMALL_FILE = 1 << 20;
  private static final int END_OF_FILE = 64 << 10;

  private static final AtomicInteger WAITING = new AtomicInteger();
  private static volatile BiPredicate<Call, Path> hanging = (call, path) -> false;
  private static volatile CountDownLatch answer = new CountDownLatch(0);

  private URI uri;

  /** Lets every call wait from now on. */
  public static void hang() {
    hangAt((call, path) -> call != Call.OPEN_STORE);
  }

  /** Lets every call wait from now on, and also the threads that open the file system. */
  public static void hangWhileOpened() {
    hangAt((call, path) -> true);
  }

  /** Lets some calls wait from now on. */
  public static void hangAt(BiPredicate<Call, Path> calls) {
    hanging = calls;
    answer = new CountDownLatch(1);
  }

  /** Lets the waiting calls, and all others from now on, be answered. */
  public static void answer() {
    answer.countDown();
  }

  /** Returns the number of calls that wait. */
  public static int waiting() {
    return WAITING.get();
  }

  private static void await(Call call, Path path) throws IOException {
    if (!hanging.test(call, path)) {
      return;
    }
    WAITING.incrementAndGet();
    try {
      answer.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException("interrupted");
    } finally {
      WAITING.decrementAndGet();
    }
  }

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    await(Call.OPEN_STORE, new Path(name));
    super.initialize(name, conf);
    uri = URI.create(name.getScheme() + "://" + name.getAuthority());
  }

  @Override
  public URI getUri() {
    // Hadoop's constructor needs one.
    return uri == null ? URI.create("hanging:///") : uri;
  }

  @Override
  public String getScheme() {
    return "hanging";
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    await(Call.LIST, path);
    return super.listStatus(path);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    await(Call.STATUS, path);
    return super.getFileStatus(path);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    await(Call.OPEN_FILE, path);
    FSDataInputStream in = super.open(path, bufferSize);
    long length = super.getFileStatus(path).getLen();
    return length <= SMALL_FILE ? in : new FSDataInputStream(new Ranges(in, path, length));
  }

  /** A file whose ranges may hang when they are read. */
  private static final class Ranges extends FSInputStream {
    private final FSDataInputStream in;
    private final Path path;
    private final long length;

    Ranges(FSDataInputStream in, Path path, long length) {
      this.in = in;
      this.path = path;
      this.length = length;
    }

    private void awaitRange() throws IOException {
      if (in.getPos() < length - END_OF_FILE) {
        await(Call.READ_RANGE, path);
      }
    }

    @Override
    public int read() throws IOException {
      awaitRange();
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int start, int count) throws IOException {
      awaitRange();
      return in.read(bytes, start, count);
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
