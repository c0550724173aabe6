package io.deltacdf.connect.table.parquet;

import static io.deltacdf.connect.table.column.DataType.Primitive.BINARY;
import static io.deltacdf.connect.table.column.DataType.Primitive.INTEGER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.ParquetDecodingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that levels, row counts and dictionary ids that cannot be true are refused. */
class DamagedLevelsTest {
  private static final String LIST =
      "message m { optional group l (LIST) { repeated group list { optional int32 element; } } }";

  private static final String MAP =
      "message m { optional group l (MAP) { repeated group key_value { required int32 key;"
          + " optional int32 value; } } }";

  private static final String OPTIONAL = "message m { optional int32 l; }";

  private static final RequestedColumn INT = Requests.of("l", INTEGER);

  private static final RequestedColumn INTS = Requests.array("l", Requests.of("element", INTEGER));

  private static final RequestedColumn MAPS =
      Requests.map("l", Requests.of("key", INTEGER), Requests.of("value", INTEGER));

  private static final int[] NONE = {};

  @TempDir Path dir;

  private InputFile write(HandMadePages pages) {
    return pages.write(dir.resolve("f.parquet"));
  }

  private void assertRefused(HandMadePages pages, RequestedColumn requested, String reason) {
    InputFile file = write(pages);
    for (int batchRows : new int[] {1, 2, 1_024}) {
      assertThatThrownBy(() -> FileRows.read(file, batchRows, requested))
          .isInstanceOf(ParquetDecodingException.class)
          .hasMessageContaining("column 'l")
          .hasMessageContaining(reason);
    }
    // Large row groups are read page by page.
    assertThatThrownBy(() -> FileRows.read(file, 2, 0, RowFilter.ALL, requested))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining(reason);
    // The end of a row group is checked even if none of its last rows is selected.
    RowFilter firstRow = (from, to) -> from == 0;
    assertThatThrownBy(() -> FileRows.read(file, 1, firstRow, requested))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining(reason);
  }

  private static int[] levels(int... levels) {
    return levels;
  }

  @Test
  void validLevelsAreRead() {
    InputFile file =
        write(
            new HandMadePages(LIST, 3)
                .ints(0, levels(0, 1, 0), levels(3, 2, 3), 7, 6)
                .ints(0, levels(1, 0), levels(3, 0), 8));

    assertThat(FileRows.column(file, INTS))
        .containsExactly(Arrays.asList(7, null), List.of(6, 8), null);
  }

  @Test
  void aListThatIsNullOrEmptyHasNoFurtherElements() {
    String reason = "a list that is null or empty has further elements";
    InputFile file =
        write(new HandMadePages(LIST, 2).ints(0, levels(0, 0, 1), levels(3, 1, 3), 7, 8));
    assertThatThrownBy(() -> FileRows.column(file, INTS)).hasMessageContaining(reason);
    InputFile other =
        write(new HandMadePages(LIST, 2).ints(0, levels(0, 0, 1), levels(3, 3, 0), 7, 8));
    assertThatThrownBy(() -> FileRows.column(other, INTS)).hasMessageContaining(reason);
  }

  @Test
  void aDefinitionLevelAboveTheMaximumIsRefused() {
    String schema = "message m { optional group l { optional int32 a; } }";
    RequestedColumn struct = Requests.struct("l", Requests.of("a", INTEGER));
    assertRefused(
        new HandMadePages(schema, 2).ints(0, NONE, levels(2, 3), 7, 8),
        struct,
        "a page has the level 3, but the highest of its column is 2");
    assertRefused(
        new HandMadePages(schema, 9).ints(0, NONE, levels(3, 3, 3, 3, 3, 3, 3, 3, 3), 7),
        struct,
        "a page has the level 3, but the highest of its column is 2");
  }

  @Test
  void aRepetitionLevelAboveTheMaximumIsRefused() {
    String schema = "message m { repeated group l { repeated group k { repeated int32 a; } } }";
    RequestedColumn nested =
        Requests.array(
            "l",
            Requests.struct(
                "l",
                Requests.array(
                    "k", Requests.struct("k", Requests.array("a", Requests.of("a", INTEGER))))));
    String maximum = "message m { repeated group l { repeated int32 a; } }";
    assertThat(
            FileRows.column(
                write(new HandMadePages(schema, 1).ints(0, levels(0, 3), levels(3, 3), 7, 8)),
                nested))
        .hasSize(1);
    assertRefused(
        new HandMadePages(maximum, 1).ints(0, levels(0, 3), levels(2, 2), 7, 8),
        Requests.array("l", Requests.struct("l", Requests.array("a", INT))),
        "a page has the level 3, but the highest of its column is 2");
  }

