package io.deltacdf.connect.table.storage;

import io.deltacdf.connect.table.storage.ahead.AheadReads;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * Caches the small files, and small ranges of files, that were read last. A commit is read in
 * several passes, which share one request to the store. Entries do not become stale, because the
 * files of a table never change; {@link #clear} is for damaged files that were restored. The size
 * in bytes is limited. Thread-safe.
 */
final class SmallReads {
  /** The largest read that is cached, in bytes. */
  static final int MAX_LENGTH = 1 << 20;

  private static final long MAX_TOTAL = 16L << 20;

  private final Map<Range, byte[]> cached = new LinkedHashMap<>(16, 0.75f, true);

  /** The whole files that are read before they are needed. */
  private final AheadReads ahead = new AheadReads();

  private long total;

  private record Range(Path file, long offset, int length) {}

  /** Reads a range of a file from the cache, or from the store with one request. */
  byte[] read(FileSystem fileSystem, FileGate gate, Path file, long offset, int length)
      throws IOException {
    Range range = new Range(file, offset, length);
    synchronized (cached) {
      byte[] hit = cached.get(range);
      if (hit != null) {
        return hit;
      }
    }
    byte[] bytes = offset == 0 ? ahead.take(file, length) : null;
    if (bytes == null) {
      gate.await(1);
      bytes = fetch(fileSystem, range);
    }
    if (length <= MAX_LENGTH) {
      put(range, bytes);
    }
    return bytes;
  }

  /** Returns the whole files that are read before they are needed. */
  AheadReads ahead() {
    return ahead;
  }

  /** Reads a whole file with one request, past the cache. */
  static byte[] fetch(FileSystem fileSystem, FileGate gate, Path file, int length)
      throws IOException {
    gate.await(1);
    return fetch(fileSystem, new Range(file, 0, length));
  }

  /** Drops all reads. */
  void clear() {
    ahead.clear();
    synchronized (cached) {
      cached.clear();
      total = 0;
    }
  }

  private static byte[] fetch(FileSystem fileSystem, Range range) throws IOException {
    // Nothing after the range is needed, so its end can be stated as the length of the file.
    long end = range.offset + range.length;
    byte[] bytes = new byte[range.length];
    try (FSDataInputStream stream =
        FutureIO.awaitFuture(
            fileSystem
                .openFile(range.file)
                .opt(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, Long.toString(end))
                .opt(
                    OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY,
                    OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM)
                .build())) {
      stream.readFully(range.offset, bytes);
    } catch (IOException e) {
      throw StoreException.of(e);
    }
    return bytes;
  }

  private void put(Range range, byte[] bytes) {
    synchronized (cached) {
      if (cached.put(range, bytes) == null) {
        total += bytes.length;
      }
      Iterator<byte[]> eldest = cached.values().iterator();
      while (total > MAX_TOTAL) {
        total -= eldest.next().length;
        eldest.remove();
      }
    }
  }
}
