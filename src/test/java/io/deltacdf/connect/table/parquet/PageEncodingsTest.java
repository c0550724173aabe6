package io.deltacdf.connect.table.parquet;

import static io.deltacdf.connect.table.column.DataType.Primitive.BINARY;
import static io.deltacdf.connect.table.column.DataType.Primitive.BOOLEAN;
import static io.deltacdf.connect.table.column.DataType.Primitive.DATE;
import static io.deltacdf.connect.table.column.DataType.Primitive.DOUBLE;
import static io.deltacdf.connect.table.column.DataType.Primitive.FLOAT;
import static io.deltacdf.connect.table.column.DataType.Primitive.INTEGER;
import static io.deltacdf.connect.table.column.DataType.Primitive.LONG;
import static io.deltacdf.connect.table.column.DataType.Primitive.STRING;
import static io.deltacdf.connect.table.column.DataType.Primitive.TIMESTAMP;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares each value of every physical type in all encodings and page versions. */
class PageEncodingsTest {
  private static final int ROWS = 3_000;

  /** The sizes of row groups and pages share no factor with those of batches. */
  private static final int ROW_GROUP = 1_300;

  private static final int PAGE = 170;

  private static final String SCHEMA =
      """
      message m {
        optional boolean flag;
        optional int32 i;
        required int32 r;
        optional int64 l;
        optional float f;
        optional double d;
        optional binary few (STRING);
        optional binary many (STRING);
        optional binary mixed (STRING);
        optional binary bytes;
        optional fixed_len_byte_array(5) fixed;
        optional int32 day (DATE);
        optional int64 at (TIMESTAMP(MICROS,true));
        optional int96 old;
        optional int32 small (DECIMAL(7,2));
        optional int64 middle (DECIMAL(15,3));
        optional binary long (DECIMAL(30,4));
        optional fixed_len_byte_array(16) longest (DECIMAL(38,10));
        optional int32 never;
      }
      """;

  private static final RequestedColumn[] COLUMNS = {
    Requests.of("flag", BOOLEAN),
    Requests.of("i", INTEGER),
    Requests.of("r", INTEGER),
    Requests.of("l", LONG),
    Requests.of("f", FLOAT),
    Requests.of("d", DOUBLE),
    Requests.of("few", STRING),
    Requests.of("many", STRING),
    Requests.of("mixed", STRING),
    Requests.of("bytes", BINARY),
    Requests.of("fixed", BINARY),
    Requests.of("day", DATE),
    Requests.of("at", TIMESTAMP),
    Requests.of("old", TIMESTAMP),
    Requests.of("small", new DataType.Decimal(7, 2)),
    Requests.of("middle", new DataType.Decimal(15, 3)),
    Requests.of("long", new DataType.Decimal(30, 4)),
    Requests.of("longest", new DataType.Decimal(38, 10)),
    Requests.of("never", INTEGER),
  };

  /** The probabilities that a value is null. */
  private static final double[] NULLS = {0, 0.1, 0.9};

  @TempDir Path dir;

