package io.deltacdf.connect.table.storage;

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
 * The small files, and small parts of files, that were read last: a commit of few rows is read in
 * several passes, and the store is asked for its bytes once. Told apart by path and place, since
 * the files of a table never change. Bounded in bytes. Thread-safe.
 */
final class SmallReads {
  /** The largest read that is small, in bytes. */
  static final int MAX_LENGTH = 1 << 20;

  private static final long MAX_TOTAL = 16L << 20;

  private final Map<Place, byte[]> cached = new LinkedHashMap<>(16, 0.75f, true);
  private long total;

  private record Place(Path file, long offset, int length) {}

  /** The bytes of a place in a file: one request to the store, or none. */
  byte[] read(FileSystem fileSystem, Path file, long offset, int length) throws IOException {
    Place place = new Place(file, offset, length);
    synchronized (cached) {
      byte[] known = cached.get(place);
      if (known != null) {
        return known;
      }
    }
    byte[] bytes = fetch(fileSystem, place);
    if (length <= MAX_LENGTH) {
      put(place, bytes);
    }
    return bytes;
  }

  private static byte[] fetch(FileSystem fileSystem, Place place) throws IOException {
    // What is behind the place is not wanted, so for the store the file may as well end with it.
    long end = place.offset + place.length;
    byte[] bytes = new byte[place.length];
    try (FSDataInputStream stream =
        FutureIO.awaitFuture(
            fileSystem
                .openFile(place.file)
                .opt(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, Long.toString(end))
                .opt(
                    OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY,
                    OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM)
                .build())) {
      stream.readFully(place.offset, bytes);
    }
    return bytes;
  }

  private void put(Place place, byte[] bytes) {
    synchronized (cached) {
      if (cached.put(place, bytes) == null) {
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
