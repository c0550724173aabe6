package io.deltacdf.connect.table.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Lists directories in search of tables. Thread-safe. */
public final class Directories {
  private static final String LOG = "_delta_log";

  /** The size of a page of S3; other stores have larger ones. */
  private static final int PAGE = 1_000;

  private final Storage storage;

  /**
   * What a directory contains.
   *
   * @param isTable whether it is the directory of a table; its other contents are then unknown
   * @param subdirectories the names of its directories
   */
  public record Contents(boolean isTable, List<String> subdirectories) {
    public Contents {
      subdirectories = List.copyOf(subdirectories);
    }
  }

  public Directories(Storage storage) {
    this.storage = storage;
  }

  /** Returns the normalized path of a directory, see {@link TablePaths#root}. */
  public String normalize(String path) {
    return text(TablePaths.root(path, storage.configuration()));
  }

  /** Returns the path of a directory in another one. */
  public String resolve(String directory, String name) {
    return text(new Path(new Path(directory), new Path(null, null, name)));
  }

  /** A local path without a scheme, because a percent sign in a URI would be decoded. */
  private static String text(Path path) {
    return "file".equals(path.toUri().getScheme()) ? path.toUri().getPath() : path.toString();
  }

  /**
   * Lists a directory, up to the log if it is a table: one request for a thousand entries.
   *
   * @throws FileNotFoundException if there is no such directory
   */
  public Contents list(String directory) throws IOException {
    Path path = new Path(directory);
    FileSystem fileSystem = fileSystem(path);
    List<String> names = new ArrayList<>();
    try {
      storage.awaitRequests(path, 1);
      RemoteIterator<FileStatus> entries = fileSystem.listStatusIterator(path);
      for (int count = 1; entries.hasNext(); count++) {
        FileStatus entry = entries.next();
        if (count % PAGE == 0) {
          storage.awaitRequests(path, 1);
        }
        if (!entry.isDirectory()) {
          continue;
        }
        String name = entry.getPath().getName();
        if (name.equals(LOG)) {
          return new Contents(true, List.of());
        }
        names.add(name);
      }
    } catch (FileNotFoundException e) {
      throw e;
    } catch (IOException e) {
      throw StoreException.of(e);
    }
    return new Contents(false, names);
  }

  /**
   * Whether a directory is that of a table, which is one request. A call for the status of the log
   * would cost two on S3.
   */
  @SuppressWarnings("deprecation") // Only this method looks for a directory without a file.
  public boolean isTable(String directory) throws IOException {
    Path log = new Path(directory, LOG);
    FileSystem fileSystem = fileSystem(log);
    storage.awaitRequests(log, 1);
    try {
      return fileSystem.isDirectory(log);
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  private FileSystem fileSystem(Path path) throws IOException {
    return storage.fileSystem(path);
  }
}