  /** Returns random rows with values for {@link #COLUMNS}. */
  private static List<List<Object>> rows(double nulls) {
    Random random = new Random(7);
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      long micros = random.nextLong(4_000_000_000_000_000L) - 2_000_000_000_000_000L;
      Object[] values = {
        row / 400 % 2 == 0 ? random.nextBoolean() : row % 800 == 0,
        random.nextInt(),
        row % 11,
        random.nextLong(),
        random.nextFloat(),
        random.nextDouble() * 1e9,
        "word " + random.nextInt(9) + " \u20ac",
        "text " + random.nextInt() + "x".repeat(random.nextInt(40)),
        // Use more and more distinct words, until the writer stops using a dictionary.
        "mixed " + (row < 300 ? row % 5 : row),
        bytes(random, random.nextInt(20)),
        bytes(random, 5),
        random.nextInt(40_000) - 20_000,
        micros,
        micros,
        BigDecimal.valueOf(random.nextInt(19_999_999) - 9_999_999, 2),
        BigDecimal.valueOf(random.nextLong(2_000_000_000_000L) - 1_000_000_000_000L, 3),
        new BigDecimal(new BigInteger(90, random).subtract(BigInteger.TWO.pow(89)), 4),
        new BigDecimal(new BigInteger(120, random).subtract(BigInteger.TWO.pow(119)), 10),
        null
      };
      for (int i = 0; i < values.length; i++) {
        boolean isRequired = COLUMNS[i].name().equals("r");
        values[i] = !isRequired && random.nextDouble() < nulls ? null : values[i];
      }
      rows.add(Arrays.asList(values));
    }
    return rows;
  }

  private static ByteBuffer bytes(Random random, int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private static void fill(Group group, List<Object> row) {
    for (int i = 0; i < COLUMNS.length; i++) {
      if (row.get(i) != null) {
        add(group, COLUMNS[i].name(), row.get(i));
      }
    }
  }

  private static void add(Group group, String column, Object value) {
    switch (column) {
      case "flag" -> group.add(column, (boolean) value);
      case "i", "r", "day" -> group.add(column, (int) value);
      case "l", "at" -> group.add(column, (long) value);
      case "f" -> group.add(column, (float) value);
      case "d" -> group.add(column, (double) value);
      case "few", "many", "mixed" -> group.add(column, (String) value);
      case "bytes", "fixed" ->
          group.add(column, Binary.fromConstantByteArray(((ByteBuffer) value).array()));
      case "old" -> group.add(column, int96((long) value));
      case "small" -> group.add(column, ((BigDecimal) value).unscaledValue().intValueExact());
      case "middle" -> group.add(column, ((BigDecimal) value).unscaledValue().longValueExact());
      case "long" ->
          group.add(
              column,
              Binary.fromConstantByteArray(((BigDecimal) value).unscaledValue().toByteArray()));
      case "longest" -> group.add(column, sixteenBytes((BigDecimal) value));
      default -> throw new IllegalArgumentException(column);
    }
  }

  private static Binary int96(long micros) {
    long microsOfDay = Math.floorMod(micros, 86_400_000_000L);
    ByteBuffer buffer = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putLong(microsOfDay * 1_000);
    buffer.putInt((int) (Math.floorDiv(micros, 86_400_000_000L) + 2_440_588));
    return Binary.fromConstantByteArray(buffer.array());
  }

  private static Binary sixteenBytes(BigDecimal value) {
    byte[] digits = value.unscaledValue().toByteArray();
    byte[] bytes = new byte[16];
    Arrays.fill(bytes, 0, 16 - digits.length, (byte) (value.signum() < 0 ? -1 : 0));
    System.arraycopy(digits, 0, bytes, 16 - digits.length, digits.length);
    return Binary.fromConstantByteArray(bytes);
  }

  private InputFile write(
      List<List<Object>> rows,
      WriterVersion version,
      boolean dictionary,
      CompressionCodecName codec) {
    return FileWriter.write(
        dir.resolve("f.parquet"),
        SCHEMA,
        rows.size(),
        builder ->
            builder
                .withWriterVersion(version)
                .withDictionaryEncoding(dictionary)
                .withDictionaryPageSize(2_000)
                .withByteStreamSplitEncoding(version == WriterVersion.PARQUET_2_0)
                .withCompressionCodec(codec)
                .withPageRowCountLimit(PAGE)
                .withRowGroupRowCountLimit(ROW_GROUP),
        (group, row) -> fill(group, rows.get(row)));
  }

  private static Stream<Arguments> pageForms() {
    return Stream.of(WriterVersion.values())
        .flatMap(
            version ->
                Stream.of(true, false)
                    .flatMap(
                        dictionary ->
                            Arrays.stream(NULLS)
                                .mapToObj(nulls -> Arguments.of(version, dictionary, nulls))));
  }

  @ParameterizedTest
  @MethodSource("pageForms")
  void everyTypeIsReadInEveryEncoding(WriterVersion version, boolean dictionary, double nulls) {
    List<List<Object>> rows = rows(nulls);
    InputFile file = write(rows, version, dictionary, CompressionCodecName.UNCOMPRESSED);

    for (int batchRows : new int[] {1, 2, 3, 7, 1_024}) {
      assertThat(FileRows.read(file, batchRows, COLUMNS)).isEqualTo(rows);
    }
  }

  private static Stream<Arguments> compressedForms() {
    return Stream.of("SNAPPY", "ZSTD", "GZIP", "LZ4_RAW")
        .map(CompressionCodecName::valueOf)
        .flatMap(
            codec ->
                Stream.of(WriterVersion.values()).map(version -> Arguments.of(codec, version)));
  }

  @ParameterizedTest
  @MethodSource("compressedForms")
  void everyTypeIsReadInEveryCompression(CompressionCodecName codec, WriterVersion version) {
    List<List<Object>> rows = rows(0.1);
    InputFile file = write(rows, version, true, codec);

    assertThat(FileRows.read(file, 1_024, COLUMNS)).isEqualTo(rows);
  }

  @ParameterizedTest
  @MethodSource("pageForms")
  void skippedRowsDoNotShiftTheOthers(WriterVersion version, boolean dictionary, double nulls) {
    List<List<Object>> rows = rows(nulls);
    InputFile file = write(rows, version, dictionary, CompressionCodecName.SNAPPY);
    // Select a few rows in the second and third row groups.
    List<Long> used = List.of(1_301L, 1_777L, 1_778L, 2_599L, 2_600L, 2_999L);
    RowFilter filter = (from, to) -> used.stream().anyMatch(row -> row >= from && row < to);

    List<List<Object>> found = FileRows.read(file, 1, filter, COLUMNS);

    assertThat(found).isEqualTo(used.stream().map(row -> rows.get(Math.toIntExact(row))).toList());
  }

  @Test
  void equalStringsOfADictionaryAreTheSameObject() {
    InputFile file =
        FileWriter.write(
            dir.resolve("f.parquet"),
            "message m { required binary s (STRING); }",
            10,
            builder -> builder,
            (group, row) -> group.add("s", "v" + row % 2));

    List<Object> values = FileRows.column(file, Requests.of("s", STRING));

    assertThat(values.get(8)).isEqualTo("v0").isSameAs(values.get(0));
    assertThat(values.get(9)).isEqualTo("v1").isSameAs(values.get(1));
  }

  @Test
  void textThatIsNotUtf8IsRead() {
    byte[] text = {'a', (byte) 0xFF, 'b'};
    InputFile file =
        FileWriter.write(
            dir.resolve("f.parquet"),
            "message m { required binary s (STRING); }",
            1,
            builder -> builder,
            (group, row) -> group.add("s", Binary.fromConstantByteArray(text)));

    assertThat(FileRows.column(file, Requests.of("s", STRING)))
        .containsExactly(new String(text, StandardCharsets.UTF_8));
  }
}
