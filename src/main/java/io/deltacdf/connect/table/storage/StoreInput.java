package io.deltacdf.connect.table.storage;

import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;

/** A file that Delta Kernel reads, through a {@link StoreStream}. */
final class StoreInput implements InputFile {
  private final FileSystem fileSystem;
  private final Path file;
  private final long length;
  private final FileGate gate;

  /**
   * @param length the length of the file in bytes; 0 if the store has to be asked
   */
  StoreInput(FileSystem fileSystem, Path file, long length, FileGate gate) {
    this.fileSystem = fileSystem;
    this.file = file;
    this.length = length;
    this.gate = gate;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public String path() {
    return file.toString();
  }

  @Override
  public SeekableInputStream newStream() throws IOException {
    FutureDataInputStreamBuilder opening = fileSystem.openFile(file);
    if (length > 0) {
      opening.opt(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, Long.toString(length));
    } else {
      gate.await(1);
    }
    return new Stream(StoreStream.open(opening, gate));
  }

  private static final class Stream extends SeekableInputStream {
    private final StoreStream in;

    Stream(StoreStream in) {
      this.in = in;
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public void readFully(byte[] buffer, int offset, int length) throws IOException {
      in.readFully(buffer, offset, length);
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      return in.read(buffer, offset, length);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
