package io.deltacdf.connect.table.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file of JSON lines without the lines that are not JSON objects. */
final class ReadableLinesFile implements InputFile {
  private static final Logger LOG = LoggerFactory.getLogger(ReadableLinesFile.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final InputFile file;

  ReadableLinesFile(InputFile file) {
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
    return new Lines(
        new BufferedReader(new InputStreamReader(file.newStream(), StandardCharsets.UTF_8)));
  }

  private boolean isReadable(String line) {
    if (line.isBlank()) {
      return false;
    }
    try {
      if (JSON.readTree(line).isObject()
          && JsonLine.problem(line.getBytes(StandardCharsets.UTF_8)).isEmpty()) {
        return true;
      }
    } catch (JsonProcessingException e) {
      LOG.debug("A line of {} is not JSON", path(), e);
    }
    LOG.warn("A line of the file {} cannot be parsed and is left out", path());
    return false;
  }

  private final class Lines extends ForwardStream {
    private final BufferedReader in;
    private byte[] line = {};
    private int next;
    private long position;

    Lines(BufferedReader in) {
      this.in = in;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      while (next == line.length) {
        String text = in.readLine();
        if (text == null) {
          return -1;
        }
        line = isReadable(text) ? (text + "\n").getBytes(StandardCharsets.UTF_8) : new byte[0];
        next = 0;
      }
      int read = Math.min(length, line.length - next);
      System.arraycopy(line, next, buffer, offset, read);
      next += read;
      position += read;
      return read;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
