package io.deltacdf.connect.table.parquet;

import static io.deltacdf.connect.table.column.DataType.Primitive.INTEGER;
import static io.deltacdf.connect.table.column.DataType.Primitive.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.column.Column;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.InputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that batches are bounded by the size of their decoded values. */
class BatchSizesTest {
  private static final long LIMIT = 20L << 20;

  @TempDir Path dir;

  /** Reads a file, checks the size of each batch, and returns the number of rows in each. */
  private static List<Integer> batches(
      InputFile file, RequestedColumn column, ToLongFunction<ColumnarFile> size)
      throws IOException {
    List<Integer> batches = new ArrayList<>();
    try (ColumnarFile opened =
        ColumnarFile.open(
            file,
            new Footers(new Configuration(false)),
            List.of(column),
            FileRows.NO_VARIANTS,
            RowFilter.ALL)) {
      while (opened.next()) {
        batches.add(opened.size());
        assertThat(size.applyAsLong(opened)).isLessThan(LIMIT);
      }
    }
    return batches;
  }

  private static long elements(ColumnarFile batch) {
    Column column = batch.column(0);
    long elements = 0;
    for (int row = 0; row < batch.size(); row++) {
      elements += column.isNullAt(row) ? 0 : column.arrayAt(row).size();
    }
    return elements;
  }

  private static long bytes(ColumnarFile batch) {
    Column column = batch.column(0);
    long bytes = 0;
    for (int row = 0; row < batch.size(); row++) {
      bytes += column.isNullAt(row) ? 0 : column.stringAt(row).length();
    }
    return bytes;
  }

  private InputFile texts(
      WriterVersion version, boolean dictionary, int rows, IntFunction<String> text) {
    return FileWriter.write(
        dir.resolve("f.parquet"),
        "message m { optional binary s (STRING); }",
        rows,
        builder ->
            options(builder, version, dictionary).withCompressionCodec(CompressionCodecName.ZSTD),
        (group, row) -> {
          String value = text.apply(row);
          if (value != null) {
            group.add("s", value);
          }
        });
  }

  private static ExampleParquetWriter.Builder options(
      ExampleParquetWriter.Builder builder, WriterVersion version, boolean dictionary) {
    return builder.withWriterVersion(version).withDictionaryEncoding(dictionary);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 20_000})
  void listsAreBoundedByTheirElements(int rowsPerPage) throws IOException {
    InputFile file =
        FileWriter.write(
            dir.resolve("f.parquet"),
            "message m { optional group l (LIST) { repeated group list { optional int32 element; }"
                + " } }",
            600,
            builder -> builder.withPageRowCountLimit(rowsPerPage),
            (group, row) -> {
              if (row % 7 > 0) {
                Group list = group.addGroup("l");
                for (int i = 0; i < (row < 300 ? 3 : 8_000); i++) {
                  list.addGroup("list").add("element", 0);
                }
              }
            });

    List<Integer> batches =
        batches(
            file,
            Requests.array("l", Requests.of("element", INTEGER)),
            batch -> 16 * elements(batch));

    assertThat(batches.stream().mapToInt(rows -> rows).sum()).isEqualTo(600);
    // Short lists are read together.
    assertThat(batches.get(0)).isGreaterThan(200);
  }

  @ParameterizedTest
  @EnumSource(WriterVersion.class)
  void valuesThatFollowManyShortOnesAreBounded(WriterVersion version) throws IOException {
    String word = "x".repeat(400_000);
    InputFile file =
        texts(
            version,
            false,
            30_000,
            row -> row % 5 == 0 ? null : row < 29_900 ? "a" + row : row + word);

    List<Integer> batches = batches(file, Requests.of("s", STRING), BatchSizesTest::bytes);

    assertThat(batches.stream().mapToInt(rows -> rows).sum()).isEqualTo(30_000);
    assertThat(batches.get(0)).isEqualTo(2_048);
    assertThat(batches).hasSizeLessThan(60);
  }

  @Test
  void valuesThatSharePrefixesAreBounded() throws IOException {
    String word = "x".repeat(100_000);
    InputFile file = texts(WriterVersion.PARQUET_2_0, false, 1_000, row -> word + row % 10);

    assertThat(batches(file, Requests.of("s", STRING), BatchSizesTest::bytes).size())
        .isBetween(10, 40);
    assertThat(FileRows.column(file, Requests.of("s", STRING)).get(234)).isEqualTo(word + 4);
  }

  @ParameterizedTest
  @EnumSource(WriterVersion.class)
  void aDictionaryEntryIsNotCopiedWhereAPageOfValuesFollows(WriterVersion version)
      throws IOException {
    Random random = new Random(7);
    String word = "x".repeat(500_000);
    List<String> values = new ArrayList<>();
    for (int row = 0; row < 4_000; row++) {
      values.add(row < 1_500 ? word : row % 3 == 0 ? null : "text " + random.nextLong());
    }
    InputFile file =
        FileWriter.write(
            dir.resolve("f.parquet"),
            "message m { optional binary s (STRING); }",
            values.size(),
            builder ->
                options(builder, version, true)
                    .withDictionaryPageSize(505_000)
                    .withPageRowCountLimit(700),
            (group, row) -> {
              if (values.get(row) != null) {
                group.add("s", values.get(row));
              }
            });

    List<Object> found = FileRows.column(file, Requests.of("s", STRING));

    assertThat(found.equals(values)).isTrue();
    // The word stays in the dictionary.
    assertThat(found.get(1)).isSameAs(found.get(0));
  }
}
