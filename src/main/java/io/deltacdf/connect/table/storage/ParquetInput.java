package io.deltacdf.connect.table.storage;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/**
 * A Parquet file in a file system of a {@link Storage}, for Parquet's reader. Does not request a
 * length that is already known, and reads from remote stores with few requests.
 */
public final class ParquetInput implements InputFile {
  /** The size in bytes of the part at the end of a file that is read first; most footers fit. */
  private static final int TAIL = 64 << 10;

  /** Names of the read policy, newest first: a file system uses the first one that it knows. */
  private static final String READ_POLICY =
      String.join(
          ",",
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_PARQUET,
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_COLUMNAR,
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM);

  private final Storage storage;
  private final FileSystem fileSystem;
  private final Path path;
  private final long length;

  private ParquetInput(Storage storage, FileSystem fileSystem, Path path, long length) {
    this.storage = storage;
    this.fileSystem = fileSystem;
    this.path = path;
    this.length = length;
  }

  /**
   * Creates the input of a file.
   *
   * @param path the resolved path
   * @param size the file's size in bytes, or -1 if it is not known and must be requested
   */
  public static ParquetInput of(Storage storage, String path, long size) throws IOException {
    Path file = storage.path(path);
    FileSystem fileSystem = storage.fileSystem(file);
    long length = size >= 0 ? size : length(storage, fileSystem, file);
    return new ParquetInput(storage, fileSystem, file, length);
  }

  private static long length(Storage storage, FileSystem fileSystem, Path file) throws IOException {
    storage.awaitRequests(file, 1);
    try {
      return fileSystem.getFileStatus(file).getLen();
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  /** Returns how many bytes of the file a stream keeps in memory. */
  public long bytesHeld() {
    if (isLocal()) {
      return 0;
    }
    return length <= SmallReads.MAX_LENGTH ? length : TAIL;
  }

  private boolean isLocal() {
    return "file".equals(path.toUri().getScheme());
  }

  @Override
  public long getLength() {
    return length;
  }

  @Override
  public SeekableInputStream newStream() throws IOException {
    if (isLocal()) {
      return open();
    } else if (length <= SmallReads.MAX_LENGTH) {
      return TailStream.ofWholeFile(
          () ->
              storage.smallReads().read(fileSystem, storage.fileGate(path), path, 0, (int) length));
    }
    SeekableInputStream file = open();
    long tailStart = length - TAIL;
    return TailStream.of(
        file,
        tailStart,
        () -> {
          byte[] tail = new byte[TAIL];
          file.seek(tailStart);
          file.readFully(tail);
          return tail;
        });
  }

  private SeekableInputStream open() throws IOException {
    return StoreStream.open(
        fileSystem
            .openFile(path)
            .opt(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, Long.toString(length))
            .opt(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, READ_POLICY),
        storage.fileGate(path));
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
