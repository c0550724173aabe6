package io.deltacdf.connect.table.storage;

import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import java.io.IOException;

/** A stream that can only be read from its start to its end, as Delta Kernel reads JSON files. */
abstract class ForwardStream extends SeekableInputStream {
  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public abstract int read(byte[] buffer, int offset, int length) throws IOException;

  @Override
  public final void seek(long position) {
    throw new UnsupportedOperationException("JSON files are read from the start");
  }

  @Override
  public final void readFully(byte[] buffer, int offset, int length) {
    throw new UnsupportedOperationException("JSON files are read line by line");
  }
}
