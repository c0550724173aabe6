package io.deltacdf.connect.testing;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * The local disk, with a count of what is asked of it: listings, looks at one file, and files of
 * tables' logs that are opened. The counts are the JVM's, so one test at a time may use them.
 * Hadoop makes instances, see {@link #OPTIONS}.
 */
public final class CountingFileSystem extends RawLocalFileSystem {
  /** The Hadoop options that put it in the place of the local disk. */
  public static final Map<String, String> OPTIONS =
      Map.of("fs.file.impl", CountingFileSystem.class.getName());

  private static final AtomicLong LISTINGS = new AtomicLong();
  private static final AtomicLong LOOKS = new AtomicLong();
  private static final AtomicLong OPENED = new AtomicLong();

  /** What was asked for so far. */
  public record Counts(long listings, long looks, long opened) {
    /** What was asked for since. */
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
