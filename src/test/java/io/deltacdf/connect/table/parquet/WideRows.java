package io.deltacdf.connect.table.parquet;

import static io.deltacdf.connect.table.column.DataType.Primitive.INTEGER;
import static io.deltacdf.connect.table.column.DataType.Primitive.STRING;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;

/**
 * A program that writes files of rows with many bytes, or reads them with little memory.
 *
 * <p>Arguments: {@code write <directory> <bytes of a row>}, or {@code read <directory>}.
 */
final class WideRows {
  private static final int COLUMNS = 500;
  private static final int WORD = 12;
  private static final int ROWS = 3;
  private static final int PAGE = 100_000;
  private static final String LIST =
      "message m { optional group l (LIST) { repeated group list { optional int32 element; } } }";
  private static final int MANY = 200_000_000;

  private static final RequestedColumn TEXT = Requests.of("s", STRING);
  private static final RequestedColumn ELEMENT = Requests.of("element", INTEGER);

  private WideRows() {}

  public static void main(String[] args) throws IOException {
    Path dir = Path.of(args[1]);
    if (args[0].equals("write")) {
      write(dir, Integer.parseInt(args[2]));
    } else {
      read(dir);
    }
  }

  private static void write(Path dir, int bytes) {
    Random random = new Random(7);
    String texts = "message m { required binary s (STRING); }";
    UnaryOperator<ExampleParquetWriter.Builder> plain =
        builder -> builder.withDictionaryEncoding(false);
    for (WriterVersion version : WriterVersion.values()) {
      FileWriter.write(
          dir.resolve("text-" + version),
          texts,
          1,
          builder -> builder.withDictionaryEncoding(false).withWriterVersion(version),
          (group, row) -> group.add("s", text(random, bytes)));
    }
    FileWriter.write(
        dir.resolve("text-dictionary"),
        texts,
        2 * ROWS,
        builder -> builder.withDictionaryPageSize(Integer.MAX_VALUE),
        (group, row) ->
            group.add("s", row % 3 == 0 ? text(new Random(7), bytes) : text(random, 3)));
    int elements = bytes / Integer.BYTES;
    lists(LIST, dir.resolve("list"), elements, elements, 1, random);
    lists(LIST, dir.resolve("list-pages"), elements, PAGE, 1, random);
    String lists =
        "message m { optional group l (LIST) { repeated group list { optional group element (LIST)"
            + " { repeated group list { optional int32 element; } } } } }";
    lists(lists, dir.resolve("lists"), elements, elements, 2, random);
    lists(lists, dir.resolve("lists-pages"), elements, PAGE, 2, random);
    texts(dir.resolve("texts"), bytes / (WORD + Integer.BYTES), random);
    StringBuilder columns = new StringBuilder("message m {");
    for (int i = 0; i < COLUMNS; i++) {
      columns.append(" optional binary s").append(i).append(" (STRING);");
    }
    FileWriter.write(
        dir.resolve("columns"),
        columns.append(" }").toString(),
        1,
        plain,
        (group, row) -> {
          for (int i = 0; i < COLUMNS; i++) {
            group.add("s" + i, text(random, bytes / COLUMNS));
          }
        });
    // Both levels of all entries are a run of zeros.
    byte[] run = run(MANY);
    new HandMadePages(LIST, MANY).page(0, MANY, run).write(dir.resolve("nulls"));
  }

  /** Writes a list of integers, or of lists of four integers. */
  private static void lists(
      String schema, Path file, int elements, int perPage, int depth, Random random) {
    HandMadePages pages = new HandMadePages(schema, 1);
    for (int from = 0; from < elements; from += perPage) {
      int count = Math.min(perPage, elements - from);
      int[] repetitions = new int[count];
      int[] definitions = new int[count];
      ByteBuffer values = ByteBuffer.allocate(count * Integer.BYTES);
      for (int i = 0; i < count; i++) {
        int at = from + i;
        repetitions[i] = at == 0 ? 0 : depth == 2 && at % 4 == 0 ? 1 : depth;
        definitions[i] = 1 + 2 * depth;
        values.putInt(random.nextInt());
      }
      pages.page(0, repetitions, definitions, Encoding.PLAIN, values.array());
    }
    pages.write(file);
  }

