package io.deltacdf.connect.table.storage;

import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;

/** A file that Delta Kernel reads, whose content is in memory already. */
record BytesInput(String path, byte[] content) implements InputFile {
  @Override
  public long length() {
    return content.length;
  }

  @Override
  public SeekableInputStream newStream() {
    return new Stream(content);
  }

  private static final class Stream extends ForwardStream {
    private final byte[] content;
    private int position;

    Stream(byte[] content) {
      this.content = content;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      if (position == content.length) {
        return -1;
      }
      int read = Math.min(length, content.length - position);
      System.arraycopy(content, position, buffer, offset, read);
      position += read;
      return read;
    }

    @Override
    public long getPos() {
      return position;
    }
  }
}
