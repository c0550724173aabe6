package io.deltacdf.connect.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Writes JSON objects in UTF-8, one per line, through a buffer. The code that writes an object must
 * end its line with {@code writeRaw('\n')}.
 */
public final class JsonLines implements AutoCloseable {
  private static final JsonFactory JSON =
      new JsonFactoryBuilder().rootValueSeparator((String) null).build();
  private static final int BUFFER_BYTES = 1 << 16;

  private final JsonGenerator generator;

  public JsonLines(OutputStream out) {
    try {
      this.generator = JSON.createGenerator(new BufferedOutputStream(out, BUFFER_BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonGenerator generator() {
    return generator;
  }

  /** Flushes everything written so far to the output. */
  void flush() throws IOException {
    generator.flush();
  }

  @Override
  public void close() throws IOException {
    generator.close();
  }
}
