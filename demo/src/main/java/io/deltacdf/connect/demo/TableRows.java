package io.deltacdf.connect.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.cli.JsonLines;
import io.deltacdf.connect.cli.RawChangeRows;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.TableSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The rows of a table, as {@code delta-cdf changes --raw --snapshot} prints them. */
final class TableRows {
  private TableRows() {}

  /** Reads a version's rows, one after the other. */
  static void read(DeltaTable table, TableSnapshot snapshot, Consumer<JsonNode> rows) {
    try (JsonLines lines = new JsonLines(new Lines(line -> rows.accept(Json.parse(line))))) {
      new RawChangeRows(table, lines).write(snapshot);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the rows of " + table.path(), e);
    }
  }

  private static final class Lines extends OutputStream {
    private final Consumer<String> lines;
    private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();

    Lines(Consumer<String> lines) {
      this.lines = lines;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      int start = offset;
      for (int i = offset; i < offset + length; i++) {
        if (bytes[i] == '\n') {
          unfinished.write(bytes, start, i - start);
          lines.accept(unfinished.toString(StandardCharsets.UTF_8));
          unfinished.reset();
          start = i + 1;
        }
      }
      unfinished.write(bytes, start, offset + length - start);
    }
  }
}
