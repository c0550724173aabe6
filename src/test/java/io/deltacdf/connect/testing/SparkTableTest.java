package io.deltacdf.connect.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SparkTableTest {

  @Test
  void parsesAKind() {
    SparkTable table =
        SparkTable.parse(
            "odd",
            List.of(
                "-- Rows that are odd,",
                "-- and others.",
                "-- key: region, the id",
                "-- first: 2",
                "-- ranges: 1..2, 4..",
                "-- history: partial",
                "-- directory: a b",
                "-- traits: cdc-files, partitioned",
                "CREATE TABLE {table} (id INT)",
                "  USING delta;",
                "INSERT INTO {table} VALUES ('a;b');",
                ""));

    assertThat(table)
        .isEqualTo(
            new SparkTable(
                "odd",
                "Rows that are odd, and others.",
                "a b",
                List.of("region", "the id"),
                2,
                List.of(VersionRange.of(1, 2), VersionRange.from(4)),
                SparkTable.History.PARTIAL,
                Set.of(SparkTableTrait.CDC_FILES, SparkTableTrait.PARTITIONED),
                List.of(
                    "CREATE TABLE {table} (id INT)\n  USING delta",
                    "INSERT INTO {table} VALUES ('a;b')")));
    assertThat(table.path(Path.of("/tables"))).isEqualTo(Path.of("/tables/a b"));
  }

  @Test
  void mostPropertiesHaveDefaults() {
    SparkTable table = SparkTable.parse("plain", List.of("-- key: id", "SELECT 1;"));

    assertThat(table.directory()).isEqualTo("plain");
    assertThat(table.firstVersion()).isEqualTo(1);
    assertThat(table.ranges()).containsExactly(VersionRange.from(1));
    assertThat(table.history()).isEqualTo(SparkTable.History.WHOLE);
    assertThat(table.traits()).isEmpty();
  }

  @Test
  void rejectsUnknownHeaders() {
    assertThatThrownBy(() -> SparkTable.parse("t", List.of("-- keys: id")))
        .hasMessage("t: unknown [keys]");
    assertThatThrownBy(() -> SparkTable.parse("t", List.of("-- traits: odd")))
        .hasMessageContaining("ODD");
    assertThatThrownBy(() -> SparkTable.parse("t", List.of("-- history: some")))
        .hasMessageContaining("some");
    assertThatThrownBy(() -> SparkTable.parse("t", List.of("-- ranges: 3")))
        .hasMessageContaining("1..4");
  }

  @Test
  void identifiersQuoteBackticks() {
    assertThat(SparkTable.identifier(Path.of("/a`b"))).isEqualTo("delta.`/a``b`");
  }

  @Test
  void everyKindHasAKeyAndTraitsAndADirectoryOfItsOwn() {
    List<SparkTable> kinds = SparkTables.all();

    assertThat(kinds).hasSizeGreaterThanOrEqualTo(50);
    assertThat(kinds)
        .allSatisfy(
            kind -> {
              assertThat(kind.key()).isNotEmpty();
              assertThat(kind.traits()).isNotEmpty();
              assertThat(kind.description()).isNotEmpty();
              assertThat(kind.statements()).hasSizeGreaterThan(1);
              assertThat(SparkTables.kind(kind.name())).isSameAs(kind);
            });
    assertThat(kinds).extracting(SparkTable::directory).doesNotHaveDuplicates();
    assertThatThrownBy(() -> SparkTables.kind("none")).hasMessageContaining("none");
  }
}
