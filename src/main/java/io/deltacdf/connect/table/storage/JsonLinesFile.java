package io.deltacdf.connect.table.storage;

import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import java.io.IOException;

/**
 * A file of JSON lines without blank lines. Some writers end a commit with a blank line, which
 * other readers ignore but which makes Delta Kernel fail.
 *
 * <p>At its end, the stream fails if the file is not complete: on some stores, a file is listed
 * before its writer has written all of it.
 */
final class JsonLinesFile implements InputFile {
  private final InputFile file;
  private final long listedLength;
  private final boolean commit;
  private final LengthCheck currentLength;

  /** Returns the length that the store has for the file after it was read. */
  interface LengthCheck {
    /** Returns the length in bytes, or -1 if it is not known. */
    long length() throws IOException;
  }

  /**
   * @param listedLength the length that the store had for the file before it is read
   * @param commit whether the file is a commit, which has at least one action
   */
  JsonLinesFile(InputFile file, long listedLength, boolean commit, LengthCheck currentLength) {
    this.file = file;
    this.listedLength = listedLength;
    this.commit = commit;
    this.currentLength = currentLength;
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

  private void requireComplete(long read, boolean anyField) throws IOException {
    if (read != listedLength) {
      throw new IncompleteLogFileException(
          path(), "the store lists " + listedLength + " bytes, but " + read + " were read");
    }
    long current = currentLength.length();
    if (current >= 0 && current != read) {
      throw new IncompleteLogFileException(
          path(), "the file has " + current + " bytes after " + read + " were read");
    }
    if (commit && !anyField) {
      throw new IncompleteLogFileException(
          path(), "the file has " + read + " bytes, but no action");
    }
  }

  /** Skips white space at the start of lines, including line breaks. */
  private final class Lines extends ForwardStream {
    private final SeekableInputStream in;
    private boolean atLineStart = true;
    private long total;

    /** Whether any line is an object with a field. Delta Kernel checks that lines are objects. */
    private boolean anyField;

    private boolean complete;

    Lines(SeekableInputStream in) {
      this.in = in;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int kept = 0;
      while (kept == 0 && length > 0) {
        int read = in.read(buffer, offset, length);
        if (read < 0) {
          if (!complete) {
            requireComplete(total, anyField);
            complete = true;
          }
          return -1;
        }
        total += read;
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
          anyField |= b == '"';
        }
      }
      return kept - offset;
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
