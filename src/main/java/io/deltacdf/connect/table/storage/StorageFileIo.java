package io.deltacdf.connect.table.storage;

import io.delta.kernel.defaults.engine.fileio.FileIO;
import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.OutputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.delta.storage.internal.S3LogStoreUtil;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * Lets Delta Kernel read one table through the file systems of a {@link Storage}. Rejects writes,
 * and files that the table may not be read from.
 */
public final class StorageFileIo implements FileIO {
  /** By name, because another file system may be configured for {@code s3a://}. */
  private static final String S3A = "org.apache.hadoop.fs.s3a.S3AFileSystem";

  private final Storage storage;
  private final AllowedPaths allowed;
  private final RatifiedLog ratified;
  private final boolean onlyReadableLines;
  private final Set<String> hidden;
  private final CommitReads commitReads;
  private final Set<String> emptyCheckpoints = ConcurrentHashMap.newKeySet();

  public StorageFileIo(Storage storage, AllowedPaths allowed, RatifiedLog ratified) {
    this(storage, allowed, ratified, CommitReads.IGNORED);
  }

  /**
   * @param allowed where files may be read
   * @param ratified which files of the log count
   * @param commitReads is told of the commits that are read, on the thread that reads them
   */
  public StorageFileIo(
      Storage storage, AllowedPaths allowed, RatifiedLog ratified, CommitReads commitReads) {
    this(storage, allowed, ratified, false, Set.of(), commitReads);
  }

  private StorageFileIo(
      Storage storage,
      AllowedPaths allowed,
      RatifiedLog ratified,
      boolean onlyReadableLines,
      Set<String> hidden,
      CommitReads commitReads) {
    this.storage = storage;
    this.allowed = allowed;
    this.ratified = ratified;
    this.onlyReadableLines = onlyReadableLines;
    this.hidden = Set.copyOf(hidden);
    this.commitReads = commitReads;
  }

  /** Returns one that leaves out the lines of commits that cannot be parsed. */
  public StorageFileIo ofReadableLines() {
    return new StorageFileIo(storage, allowed, ratified, true, hidden, CommitReads.IGNORED);
  }

  /**
   * Returns one that does not list files.
   *
   * @param names the names of the files; if there are any, {@code _last_checkpoint} is not read
   *     either
   */
  public StorageFileIo without(Set<String> names) {
    return new StorageFileIo(storage, allowed, ratified, onlyReadableLines, names, commitReads);
  }

  /**
   * Returns the path of a file to open or to list.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException if the table may not be read there
   */
  private Path allowedPath(String location) {
    Path path = storage.path(location);
    allowed.require(path);
    return path;
  }

  private void note(FileStatus file) {
    String name = new Path(file.getPath()).getName();
    if (FileNames.isCommitFile(name)) {
      commitReads.listed(file);
    } else if (file.getSize() == 0 && FileNames.isCheckpointFile(name)) {
      emptyCheckpoints.add(file.getPath());
    }
  }

  /** Returns the checkpoints without bytes that it listed. Delta Kernel ignores them. */
  public Set<String> emptyCheckpoints() {
    return Set.copyOf(emptyCheckpoints);
  }

  /** Whether there are files that it does not list. */
  public boolean hidesFiles() {
    return !hidden.isEmpty();
  }

  /** Lists like Delta's log stores, which would use a file system from Hadoop's cache. */
  @Override
  public CloseableIterator<FileStatus> listFrom(String filePath) throws IOException {
    Path from = allowedPath(filePath);
    Stream<FileStatus> files =
        list(from)
            .filter(file -> !hidden.contains(file.getPath().getName()))
            .map(TaggedFileStatus::of);
    return Utils.toCloseableIterator(ratified.ratified(from, files).peek(this::note).iterator());
  }

