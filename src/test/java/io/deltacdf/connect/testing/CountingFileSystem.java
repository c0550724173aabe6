package io.deltacdf.connect.testing;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * A local file system that counts listings, status requests and opened log files. The counts are
 * global to the JVM, so only one test at a time may use them. Hadoop creates the instances, see
 * {@link #OPTIONS}.
 */
public final class CountingFileSystem extends RawLocalFileSystem {
  /** The Hadoop options that replace the local file system with this one. */
  public static final Map<String, String> OPTIONS =
      Map.of("fs.file.impl", CountingFileSystem.class.getName());

  private static final AtomicLong LISTINGS = new AtomicLong();
  private static final AtomicLong LOOKS = new AtomicLong();
  private static final AtomicLong OPENED = new AtomicLong();

  /** Returns the counts so far. */
  public record Counts(long listings, long looks, long opened) {
    /** Returns the counts since the earlier ones. */
    public Counts since() {
      Counts now = now();
      return new Counts(now.listings - listings, now.looks - looks, now.opened - opened);
    }

    public static Counts now() {
      return new Counts(LISTINGS.get(), LOOKS.get(), OPENED.get());
    }
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    FileStatus status = super.getFileStatus(path);
    if (status.isDirectory()) {
      LISTINGS.incrementAndGet();
    }
    return super.listStatus(path);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    LOOKS.incrementAndGet();
    return super.getFileStatus(path);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    if (path.getParent().getName().equals("_delta_log")) {
      OPENED.incrementAndGet();
    }
    return super.open(path, bufferSize);
  }
}
