package io.deltacdf.connect.table.storage;

import io.deltacdf.connect.catalog.Catalogs;
import io.deltacdf.connect.config.Secrets;
import io.deltacdf.connect.redaction.Redaction;
import io.deltacdf.connect.table.parquet.Footers;
import io.deltacdf.connect.table.storage.ahead.AheadReads;
import io.deltacdf.connect.table.storage.credentials.VendedAccess;
import io.deltacdf.connect.table.storage.credentials.VendedOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ref.Reference;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.util.functional.FutureIO;
import org.jspecify.annotations.Nullable;
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
  private final RequestGate gate;
  private final SmallReads smallReads;
  private final Footers footers;
  private final Catalogs catalogs;
  private final Map<URI, OpenStore> open = new HashMap<>();
  private volatile boolean closed;

  /** A store whose file system is opened, or being opened by a thread that holds the lock. */
  private static final class OpenStore {
    private final ReentrantLock opening = new ReentrantLock();
    private volatile @Nullable FileSystem fileSystem;
  }

  /** Whether the cached reads are not those of another storage. */
  private final boolean ownsReads;

  /** The storages of single tables, which have credentials of their own. */
  private final Set<Storage> ofTables = new HashSet<>();

  private Storage(
      Configuration conf,
      RequestGate gate,
      SmallReads smallReads,
      Footers footers,
      Catalogs catalogs,
      boolean ownsReads) {
    this.conf = conf;
    this.gate = gate;
    this.smallReads = smallReads;
    this.footers = footers;
    this.catalogs = catalogs;
    this.ownsReads = ownsReads;
  }

  /**
   * Opens a storage.
   *
   * @param options Hadoop options, such as {@code fs.s3a.endpoint}
   */
  public static Storage open(Map<String, String> options) {
    return open(options, RequestGate.OPEN);
  }

  /**
   * Opens a storage.
   *
   * @param options Hadoop options, such as {@code fs.s3a.endpoint}
   * @param gate lets each request to a store pass, except those to the local file system
   */
  public static Storage open(Map<String, String> options, RequestGate gate) {
    Configuration conf = HadoopConfigurations.create(options);
    Storage storage =
        new Storage(conf, gate, new SmallReads(), new Footers(conf), new Catalogs(), true);
    Redaction.protect(storage, Secrets.of(options));
    return storage;
  }

  /**
   * Returns a storage for one table with the same options, and with the credentials that a catalog
   * hands out for it. Its file systems are its own, and its cached reads count with those of this
   * storage. It is closed with this storage, or before.
   */
  public Storage with(VendedAccess access) {
    Configuration ofTable = new Configuration(conf);
    VendedOptions.set(ofTable, access);
    Storage storage =
        new Storage(
            ofTable,
            (store, requests) -> {
              access.renew();
              gate.await(store, requests);
            },
            smallReads,
            footers,
            catalogs,
            false);
    synchronized (open) {
      storage.closed = closed;
      ofTables.removeIf(other -> other.closed);
      ofTables.add(storage);
    }
    return storage;
  }

  /** Returns the catalogs of the tables that are read with this storage. */
  public Catalogs catalogs() {
    return catalogs;
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

  /** Removes all cached reads and footers, because files may have been replaced. */
  public void forgetReads() {
    smallReads.clear();
    footers.clear();
  }

  /** Returns the footers of Parquet files that were read last, of all tables. */
  public Footers footers() {
    return footers;
  }

  SmallReads smallReads() {
    return smallReads;
  }

  /**
   * Starts to read a small file of a store that will be needed soon. Does nothing for other files:
   * the local disk answers at once.
   *
   * @param then gets the bytes when they are read, on a thread of its own
   */
  public void readAhead(AheadReads.Batch batch, Path file, long length, Consumer<byte[]> then) {
    if (isReadAhead(file) && length > 0 && length <= SmallReads.MAX_LENGTH) {
      int size = (int) length;
      smallReads
          .ahead()
          .start(
              batch,
              file,
              size,
              () -> SmallReads.fetch(fileSystem(file), fileGate(file), file, size),
              then);
    }
  }

  /** Whether files in the store of a file are read before they are needed. */
  public boolean isReadAhead(Path file) {
    String scheme = file.toUri().getScheme();
    return scheme != null && !scheme.equals("file");
  }

  /** Drops what was read ahead and not used. Nothing more is read for this batch. */
  public void drop(AheadReads.Batch batch) {
    smallReads.ahead().drop(batch);
  }

  /**
   * Whether a file exists. A call for its status would cost much more on S3: if there is no such
   * file, S3A makes a listing to find out whether the path is a directory.
   */
  @SuppressWarnings("deprecation") // Only this method checks for a file without a listing.
  public boolean isFile(Path file) throws IOException {
    FileSystem fileSystem = fileSystem(file);
    RawLocalFileSystem local = LocalDirectory.local(fileSystem);
    if (local != null) {
      // Hadoop makes an exception for a file that does not exist, which costs several times as
      // much.
      return local.pathToFile(file).isFile();
    }
    awaitRequests(file, 1);
    return fileSystem.isFile(file);
  }

  /**
   * Waits until the gate lets requests for a file pass. Everything in this package that causes
   * requests calls this before: a status, a listing, opening a file, and reading at a new position.
   */
  void awaitRequests(Path file, int requests) throws IOException {
    if (!"file".equals(file.toUri().getScheme())) {
      gate.await(TablePaths.store(file), requests);
    }
  }

  /** Returns what lets the requests for one file pass. */
  FileGate fileGate(Path file) {
    return requests -> awaitRequests(file, requests);
  }

  /**
   * Returns the file system of a path. Opening one may hang, and then only those wait that need it.
   *
   * @throws IOException if it cannot be opened, or this storage is closed
   */
  FileSystem fileSystem(Path path) throws IOException {
    OpenStore store;
    synchronized (open) {
      requireOpen(path);
      store = open.computeIfAbsent(URI.create(TablePaths.store(path)), address -> new OpenStore());
    }
    try {
      store.opening.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StoreException.of(
          new InterruptedIOException("Interrupted while another table opens the store of " + path));
    }
    try {
      FileSystem fileSystem = store.fileSystem;
      if (fileSystem == null) {
        fileSystem = create(path);
        store.fileSystem = fileSystem;
        if (closed) {
          // It may have been closed before this file system was known.
          close(fileSystem);
        }
        requireOpen(path);
      }
      return fileSystem;
    } finally {
      store.opening.unlock();
    }
  }

  private void requireOpen(Path path) throws IOException {
    if (closed) {
      throw StoreException.of(new IOException("The storage of " + path + " is closed"));
    }
  }

  private FileSystem create(Path path) throws IOException {
    try {
      return create(URI.create(TablePaths.store(path)));
    } catch (IOException e) {
      throw StoreException.of(e);
    }
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

  /**
   * Reads a file from its beginning to its end, with one request.
   *
   * @param length the length of the file in bytes
   * @return the {@link ContentHash} of the bytes
   * @throws java.io.FileNotFoundException if the file does not exist
   */
  public String hash(Path file, long length) throws IOException {
    awaitRequests(file, 1);
    ContentHash hash = new ContentHash();
    byte[] buffer = new byte[(int) Math.max(1, Math.min(length, 1 << 16))];
    try (FSDataInputStream stream =
        FutureIO.awaitFuture(
            fileSystem(file)
                .openFile(file)
                .opt(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, Long.toString(length))
                .opt(
                    OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY,
                    OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_SEQUENTIAL)
                .build())) {
      for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
        hash.add(buffer, 0, read);
      }
    } catch (IOException e) {
      throw StoreException.of(e);
    }
    return hash.text();
  }

  /** Closes the file systems in the background, because closing one may hang. */
  @Override
  public void close() {
    List<FileSystem> closing = new ArrayList<>();
    synchronized (open) {
      closed = true;
      if (ownsReads) {
        smallReads.ahead().close();
      }
      ofTables.forEach(Storage::close);
      ofTables.clear();
      for (OpenStore store : open.values()) {
        FileSystem fileSystem = store.fileSystem;
        if (fileSystem != null) {
          closing.add(fileSystem);
        }
      }
      open.clear();
    }
    if (!closing.isEmpty()) {
      Thread thread = new Thread(() -> closeAll(closing), "delta-cdf-storage-close");
      thread.setDaemon(true);
      thread.setContextClassLoader(Storage.class.getClassLoader());
      thread.start();
    }
  }

  private void closeAll(List<FileSystem> closing) {
    try {
      closing.forEach(Storage::close);
    } finally {
      // The secrets that a failure may mention are hidden for as long as this object is reachable.
      Reference.reachabilityFence(this);
    }
  }

  private static void close(FileSystem fileSystem) {
    try {
      fileSystem.close();
    } catch (IOException | RuntimeException e) {
      LOG.warn("Failed to close the file system {}", fileSystem.getUri(), Redaction.hide(e));
    }
  }
}
