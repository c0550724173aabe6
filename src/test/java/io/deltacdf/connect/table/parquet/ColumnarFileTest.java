package io.deltacdf.connect.table.parquet;

import static io.deltacdf.connect.table.column.DataType.Primitive.INTEGER;
import static io.deltacdf.connect.table.column.DataType.Primitive.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.table.column.Column;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks batches, row positions and the cache of footers. */
class ColumnarFileTest {
  private static final RequestedColumn ID = Requests.of("id", INTEGER);

  @TempDir Path dir;

  private final Footers footers = new Footers(new Configuration(false));

  private InputFile file(String name, int rows) {
    return FileWriter.write(
        dir.resolve(name),
        "message m { required int32 id; required binary text (STRING); }",
        rows,
        builder -> builder.withRowGroupRowCountLimit(100),
        (group, row) -> group.append("id", row).append("text", "text " + row % 3));
  }

  private ColumnarFile open(InputFile file, int batchRows, RequestedColumn... requested)
      throws IOException {
    return open(file, batchRows, Long.MAX_VALUE, requested);
  }

  private ColumnarFile open(
      InputFile file, int batchRows, long inMemory, RequestedColumn... requested)
      throws IOException {
    return ColumnarFile.open(
        file,
        footers,
        List.of(requested),
        FileRows.NO_VARIANTS,
        RowFilter.ALL,
        batchRows,
        inMemory);
  }

  @Test
  void positionsContinueAcrossRowGroupsAndNoBatchSpansTwo() throws IOException {
    List<List<Long>> batches = new ArrayList<>();
    try (ColumnarFile file = open(file("f", 250), 70, ID)) {
      assertThat(file.rowCount()).isEqualTo(250);
      while (file.next()) {
        batches.add(List.of(file.firstRow(), (long) file.size()));
        assertThat(file.column(0).intAt(file.size() - 1))
            .isEqualTo(Math.toIntExact(file.firstRow()) + file.size() - 1);
      }
      assertThat(file.next()).isFalse();
    }

    assertThat(batches)
        .isEqualTo(
            List.of(
                List.of(0L, 70L),
                List.of(70L, 30L),
                List.of(100L, 70L),
                List.of(170L, 30L),
                List.of(200L, 50L)));
  }

  @Test
  void columnsStayValidAfterTheReaderMovesOnAndIsClosed() throws IOException {
    List<Column> ids = new ArrayList<>();
    List<Column> texts = new ArrayList<>();
    try (ColumnarFile file = open(file("f", 250), 100, ID, Requests.of("text", STRING))) {
      while (file.next()) {
        ids.add(file.column(0));
        texts.add(file.column(1));
      }
    }

    assertThat(ids.get(0).intAt(99)).isEqualTo(99);
    assertThat(ids.get(1).intAt(0)).isEqualTo(100);
    assertThat(texts.get(0).stringAt(1)).isEqualTo("text 1");
    assertThat(texts.get(2).stringAt(2)).isEqualTo("text 1");
  }

  @Test
  void rowsAreCountedIfNoColumnIsRequested() throws IOException {
    int rows = 0;
    try (ColumnarFile file = open(file("f", 250), 70)) {
      while (file.next()) {
        rows += file.size();
      }
    }
    assertThat(rows).isEqualTo(250);
  }

  @Test
  void aFileWithoutRowsHasNoBatches() throws IOException {
    try (ColumnarFile file = open(file("f", 0), 70, ID)) {
      assertThat(file.rowCount()).isZero();
      assertThat(file.next()).isFalse();
    }
  }

  @Test
  void aColumnThatIsNotInTheFileIsNull() throws IOException {
    RequestedColumn struct = Requests.struct("s", ID);
    try (ColumnarFile file = open(file("f", 2), 70, Requests.of("other", STRING), struct)) {
      assertThat(file.next()).isTrue();
      assertThat(file.column(0).isNullAt(1)).isTrue();
      assertThat(file.column(1).isNullAt(0)).isTrue();
      assertThat(file.column(1).fieldAt(0).isNullAt(0)).isTrue();
    }
  }

