package io.deltacdf.connect.table.storage;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A directory of the local disk. Hadoop lists one by asking for the status of each file in it,
 * which takes seconds for the log of a table with a hundred thousand versions, of which only the
 * last few are of interest.
 */
final class LocalDirectory {
  private final RawLocalFileSystem fileSystem;
  private final Path directory;

  LocalDirectory(RawLocalFileSystem fileSystem, Path directory) {
    this.fileSystem = fileSystem;
    this.directory = directory;
  }

  /**
   * Returns the local file system itself; null if it is another one, of which nothing is known.
   * Hadoop options may replace it by a class that extends it.
   */
  static @Nullable RawLocalFileSystem local(FileSystem fileSystem) {
    return fileSystem.getClass() == RawLocalFileSystem.class
        ? (RawLocalFileSystem) fileSystem
        : null;
  }

  /**
   * Lists the files from a name on, sorted by name. The status of a file is requested when it is
   * taken from the stream.
   *
   * @throws IOException if there is no such directory
   */
  Stream<FileStatus> listFrom(String from) throws IOException {
    File local = fileSystem.pathToFile(directory);
    String[] names = local.list((file, name) -> name.compareTo(from) >= 0);
    if (names == null) {
      // It fails, and knows why.
      return Arrays.stream(fileSystem.listStatus(directory));
    }
    Arrays.sort(names);
    return Arrays.stream(names).map(this::status).filter(Objects::nonNull);
  }

  /** Returns the status of a file; null if it was deleted since it was listed. */
  private @Nullable FileStatus status(String name) {
    try {
      // Made of a name, so that it is not parsed as a URI.
      return fileSystem.getFileStatus(new Path(directory, new Path(null, null, name)));
    } catch (FileNotFoundException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(StoreException.of(e));
    }
  }
}