  @Test
  void aRowGroupThatBeginsInsideARowIsRefused() {
    assertRefused(
        new HandMadePages(LIST, 2).ints(0, levels(1, 0, 0), levels(3, 3, 3), 7, 8, 9),
        INTS,
        "the row group begins in the middle of a row");
  }

  @Test
  void aRowThatBeginsInALaterPageIsRefusedOnlyAtTheStart() {
    assertRefused(
        new HandMadePages(LIST, 2)
            .ints(0, NONE, NONE)
            .ints(0, levels(1, 0, 0), levels(3, 3, 3), 7, 8, 9),
        INTS,
        "the row group begins in the middle of a row");
  }

  @Test
  void valuesAfterTheLastRowAreRefused() {
    assertRefused(
        new HandMadePages(OPTIONAL, 2).ints(0, NONE, levels(1, 0, 1), 7, 8),
        INT,
        "a row group of 2 rows has 3 values");
    assertRefused(
        new HandMadePages(LIST, 2).ints(0, levels(0, 0, 0), levels(3, 3, 3), 7, 8, 9),
        INTS,
        "there are more values than rows in the row group");
    assertRefused(
        new HandMadePages(LIST, 2)
            .ints(0, levels(0, 0), levels(3, 3), 7, 8)
            .ints(0, levels(0), levels(3), 9),
        INTS,
        "there are more values than rows in the row group");
  }

  @Test
  void tooFewValuesAreRefused() {
    assertRefused(
        new HandMadePages(OPTIONAL, 3).ints(0, NONE, levels(1, 1), 7, 8),
        INT,
        "a row group of 3 rows has 2 values");
    InputFile file = write(new HandMadePages(LIST, 2).ints(0, levels(0, 1), levels(3, 3), 7, 8));
    assertThatThrownBy(() -> FileRows.read(file, 1_024, INTS))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining("there are fewer values than rows");
  }

  @Test
  void listsOfOneGroupMustHaveTheSameSizes() {
    InputFile valid =
        write(
            new HandMadePages(MAP, 2)
                .ints(0, levels(0, 1, 0), levels(2, 2, 2), 1, 2, 3)
                .ints(1, levels(0, 1, 0), levels(3, 2, 3), 7, 8));
    Map<Object, Object> first = new LinkedHashMap<>(Map.of(1, 7));
    first.put(2, null);
    assertThat(FileRows.column(valid, MAPS)).containsExactly(first, Map.of(3, 8));

    assertRefused(
        new HandMadePages(MAP, 1)
            .ints(0, levels(0, 1), levels(2, 2), 1, 2)
            .ints(1, levels(0), levels(3), 7),
        MAPS,
        "its lists have other sizes than those of the column 'l.key_value.key'");
    InputFile shifted =
        write(
            new HandMadePages(MAP, 2)
                .ints(0, levels(0, 1, 0), levels(2, 2, 2), 1, 2, 3)
                .ints(1, levels(0, 0, 1), levels(3, 3, 3), 7, 8, 9));
    assertThatThrownBy(() -> FileRows.column(shifted, MAPS))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining("its lists have other sizes");
  }

  @Test
  void levelsInAnEncodingThatLevelsCannotHaveAreRefused() {
    for (Encoding encoding :
        List.of(Encoding.PLAIN, Encoding.DELTA_BINARY_PACKED, Encoding.RLE_DICTIONARY)) {
      assertRefused(
          new HandMadePages(LIST, 3)
              .levelEncoding(encoding)
              .ints(0, levels(0, 1, 0, 0), levels(3, 2, 3, 0), 7, 6),
          INTS,
          "a page has levels in the encoding " + encoding + ", which levels cannot have");
    }
    // Without levels, it does not matter what their encoding would be.
    InputFile none =
        write(
            new HandMadePages("message m { required int32 l; }", 2)
                .levelEncoding(Encoding.PLAIN)
                .ints(0, NONE, levels(0, 0), 7, 8));
    assertThat(FileRows.column(none, INT)).containsExactly(7, 8);
  }

