package io.deltacdf.connect.table.storage;

import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file of unknown length from which one range is read. Delta Kernel reads deletion vectors in
 * this way. Requests only that range, only once, and no file status.
 */
final class RangeInput implements InputFile {
  private final SmallReads reads;
  private final FileSystem fileSystem;
  private final FileGate gate;
  private final Path file;

  RangeInput(SmallReads reads, FileSystem fileSystem, FileGate gate, Path file) {
    this.reads = reads;
    this.fileSystem = fileSystem;
    this.gate = gate;
    this.file = file;
  }

  @Override
  public long length() throws IOException {
    gate.await(1);
    try {
      return fileSystem.getFileStatus(file).getLen();
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  @Override
  public String path() {
    return file.toString();
  }

  @Override
  public SeekableInputStream newStream() {
    return new Stream();
  }

  private final class Stream extends SeekableInputStream {
    private long position;

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void seek(long newPosition) {
      position = newPosition;
    }

    @Override
    public void readFully(byte[] buffer, int offset, int length) throws IOException {
      byte[] bytes = reads.read(fileSystem, gate, file, position, length);
      System.arraycopy(bytes, 0, buffer, offset, length);
      position += length;
    }

    @Override
    public int read() {
      throw onlyReadFully();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      throw onlyReadFully();
    }

    private static UnsupportedOperationException onlyReadFully() {
      return new UnsupportedOperationException("Deletion vectors are read with readFully");
    }
  }
}
