package io.deltacdf.connect.table.storage;

import io.delta.kernel.defaults.engine.fileio.FileIO;
import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.OutputFile;
import io.delta.kernel.defaults.engine.hadoopio.HadoopInputFile;
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
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Lets Delta Kernel read through the file systems of a {@link Storage}. Rejects writes. */
public final class StorageFileIo implements FileIO {
  /** By name, because another file system may be configured for {@code s3a://}. */
  private static final String S3A = "org.apache.hadoop.fs.s3a.S3AFileSystem";

  private final Storage storage;
  private final boolean onlyReadableLines;

  public StorageFileIo(Storage storage) {
    this(storage, false);
  }

  private StorageFileIo(Storage storage, boolean onlyReadableLines) {
    this.storage = storage;
    this.onlyReadableLines = onlyReadableLines;
  }

  /** Returns one that leaves out the lines of JSON files that cannot be parsed. */
  public static StorageFileIo ofReadableLines(Storage storage) {
    return new StorageFileIo(storage, true);
  }

  /** Lists like Delta's log stores, which would use a file system from Hadoop's cache. */
  @Override
  public CloseableIterator<FileStatus> listFrom(String filePath) throws IOException {
    Path from = storage.path(filePath);
    return Utils.toCloseableIterator(
        Arrays.stream(list(from))
            .filter(file -> file.getPath().getName().compareTo(from.getName()) >= 0)
            .sorted(Comparator.comparing(file -> file.getPath().getName()))
            .map(StorageFileIo::status)
            .iterator());
  }

  private org.apache.hadoop.fs.FileStatus[] list(Path from) throws IOException {
    try {
      return listDirectory(from);
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
    Path file = storage.path(path);
    storage.awaitRequests(file, 1);
    try {
      return status(storage.fileSystem(file).getFileStatus(file));
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  private static FileStatus status(org.apache.hadoop.fs.FileStatus file) {
    return FileStatus.of(file.getPath().toString(), file.getLen(), file.getModificationTime());
  }

  @Override
  public String resolvePath(String path) throws IOException {
    Path file = storage.path(path);
    return storage.fileSystem(file).makeQualified(file).toString();
  }

  @Override
  public InputFile newInputFile(String path, long fileSize) {
    Path file = storage.path(path);
    try {
      if (fileSize < 0) {
        return new RangeInput(
            storage.smallReads(), storage.fileSystem(file), storage.fileGate(file), file);
      }
      InputFile input =
          new StoreInput(
              new HadoopInputFile(storage.fileSystem(file), file, fileSize),
              storage.fileGate(file));
      if (file.getName().equals(CheckpointHint.NAME)) {
        return new CheckpointHint(input, this);
      } else if (!path.endsWith(".json")) {
        return input;
      } else if (onlyReadableLines) {
        return new ReadableLinesFile(input);
      }
      return new JsonLinesFile(
          input, fileSize, FileNames.isCommitFile(file.getName()), () -> currentLength(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
