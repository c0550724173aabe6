package io.deltacdf.connect.table.storage;

import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import java.io.IOException;

/**
 * A file that Delta Kernel reads. Marks the failures of its file system, and waits for its gate
 * before it reads at another position than that where it stopped.
 */
final class StoreInput implements InputFile {
  private final InputFile file;
  private final FileGate gate;

  StoreInput(InputFile file, FileGate gate) {
    this.file = file;
    this.gate = gate;
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
    if (file.length() <= 0) {
      // The store is asked for the length.
      gate.await(1);
    }
    try {
      return new Stream(file.newStream(), gate);
    } catch (IOException e) {
      throw StoreException.of(e);
    }
  }

  private static final class Stream extends SeekableInputStream {
    private final SeekableInputStream in;
    private final FileGate gate;
    private boolean moved = true;

    Stream(SeekableInputStream in, FileGate gate) {
      this.in = in;
      this.gate = gate;
    }

    private void awaitRequest() throws IOException {
      if (moved) {
        gate.await(1);
        moved = false;
      }
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public void seek(long position) throws IOException {
      try {
        moved |= position != in.getPos();
        in.seek(position);
      } catch (IOException e) {
        throw StoreException.of(e);
      }
    }

    @Override
    public void readFully(byte[] buffer, int offset, int length) throws IOException {
      awaitRequest();
      try {
        in.readFully(buffer, offset, length);
      } catch (IOException e) {
        throw StoreException.of(e);
      }
    }

    @Override
    public int read() throws IOException {
      awaitRequest();
      try {
        return in.read();
      } catch (IOException e) {
        throw StoreException.of(e);
      }
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      awaitRequest();
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
