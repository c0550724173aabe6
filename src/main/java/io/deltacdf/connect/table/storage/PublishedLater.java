package io.deltacdf.connect.table.storage;

import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;

/**
 * A commit that was not published when the catalog was asked. If its staged file is gone, it was
 * published and cleaned up, so the published file, which has the same bytes, is read.
 */
final class PublishedLater implements InputFile {
  private final InputFile staged;
  private final InputFile published;

  PublishedLater(InputFile staged, InputFile published) {
    this.staged = staged;
    this.published = published;
  }

  @Override
  public long length() throws IOException {
    return staged.length();
  }

  @Override
  public String path() {
    return published.path();
  }

  @Override
  public SeekableInputStream newStream() throws IOException {
    try {
      return new Stream(staged.newStream());
    } catch (FileNotFoundException e) {
      return published(e);
    }
  }

  private SeekableInputStream published(FileNotFoundException noStagedFile) throws IOException {
    try {
      return published.newStream();
    } catch (FileNotFoundException gone) {
      gone.addSuppressed(noStagedFile);
      throw gone;
    }
  }

  /**
   * A stream of the staged file that continues with the published one. S3A opens a file when its
   * first bytes are read, and only then finds that there is none.
   */
  private final class Stream extends SeekableInputStream {
    private SeekableInputStream current;
    private boolean isStaged = true;

    Stream(SeekableInputStream stagedStream) {
      current = stagedStream;
    }

    /** Reads from a stream. */
    private interface Reading {
      int from(SeekableInputStream stream) throws IOException;
    }

    private int read(Reading reading) throws IOException {
      long position = current.getPos();
      try {
        return reading.from(current);
      } catch (FileNotFoundException e) {
        if (!isStaged) {
          throw e;
        }
        isStaged = false;
        current.close();
        current = published(e);
        current.seek(position);
        return reading.from(current);
      }
    }

    @Override
    public int read() throws IOException {
      return read(SeekableInputStream::read);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return read(stream -> stream.read(bytes, offset, length));
    }

    @Override
    public void readFully(byte[] bytes, int offset, int length) throws IOException {
      read(
          stream -> {
            stream.readFully(bytes, offset, length);
            return length;
          });
    }

    @Override
    public long getPos() throws IOException {
      return current.getPos();
    }

    @Override
    public void seek(long position) throws IOException {
      read(
          stream -> {
            stream.seek(position);
            return 0;
          });
    }

    @Override
    public void close() throws IOException {
      current.close();
    }
  }
}