  private static void texts(Path file, int words, Random random) {
    HandMadePages pages =
        new HandMadePages(
            "message m { optional group l (LIST) { repeated group list { optional binary element"
                + " (STRING); } } }",
            1);
    for (int from = 0; from < words; from += PAGE) {
      int count = Math.min(PAGE, words - from);
      int[] repetitions = new int[count];
      Arrays.fill(repetitions, 1);
      repetitions[0] = from == 0 ? 0 : 1;
      int[] definitions = new int[count];
      Arrays.fill(definitions, 3);
      ByteBuffer values =
          ByteBuffer.allocate(count * (WORD + Integer.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < count; i++) {
        values.putInt(WORD).put(text(random, WORD).getBytes());
      }
      pages.page(0, repetitions, definitions, Encoding.PLAIN, values.array());
    }
    pages.write(file);
  }

  private static byte[] run(int entries) {
    ByteArrayOutputStream run = new ByteArrayOutputStream();
    for (int left = entries << 1; left != 0; left >>>= 7) {
      run.write(left >>> 7 == 0 ? left : left | 0x80);
    }
    run.write(0);
    byte[] length = {(byte) run.size(), 0, 0, 0};
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    for (int i = 0; i < 2; i++) {
      page.writeBytes(length);
      page.writeBytes(run.toByteArray());
    }
    return page.toByteArray();
  }

  private static Binary text(Random random, int bytes) {
    byte[] text = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      text[i] = (byte) (' ' + random.nextInt(90));
    }
    return Binary.fromConstantByteArray(text);
  }

  private static void read(Path dir) throws IOException {
    for (WriterVersion version : WriterVersion.values()) {
      read(dir.resolve("text-" + version), List.of(TEXT));
    }
    read(dir.resolve("text-dictionary"), List.of(TEXT));
    // The levels of all rows would not fit into memory, and most of them are skipped.
    read(
        dir.resolve("nulls"),
        List.of(Requests.array("l", ELEMENT)),
        (from, to) -> from == 0 || to == MANY);
    for (String name : List.of("list", "list-pages")) {
      read(dir.resolve(name), List.of(Requests.array("l", ELEMENT)));
    }
    for (String name : List.of("lists", "lists-pages")) {
      read(dir.resolve(name), List.of(Requests.array("l", Requests.array("element", ELEMENT))));
    }
    read(dir.resolve("texts"), List.of(Requests.array("l", Requests.of("element", STRING))));
    List<RequestedColumn> columns = new ArrayList<>();
    for (int i = 0; i < COLUMNS; i++) {
      columns.add(Requests.of("s" + i, STRING));
    }
    read(dir.resolve("columns"), columns);
  }

  private static void read(Path path, List<RequestedColumn> requested) throws IOException {
    read(path, requested, RowFilter.ALL);
  }

  private static void read(Path path, List<RequestedColumn> requested, RowFilter filter)
      throws IOException {
    long rows = 0;
    long hash = 0;
    try (ColumnarFile file =
        ColumnarFile.open(
            new LocalInputFile(path),
            new Footers(new Configuration(false)),
            requested,
            FileRows.NO_VARIANTS,
            filter)) {
      while (file.next()) {
        rows += file.size();
        for (int i = 0; i < requested.size(); i++) {
          for (int row = 0; row < file.size(); row++) {
            hash = 31 * hash + hash(file.column(i), row);
          }
        }
      }
      System.out.println(path.getFileName() + ": " + rows + " rows, " + hash);
    }
  }

  private static long hash(Column column, int row) {
    if (column.isNullAt(row)) {
      return 7;
    } else if (column.type() == STRING) {
      return column.stringAt(row).hashCode();
    } else if (column.type() instanceof DataType.Array) {
      Column.ArrayView view = column.arrayAt(row);
      long hash = view.size();
      for (int i = 0; i < view.size(); i++) {
        hash = 31 * hash + hash(view.elements(), i);
      }
      return hash;
    }
    return column.intAt(row);
  }
}