  @Test
  void theLeavesOfAStructAgreeWhereItIsNull() {
    String schema =
        "message m { optional group l { optional int32 a; optional group b { optional int32 c;"
            + " optional int32 d; } } }";
    RequestedColumn struct =
        Requests.struct(
            "l",
            Requests.of("a", INTEGER),
            Requests.struct("b", Requests.of("c", INTEGER), Requests.of("d", INTEGER)));
    InputFile valid =
        write(
            new HandMadePages(schema, 4)
                .ints(0, NONE, levels(2, 1, 0, 1), 7)
                .ints(1, NONE, levels(1, 2, 0, 3), 8)
                .ints(2, NONE, levels(1, 3, 0, 2), 9));
    assertThat(FileRows.column(valid, struct))
        .containsExactly(
            Arrays.asList(7, null),
            Arrays.asList(null, Arrays.asList(null, 9)),
            null,
            Arrays.asList(null, Arrays.asList(8, null)));

    assertRefused(
        new HandMadePages(schema, 2)
            .ints(0, NONE, levels(0, 1))
            .ints(1, NONE, levels(1, 1))
            .ints(2, NONE, levels(1, 1)),
        struct,
        "its struct is null in other rows than that of the column 'l.a' in the same group");
    assertRefused(
        new HandMadePages(schema, 2)
            .ints(0, NONE, levels(1, 1))
            .ints(1, NONE, levels(1, 1))
            .ints(2, NONE, levels(2, 1)),
        struct,
        "its struct is null in other rows than that of the column 'l.b.c' in the same group");
  }

  @Test
  void theLeavesOfAStructInAListAgreeWhereItIsNull() {
    String schema =
        "message m { optional group l (LIST) { repeated group list { optional group element {"
            + " optional int32 a; optional group b (LIST) { repeated group list { optional int32"
            + " element; } } } } } }";
    RequestedColumn list =
        Requests.array(
            "l",
            Requests.struct(
                "element",
                Requests.of("a", INTEGER),
                Requests.array("b", Requests.of("element", INTEGER))));
    InputFile valid =
        write(
            new HandMadePages(schema, 2)
                .ints(0, levels(0, 1, 0), levels(4, 2, 3), 7)
                .ints(1, levels(0, 2, 1, 0), levels(6, 6, 2, 3), 1, 2));
    assertThat(FileRows.column(valid, list))
        .containsExactly(
            Arrays.asList(Arrays.asList(7, List.of(1, 2)), null),
            List.of(Arrays.asList(null, null)));

    InputFile damaged =
        write(
            new HandMadePages(schema, 2)
                .ints(0, levels(0, 1, 0), levels(4, 2, 3), 7)
                .ints(1, levels(0, 2, 1, 0), levels(6, 6, 3, 3), 1, 2));
    assertThatThrownBy(() -> FileRows.column(damaged, list))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining("its struct is null in other rows than that of the column");
  }

  @Test
  @SuppressWarnings("deprecation") // HandMadePages writes dictionaries of this encoding.
  void anIdOutsideOfTheDictionaryIsRefused() {
    byte[] dictionary = {7, 0, 0, 0, 8, 0, 0, 0};
    byte[] ids = {2, 2 << 1, 3};
    InputFile file =
        write(
            new HandMadePages("message m { required int32 l; }", 4)
                .page(0, NONE, levels(0, 0), Encoding.PLAIN_DICTIONARY, dictionary)
                .page(0, NONE, levels(0, 0), Encoding.RLE_DICTIONARY, ids)
                .page(0, NONE, levels(0, 0), Encoding.RLE_DICTIONARY, ids));
    assertThatThrownBy(() -> FileRows.read(file, 1_024, INT))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining("column 'l'");
  }

  @Test
  void aRowGroupOfNoRowsWithValuesIsRefused() throws IOException {
    Path path = dir.resolve("f.parquet");
    new HandMadePages(OPTIONAL, 77).ints(0, NONE, levels(1, 1), 7, 8).write(path);
    // In the footer, 77 is written as 9A 01, and 0 can be written in as many bytes.
    String latin = new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1);
    Files.write(
        path, latin.replace("\u009a\u0001", "\u0080\u0000").getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> FileRows.column(new LocalInputFile(path), INT))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining("a row group with values has 0 rows");
  }

  /** Some writers stored the entries of such a dictionary with their lengths. */
  @Test
  @SuppressWarnings("deprecation") // HandMadePages writes dictionaries of this encoding.
  void aDictionaryOfFixedLengthsWithOtherBytesIsRefused() {
    byte[] dictionary = {2, 0, 0, 0, 'a', 'b', 2, 0, 0, 0, 'c', 'd'};
    byte[] ids = {1, 2 << 1, 1};
    InputFile file =
        write(
            new HandMadePages("message m { required fixed_len_byte_array(2) l; }", 2)
                .page(0, NONE, levels(0, 0), Encoding.PLAIN_DICTIONARY, dictionary)
                .page(0, NONE, levels(0, 0), Encoding.RLE_DICTIONARY, ids));
    assertThatThrownBy(() -> FileRows.column(file, Requests.of("l", BINARY)))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining("column 'l': a dictionary of 2 entries of 2 bytes has 12 bytes");
  }
}
