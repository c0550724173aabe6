package io.deltacdf.connect.table.storage;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file systems for one set of Hadoop options, shared by the tables that are read with these
 * options. Hadoop's own cache of file systems cannot be used: its key consists of the address and
 * the user, so that a connector would read a bucket with the credentials of the first connector on
 * the worker that opened it. Opening does no I/O. Thread-safe.
 */
public final class Storage implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Storage.class);

  private final Configuration conf;
  private final SmallReads smallReads = new SmallReads();
  private final Map<URI, FileSystem> open = new HashMap<>();
  private boolean closed;

  private Storage(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Opens a storage.
   *
   * @param options Hadoop options, such as {@code fs.s3a.endpoint}
   */
  public static Storage open(Map<String, String> options) {
    return new Storage(HadoopConfigurations.create(options));
  }

  public Configuration configuration() {
    return conf;
  }

  /**
   * Returns the path of a file as its file system accepts it. Every access to a file goes through
   * this method, because logs and Delta Kernel give absolute paths as a writer spelled them.
   */
  public Path path(String location) {
    return new Path(TablePaths.s3a(location, conf));
  }

  SmallReads smallReads() {
    return smallReads;
  }

  /**
   * Returns the file system of a path.
   *
   * @throws IOException if it cannot be opened, or this storage is closed
   */
  public synchronized FileSystem fileSystem(Path path) throws IOException {
    if (closed) {
      throw StoreException.of(new IOException("The storage of " + path + " is closed"));
    }
    URI uri = path.toUri();
    URI address = URI.create(uri.getScheme() + "://" + rawAuthority(uri) + "/");
    FileSystem fileSystem = open.get(address);
    if (fileSystem == null) {
      try {
        fileSystem = create(address);
      } catch (IOException e) {
        throw StoreException.of(e);
      }
      open.put(address, fileSystem);
    }
    return fileSystem;
  }

  /** Reports a file system whose classes are missing as unsupported. */
  private FileSystem create(URI address) throws IOException {
    try {
      return FileSystem.newInstance(address, conf);
    } catch (RuntimeException | LinkageError e) {
      if (e instanceof LinkageError || e.getCause() instanceof ClassNotFoundException) {
        IOException unsupported =
            new UnsupportedFileSystemException("The file system's classes are missing");
        unsupported.initCause(e);
        throw unsupported;
      }
      throw e;
    }
  }

  private static String rawAuthority(URI uri) {
    return uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
  }

  /** Closes the file systems in the background, because closing one may hang. */
  @Override
  public synchronized void close() {
    closed = true;
    List<FileSystem> closing = List.copyOf(open.values());
    open.clear();
    if (!closing.isEmpty()) {
      Thread thread = new Thread(() -> closing.forEach(Storage::close), "delta-cdf-storage-close");
      thread.setDaemon(true);
      thread.setContextClassLoader(Storage.class.getClassLoader());
      thread.start();
    }
  }

  private static void close(FileSystem fileSystem) {
    try {
      fileSystem.close();
    } catch (IOException | RuntimeException e) {
      LOG.warn("Failed to close the file system {}", fileSystem.getUri(), e);
    }
  }
}