  /** Lists the files of a directory from one on, sorted by name. */
  private Stream<org.apache.hadoop.fs.FileStatus> list(Path from) throws IOException {
    try {
      RawLocalFileSystem local = LocalDirectory.local(storage.fileSystem(from));
      return local != null
          ? new LocalDirectory(local, from.getParent()).listFrom(from.getName())
          : Arrays.stream(listDirectory(from))
              .filter(file -> file.getPath().getName().compareTo(from.getName()) >= 0)
              .sorted(Comparator.comparing(file -> file.getPath().getName()));
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  private org.apache.hadoop.fs.FileStatus[] listDirectory(Path from) throws IOException {
    FileSystem fileSystem = storage.fileSystem(from);
    Path directory = from.getParent();
    storage.awaitRequests(from, 1);
    if (!isS3a(fileSystem) || !storage.configuration().getBoolean(S3Defaults.FAST_LISTING, false)) {
      return fileSystem.listStatus(directory);
    }
    org.apache.hadoop.fs.FileStatus[] files =
        S3LogStoreUtil.s3ListFromArray(fileSystem, from, directory);
    if (files.length == 0) {
      storage.awaitRequests(from, 1);
      if (!fileSystem.exists(directory)) {
        throw new FileNotFoundException("No such directory: " + directory);
      }
    }
    return files;
  }

  @Override
  public FileStatus getFileStatus(String path) throws IOException {
    Path file = allowedPath(path);
    Optional<FileStatus> staged = ratified.stagedStatus(file);
    if (staged.isPresent()) {
      return staged.get();
    }
    storage.awaitRequests(file, 1);
    try {
      return TaggedFileStatus.of(storage.fileSystem(file).getFileStatus(file));
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  @Override
  public String resolvePath(String path) throws IOException {
    Path file = storage.path(path);
    return storage.fileSystem(file).makeQualified(file).toString();
  }

  @Override
  public InputFile newInputFile(String path, long fileSize) {
    Path file = allowedPath(path);
    try {
      if (fileSize < 0) {
        return new RangeInput(
            storage.smallReads(), storage.fileSystem(file), storage.fileGate(file), file);
      }
      Optional<Path> staged = ratified.stagedFile(file);
      // Delta Kernel does not know the size of a commit that it has not listed.
      long size = fileSize == 0 && staged.isPresent() ? getFileStatus(path).getSize() : fileSize;
      InputFile input = ratifiedInput(file, size);
      Path read = staged.orElse(file);
      if (file.getName().equals(CheckpointHint.NAME)) {
        return new CheckpointHint(input, this, hidesFiles());
      } else if (!path.endsWith(".json")) {
        return input;
      }
      byte[] known = onlyReadableLines ? null : commitReads.content(path);
      if (known != null) {
        return new JsonLinesFile(new BytesInput(path, known), fileSize, () -> -1, commitReads);
      }
      return onlyReadableLines && FileNames.isCommitFile(file.getName())
          ? new ReadableLinesFile(input)
          : new JsonLinesFile(input, size, () -> currentLength(read), commitReads);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the staged file of a commit that is not published yet, otherwise the file itself. */
  private InputFile ratifiedInput(Path file, long size) throws IOException {
    InputFile input = input(file, size);
    Optional<Path> staged = ratified.stagedFile(file);
    return staged.isPresent() ? new PublishedLater(input(staged.get(), size), input) : input;
  }

  private InputFile input(Path file, long size) throws IOException {
    return new StoreInput(storage.fileSystem(file), file, size, storage.fileGate(file));
  }

  /**
   * Reads a small file whole.
   *
   * @return its bytes; null if it is not small, or does not have the length that it was listed with
   * @throws IOException if it cannot be read, or has another length after it was read
   */
  public byte @Nullable [] readSmall(FileStatus file) throws IOException {
    long size = file.getSize();
    if (size <= 0 || size > SmallReads.MAX_LENGTH) {
      return null;
    }
    Path path = allowedPath(file.getPath());
    byte[] bytes = storage.smallReads().ahead().take(path, (int) size);
    if (bytes == null) {
      bytes = new byte[(int) size];
      try (SeekableInputStream in = ratifiedInput(path, size).newStream()) {
        int length = in.readNBytes(bytes, 0, bytes.length);
        if (length < size || in.read() >= 0) {
          return null;
        }
      }
    }
    long current = currentLength(ratified.stagedFile(path).orElse(path));
    if (current >= 0 && current != size) {
      throw IncompleteLogFileException.changed(current, size);
    }
    return bytes;
  }

  /**
   * Returns the length of a file that was read. It is not known if the file was deleted since. It
   * is not requested from S3, where no object is visible before it is complete.
   */
  private long currentLength(Path file) throws IOException {
    FileSystem fileSystem = storage.fileSystem(file);
    if (isS3a(fileSystem)) {
      return -1;
    }
    storage.awaitRequests(file, 1);
    try {
      return fileSystem.getFileStatus(file).getLen();
    } catch (FileNotFoundException e) {
      return -1;
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  private static boolean isS3a(FileSystem fileSystem) {
    return fileSystem.getClass().getName().equals(S3A);
  }

  @Override
  public Optional<String> getConf(String confKey) {
    return Optional.ofNullable(storage.configuration().get(confKey));
  }

  @Override
  public boolean mkdirs(String path) {
    throw readOnly(path);
  }

  @Override
  public OutputFile newOutputFile(String path) {
    throw readOnly(path);
  }

  @Override
  public boolean delete(String path) {
    throw readOnly(path);
  }

  @Override
  public void copyFileAtomically(String srcPath, String destPath, boolean overwrite) {
    throw readOnly(destPath);
  }

  private static UnsupportedOperationException readOnly(String path) {
    return new UnsupportedOperationException("Tables are read-only; cannot write " + path);
  }
}
