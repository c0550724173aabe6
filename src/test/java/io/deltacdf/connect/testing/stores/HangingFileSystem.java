package io.deltacdf.connect.testing.stores;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * The local disk as stores {@code hanging://<name>/path} that do not answer until {@link #answer}.
 * The state is global to the JVM, so only one test at a time may use it.
 */
public final class HangingFileSystem extends RawLocalFileSystem {
  /** The Hadoop options that define the scheme. */
  public static final Map<String, String> OPTIONS =
      Map.of("fs.hanging.impl", HangingFileSystem.class.getName());

  private static final AtomicInteger WAITING = new AtomicInteger();
  private static volatile boolean hangsWhileOpened;
  private static volatile CountDownLatch answer = new CountDownLatch(0);

  private URI uri;

  /** Lets every call wait from now on. */
  public static void hang() {
    hangsWhileOpened = false;
    answer = new CountDownLatch(1);
  }

  /** Lets every call wait from now on, and also whoever opens the file system. */
  public static void hangWhileOpened() {
    hang();
    hangsWhileOpened = true;
  }

  /** Lets the waiting calls, and all others from now on, be answered. */
  public static void answer() {
    answer.countDown();
  }

  /** Returns the number of calls that wait. */
  public static int waiting() {
    return WAITING.get();
  }

  private static void await() throws IOException {
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
    if (hangsWhileOpened) {
      await();
    }
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
    await();
    return super.listStatus(path);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    await();
    return super.getFileStatus(path);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    await();
    return super.open(path, bufferSize);
  }
}
