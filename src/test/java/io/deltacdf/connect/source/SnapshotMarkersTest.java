package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code source.snapshot} of Debezium's envelope: first, true and last in a snapshot. */
class SnapshotMarkersTest {
  @TempDir Path dir;
  private TestTable table;

  @BeforeEach
  void makeTable() {
    table =
        TestTable.at(dir.resolve("orders"))
            .schema("id long, name string")
            .changeDataFeed()
            .create();
  }

  /** Inserts rows, each in a file and a commit of its own. */
  private void insert(Long... ids) {
    for (Long id : ids) {
      table.insert(row("id", id, "name", "any"));
    }
  }

  private TableRuns runs(String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("record.format", "debezium", "tombstones.on.delete", "false"));
    return new TableRuns(table, all.toArray(String[]::new));
  }

  private static List<String> markers(List<SourceRecord> records) {
    return records.stream()
        .map(record -> ((Struct) record.value()).getStruct("source").getString("snapshot"))
        .toList();
  }

  private static List<Long> ids(List<SourceRecord> records) {
    return records.stream().map(record -> ((Struct) record.key()).getInt64("id")).toList();
  }

  @Test
  void theFirstAndTheLastRowAreMarkedAcrossFiles() throws Exception {
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"));
    insert(3L, 4L);
    List<SourceRecord> snapshot = runs().fromStart();

    assertThat(markers(snapshot)).containsExactly("first", "true", "true", "last");
    for (SourceRecord record : snapshot) {
      ((Struct) record.value()).validate();
    }
    insert(5L);
    assertThat(markers(runs().after(snapshot.get(3)))).containsExactly("false");
  }

  @Test
  void aSingleRowIsTheLastOneAsInDebezium() throws Exception {
    insert(1L);
    List<SourceRecord> snapshot = runs().fromStart();
    insert(2L);

    assertThat(markers(snapshot)).containsExactly("last");
    assertThat(markers(runs().after(snapshot.get(0)))).containsExactly("false");
  }

  @Test
  void anEmptySnapshotMarksNothing() throws Exception {
    assertThat(runs().fromStart()).isEmpty();
  }

  @Test
  void aResumedSnapshotHasNoSecondFirst() throws Exception {
    insert(1L, 2L, 3L, 4L);
    List<SourceRecord> snapshot = runs().fromStart();

    for (int i = 0; i < 3; i++) {
      List<SourceRecord> rest = runs().after(snapshot.get(i));
      assertThat(ids(rest)).isEqualTo(ids(snapshot.subList(i + 1, 4)));
      assertThat(markers(rest)).isEqualTo(markers(snapshot.subList(i + 1, 4)));
    }
  }

  /** The position before the first row is stored before the first row is published. */
  @Test
  void aSnapshotThatHasPublishedNothingBeginsWithFirst() throws Exception {
    insert(1L, 2L, 3L);
    List<SourceRecord> snapshot = runs().fromStart();
    Map<String, Object> beginning = new HashMap<>(snapshot.get(0).sourceOffset());
    beginning.put("row", -1L);

    assertThat(markers(runs().after(beginning))).containsExactly("first", "true", "last");
  }

  @Test
  void rowsThatAreSkippedAreNeitherFirstNorLast() throws Exception {
    table.insert(
        row("id", null, "name", "a"),
        row("id", 1, "name", "b"),
        row("id", 2, "name", "c"),
        row("id", null, "name", "d"));

    assertThat(markers(runs("null.key.handling", "skip").fromStart()))
        .containsExactly("first", "last");
  }

  @Test
  void anotherSnapshotBeginsWithFirst() throws Exception {
    insert(1L, 2L, 3L);
    List<SourceRecord> snapshot = runs().fromStart();

    assertThat(markers(runs("tables.orders.snapshot.request", "again").after(snapshot.get(2))))
        .containsExactly("first", "true", "last");
    // In the middle of the first one, too.
    assertThat(markers(runs("tables.orders.snapshot.request", "again").after(snapshot.get(0))))
        .containsExactly("first", "true", "last");
  }

  @Test
  void aTableWithoutAKeyIsMarkedToo() throws Exception {
    insert(1L, 2L, 3L);

    assertThat(markers(runs("key", "", "commit.consolidation", "none").fromStart()))
        .containsExactly("first", "true", "last");
  }
}
