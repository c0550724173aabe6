package io.deltacdf.connect.testing.parquet;

import io.deltacdf.connect.table.parquet.RequestedColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** A Parquet file of random columns and rows, with pages that are made by hand. */
public final class RandomFile {
  private static final int MAX_COLUMNS = 3;
  private static final int MAX_GROUPS = 3;

  private final List<Node> columns = new ArrayList<>();
  private final List<List<Object>> stored = new ArrayList<>();
  private final HandMadeFile pages;
  private final InputFile file;

  private RandomFile(Path path, Random random, int maxRows) throws IOException {
    int count = 1 + random.nextInt(MAX_COLUMNS);
    for (int i = 0; i < count; i++) {
      columns.add(Node.random(random, "c" + i, 0));
    }
    MessageType schema =
        new MessageType("m", columns.stream().map(Node::type).toArray(Type[]::new));
    List<ColumnDescriptor> descriptors = schema.getColumns();
    pages = new HandMadeFile(schema, random);
    int groups = 1 + random.nextInt(MAX_GROUPS);
    for (int i = 0; i < groups; i++) {
      RandomRows values = new RandomRows(random);
      int rows = 1 + random.nextInt(maxRows);
      List<List<Object>> group = new ArrayList<>();
      for (int row = 0; row < rows; row++) {
        List<Object> fields = new ArrayList<>();
        columns.forEach(column -> fields.add(values.value(column)));
        group.add(fields);
      }
      pages.add(LeafEntries.of(columns, descriptors, group), rows);
      stored.addAll(group);
    }
    Files.write(path, pages.bytes());
    file = new LocalInputFile(path);
  }

  /** Writes the file of a seed. */
  public static RandomFile write(Path path, long seed, int maxRows) throws IOException {
    return new RandomFile(path, new Random(seed), maxRows);
  }

  public InputFile file() {
    return file;
  }

  /** Returns the request for all columns. */
  public List<RequestedColumn> requested() {
    return columns.stream().map(Node::requested).toList();
  }

  /** Returns the rows as the reader must return them. */
  public List<List<Object>> rows() {
    return read(stored);
  }

  /** Whether Parquet's own reader, which does not read pages without entries, can read the file. */
  public boolean isReadableByParquet() {
    return !pages.hasEmptyPages();
  }

  /** Returns the rows that Parquet's own reader finds. */
  public List<List<Object>> rowsByParquet() throws IOException {
    return read(ParquetsReader.read(file, columns));
  }

  private List<List<Object>> read(List<List<Object>> rows) {
    List<List<Object>> read = new ArrayList<>();
    for (List<Object> row : rows) {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        values.add(RandomRows.read(columns.get(i), row.get(i)));
      }
      read.add(values);
    }
    return read;
  }

  /** Describes the columns and pages. */
  @Override
  public String toString() {
    return pages.toString();
  }
}
