package io.deltacdf.connect.table.storage;

import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import java.io.IOException;

/** A file that Delta Kernel reads. Marks the failures of its file system. */
final class StoreInput implements InputFile {
  private final InputFile file;

  StoreInput(InputFile file) {
    this.file = file;
  }

  @Override
  public long length() throws IOException {
    try {
      return file.length();
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  @Override
  public String path() {
    return file.path();
  }

  @Override
  public SeekableInputStream newStream() throws IOException {
    try {
      return new Stream(file.newStream());
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  private static final class Stream extends SeekableInputStream {
    private final SeekableInputStream in;

    Stream(SeekableInputStream in) {
      this.in = in;
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public void seek(long position) throws IOException {
      try {
        in.seek(position);
      } catch (IOException e) {
        throw StoreException.of(e);
      }
    }

    @Override
    public void readFully(byte[] buffer, int offset, int length) throws IOException {
      try {
        in.readFully(buffer, offset, length);
      } catch (IOException e) {
        throw StoreException.of(e);
      }
    }

    @Override
    public int read() throws IOException {
      try {
        return in.read();
      } catch (IOException e) {
        throw StoreException.of(e);
      }
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      try {
        return in.read(buffer, offset, length);
      } catch (IOException e) {
        throw StoreException.of(e);
      }
    }

    @Override
    public void close() throws IOException {
      try {
        in.close();
      } catch (IOException e) {
        throw StoreException.of(e);
      }
    }
  }
}
