package io.deltacdf.connect.table.storage;

import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import java.io.IOException;

/**
 * A file of JSON lines without blank lines. Some writers end a commit with a blank line, which
 * other readers ignore but which makes Delta Kernel fail.
 */
final class JsonLinesFile implements InputFile {
  private final InputFile file;

  JsonLinesFile(InputFile file) {
    this.file = file;
  }

  @Override
  public long length() throws IOException {
    return file.length();
  }

  @Override
  public String path() {
    return file.path();
  }

  @Override
  public SeekableInputStream newStream() throws IOException {
    return new Lines(file.newStream());
  }

  /** Skips white space at the start of lines, including line breaks. */
  private static final class Lines extends SeekableInputStream {
    private final SeekableInputStream in;
    private boolean atLineStart = true;

    Lines(SeekableInputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int kept = 0;
      while (kept == 0 && length > 0) {
        int read = in.read(buffer, offset, length);
        if (read < 0) {
          return -1;
        }
        kept = keep(buffer, offset, read);
      }
      return kept;
    }

    private int keep(byte[] buffer, int offset, int length) {
      int kept = offset;
      for (int i = offset; i < offset + length; i++) {
        byte b = buffer[i];
        if (!atLineStart || (b != ' ' && b != '\t' && b != '\r' && b != '\n')) {
          buffer[kept++] = b;
          atLineStart = b == '\n';
        }
      }
      return kept - offset;
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public void seek(long position) {
      throw new UnsupportedOperationException("JSON files are read from the start");
    }

    @Override
    public void readFully(byte[] buffer, int offset, int length) {
      throw new UnsupportedOperationException("JSON files are read line by line");
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
