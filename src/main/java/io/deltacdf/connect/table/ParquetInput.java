package io.deltacdf.connect.table;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/**
 * A Parquet file as Parquet's reader opens it: in a {@link Storage}'s file system, and without
 * asking the store for a length that is known.
 */
final class ParquetInput implements InputFile {
  private final FileSystem fileSystem;
  private final Path path;
  private final long length;

  private ParquetInput(FileSystem fileSystem, Path path, long length) {
    this.fileSystem = fileSystem;
    this.path = path;
    this.length = length;
  }

  /**
   * @param path the resolved path
   * @param size the file's size in bytes, or -1 where it is to be asked for
   */
  static ParquetInput of(Storage storage, String path, long size) throws IOException {
    Path file = new Path(path);
    FileSystem fileSystem = storage.fileSystem(file);
    long length = size >= 0 ? size : fileSystem.getFileStatus(file).getLen();
    return new ParquetInput(fileSystem, file, length);
  }

  @Override
  public long getLength() {
    return length;
  }

  @Override
  public SeekableInputStream newStream() throws IOException {
    FutureDataInputStreamBuilder builder =
        fileSystem
            .openFile(path)
            .opt(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, Long.toString(length));
    FSDataInputStream stream = FutureIO.awaitFuture(builder.build());
    return HadoopStreams.wrap(stream);
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