  @Test
  void batchesOfWideRowsHaveFewerRows() throws IOException {
    char[] wide = new char[1 << 20];
    Arrays.fill(wide, 'x');
    InputFile wideFile =
        FileWriter.write(
            dir.resolve("wide"),
            "message m { required binary text (STRING); }",
            20,
            builder -> builder.withDictionaryEncoding(false),
            (group, row) -> group.append("text", row + new String(wide)));
    try (ColumnarFile file = open(wideFile, 2_048, Requests.of("text", STRING))) {
      assertThat(file.next()).isTrue();
      assertThat(file.size()).isBetween(1, 8);
      assertThat(file.column(0).stringAt(0)).hasSize(1 + (1 << 20)).startsWith("0x");
    }
  }

  @Test
  void aRowGroupThatIsReadPageByPageTakesLessMemoryAndIsLoadedAgainAtItsRow() throws IOException {
    RequestedColumn text = Requests.of("text", STRING);
    byte[] letters = new byte[100_000];
    Arrays.fill(letters, (byte) 'x');
    String wide = new String(letters, StandardCharsets.US_ASCII);
    InputFile wideFile =
        FileWriter.write(
            dir.resolve("wide"),
            "message m { required binary text (STRING); }",
            100,
            builder -> builder.withDictionaryEncoding(false).withPageSize(200_000),
            (group, row) -> group.append("text", row + wide));
    long inMemory;
    try (ColumnarFile file = open(wideFile, 10, text)) {
      inMemory = file.bytesToLoad();
    }
    try (ColumnarFile file = open(wideFile, 10, 1, text)) {
      long bytes = file.bytesToLoad();
      assertThat(inMemory - bytes).isGreaterThan(9_000_000);
      file.load();
      assertThat(file.bytesToLoad()).isZero();
      assertThat(file.next()).isTrue();
      Column first = file.column(0);
      file.unload();
      assertThat(file.bytesToLoad()).isEqualTo(bytes);
      file.load();
      assertThat(file.next()).isTrue();
      assertThat(file.firstRow()).isEqualTo(10);
      assertThat(file.column(0).stringAt(0)).isEqualTo(10 + wide);
      assertThat(first.stringAt(9)).isEqualTo(9 + wide);
    }
  }

  @Test
  void anInterruptedThreadStopsReading() throws IOException {
    try (ColumnarFile file = open(file("f", 250), 70, ID)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(file::next).isInstanceOf(InterruptedIOException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void aFooterIsReadOnceForSeveralReaders() throws IOException {
    CountingFile file = new CountingFile(file("f", 250));

    footers.of(file);
    long first = file.seeks;
    assertThat(footers.of(file).getBlocks()).hasSize(3);
    assertThat(file.seeks).isEqualTo(first).isPositive();

    try (ColumnarFile opened = open(file, 70)) {
      assertThat(opened.rowCount()).isEqualTo(250);
    }
    assertThat(file.seeks).isEqualTo(first);
  }

  @Test
  void theCacheOfFootersIsBounded() throws IOException {
    CountingFile first = new CountingFile(file("f", 250));
    footers.of(first);
    long before = first.seeks;
    InputFile other = file("other", 250);
    for (int i = 0; i < 3_000; i++) {
      footers.of(new CountingFile(other, "other" + i));
    }

    footers.of(first);

    assertThat(first.seeks).isGreaterThan(before);
  }

  /** Counts the seeks to each position of a file. */
  private static final class CountingFile implements InputFile {
    private final InputFile file;
    private final String name;
    private long seeks;

    CountingFile(InputFile file) {
      this(file, file.toString());
    }

    CountingFile(InputFile file, String name) {
      this.file = file;
      this.name = name;
    }

    @Override
    public long getLength() throws IOException {
      return file.getLength();
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      SeekableInputStream stream = file.newStream();
      return new DelegatingSeekableInputStream(stream) {
        @Override
        public long getPos() throws IOException {
          return stream.getPos();
        }

        @Override
        public void seek(long position) throws IOException {
          seeks++;
          stream.seek(position);
        }
      };
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
