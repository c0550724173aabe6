package io.deltacdf.connect.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.Rows;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares a real table with mirrors that equal it and mirrors that do not. */
class ComparisonTest {
  private static final String SCHEMA =
      "id long, name string, price decimal(10,2), ratio double, day date,"
          + " days map<date,int>, counts map<int,string>,"
          + " place struct<city string, zip string>, tags array<string>";

  private final FoldedTopic mirror = new FoldedTopic();

  @TempDir Path directory;
  private DeltaTable table;

  @BeforeEach
  void makeTable() {
    TestTable written = TestTable.at(directory).schema(SCHEMA).changeDataFeed().create();
    written.insert(
        Rows.row(
            "id",
            1,
            "name",
            "Ann",
            "price",
            "120.00",
            "ratio",
            Double.NaN,
            "day",
            "2024-02-29",
            "days",
            Map.of("1969-12-31", 7),
            "counts",
            Map.of(5, "five"),
            "place",
            Rows.row("city", "Oslo"),
            "tags",
            List.of("a", "b")),
        Rows.row("id", 2, "name", null));
    table = DeltaTables.open("t", directory.toString(), Storage.open(Map.of()));
    put(1, ann("120.00"));
    // This record is older than the other columns.
    put(2, "{\"id\":2,\"name\":null,\"_change_type\":\"insert\",\"_commit_version\":1}");
  }

  @Test
  void rowsOfTableAndTopicAreEqualDespiteDifferentFormsOfMaps() {
    Comparison comparison = compare();

    assertThat(comparison.equal()).as("%s", comparison).isTrue();
    assertThat(comparison.table()).isEqualTo(comparison.mirror());
    assertThat(comparison.pairs()).hasSize(2).allMatch(Comparison.Pair::equal);
    assertThat(text(comparison))
        .contains("EQUAL: the mirror holds the table's 2 rows")
        .doesNotContain("NOT EQUAL")
        .doesNotContain("!=");
  }

  @Test
  void aValueThatDiffersIsFound() {
    put(1, ann("120.01"));

    Comparison comparison = compare();

    assertThat(comparison.equal()).isFalse();
    assertThat(comparison.missing()).containsExactly("[1]");
    assertThat(comparison.surplus()).containsExactly("[1]");
    assertThat(text(comparison))
        .contains("NOT EQUAL")
        .contains("1 rows of the table are not in the mirror, keys: [1]")
        .contains(" != ");
  }

  @Test
  void aSurplusOrMissingRowIsFound() {
    put(3, "{\"id\":3,\"name\":\"Cleo\"}");
    assertThat(compare().surplus()).containsExactly("[3]");
    assertThat(compare().equal()).isFalse();

    mirror.apply(new Event("delete", "3", 2, null));
    assertThat(compare().equal()).isTrue();

    mirror.apply(new Event("delete", "2", 2, null));
    assertThat(compare().missing()).containsExactly("[2]");
    assertThat(text(compare())).contains("NOT EQUAL");
  }

  @Test
  void aKeyThatDoesNotIdentifyARowIsReported() {
    TestTable written =
        TestTable.at(directory.resolve("twice")).schema("id long").changeDataFeed().create();
    written.insert(Rows.row("id", 1), Rows.row("id", 1));
    DeltaTable twice =
        DeltaTables.open("twice", written.directory().toString(), Storage.open(Map.of()));
    RowForm form = new RowForm(twice.latestSnapshot().state().schema(), List.of("id"));
    FoldedTopic once = new FoldedTopic();
    once.apply(new Event("read", "1", 1, "{\"id\":1}"));

    Comparison comparison = Comparison.of(TableImage.of(twice, twice.latestSnapshot(), form), once);

    assertThat(comparison.equal()).isFalse();
    assertThat(text(comparison)).contains("The key does not identify a row");
  }

  @Test
  void aMissingKeyColumnIsNamed() {
    assertThatThrownBy(
            () -> new RowForm(table.latestSnapshot().state().schema(), List.of("ID", "nobody")))
        .hasMessageContaining("no column 'nobody'")
        .hasMessageContaining("name");
  }

  private void put(long key, String value) {
    mirror.apply(new Event("insert", Long.toString(key), 1, value));
  }

  private static String ann(String price) {
    return "{\"id\":1,\"name\":\"Ann\",\"price\":"
        + price
        + ",\"ratio\":\"NaN\",\"day\":\"2024-02-29\",\"days\":{\"1969-12-31\":7},"
        + "\"counts\":[[5,\"five\"]],\"place\":{\"zip\":null,\"city\":\"Oslo\"},"
        + "\"tags\":[\"a\",\"b\"],\"_change_type\":\"read\",\"_commit_version\":1}";
  }

  private Comparison compare() {
    RowForm form = new RowForm(table.latestSnapshot().state().schema(), List.of("ID"));
    return Comparison.of(TableImage.of(table, table.latestSnapshot(), form), mirror);
  }

  private static String text(Comparison comparison) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Screen screen = new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), false, 120);
    ComparisonText.print(screen, comparison, "demo.t", 3);
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
