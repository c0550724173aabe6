package io.deltacdf.connect.table.storage;

import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.util.FileNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * A file of JSON lines without blank lines. Some writers end a commit with a blank line, which
 * other readers ignore but which makes Delta Kernel fail. It also fails if a line has more than one
 * action, of which Kernel would lose some.
 *
 * <p>At its end, the stream fails if the file is not complete: on some stores, a file is listed
 * before its writer has written all of it.
 */
final class JsonLinesFile implements InputFile {
  private final InputFile file;
  private final long listedLength;
  private final LengthCheck currentLength;
  private final CommitReads commitReads;

  /** Returns the length that the store has for the file after it was read. */
  interface LengthCheck {
    /** Returns the length in bytes, or -1 if it is not known. */
    long length() throws IOException;
  }

  /**
   * @param listedLength the length that the store had for the file before it is read
   * @param commitReads is told when a commit was read completely
   */
  JsonLinesFile(
      InputFile file, long listedLength, LengthCheck currentLength, CommitReads commitReads) {
    this.file = file;
    this.listedLength = listedLength;
    this.currentLength = currentLength;
    this.commitReads = commitReads;
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
          "the store lists " + listedLength + " bytes, but " + read + " were read");
    }
    long current = currentLength.length();
    if (current >= 0 && current != read) {
      throw IncompleteLogFileException.changed(current, read);
    }
    if (!anyField) {
      throw new IncompleteLogFileException("the file has " + read + " bytes, but no action");
    }
  }

  /** Reads line by line, without blank lines and white space at the start of lines. */
  private final class Lines extends ForwardStream {
    private final SeekableInputStream in;
    private final ContentHash hash = new ContentHash();
    private final byte[] chunk = new byte[8 << 10];
    private int chunkNext;
    private int chunkEnd;
    private byte[] line = {};
    private int lineNext;
    private long total;

    /** Whether any line is an object with a field. Delta Kernel checks that lines are objects. */
    private boolean anyField;

    private boolean complete;

    Lines(SeekableInputStream in) {
      this.in = in;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      while (lineNext == line.length) {
        if (complete || !nextLine()) {
          if (!complete) {
            requireComplete(total, anyField);
            complete = true;
            noteCommit();
          }
          return -1;
        }
      }
      int read = Math.min(length, line.length - lineNext);
      System.arraycopy(line, lineNext, buffer, offset, read);
      lineNext += read;
      return read;
    }

    private void noteCommit() {
      if (FileNames.isCommitFile(new Path(path()).getName())) {
        commitReads.read(FileNames.deltaVersion(path()), hash.text());
      }
    }

    /** Reads the next line that is not blank; returns false if there is none. */
    private boolean nextLine() throws IOException {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      while (true) {
        if (chunkNext == chunkEnd) {
          int read = in.read(chunk, 0, chunk.length);
          if (read < 0) {
            return text.size() > 0 && accept(text.toByteArray());
          }
          total += read;
          hash.add(chunk, 0, read);
          chunkNext = 0;
          chunkEnd = read;
        }
        if (text.size() == 0 && isBlank(chunk[chunkNext])) {
          chunkNext++;
          continue;
        }
        int end = chunkNext;
        while (end < chunkEnd && chunk[end] != '\n') {
          end++;
        }
        text.write(chunk, chunkNext, end - chunkNext);
        boolean lineEnds = end < chunkEnd;
        chunkNext = lineEnds ? end + 1 : end;
        if (lineEnds) {
          text.write('\n');
          return accept(text.toByteArray());
        }
      }
    }

    private boolean accept(byte[] text) throws IOException {
      String problem = JsonLine.problem(text);
      if (!problem.isEmpty()) {
        throw new IncompleteLogFileException(problem);
      }
      anyField = anyField || hasQuote(text);
      line = JsonLine.forKernel(text);
      if (line.length == 0 || line[line.length - 1] != '\n') {
        line = Arrays.copyOf(line, line.length + 1);
        line[line.length - 1] = '\n';
      }
      lineNext = 0;
      return true;
    }

    private static boolean hasQuote(byte[] text) {
      for (byte b : text) {
        if (b == '"') {
          return true;
        }
      }
      return false;
    }

    private static boolean isBlank(byte b) {
      return b == ' ' || b == '\t' || b == '\r' || b == '\n';
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
