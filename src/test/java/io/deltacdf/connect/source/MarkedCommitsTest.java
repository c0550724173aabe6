package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code provide.transaction.metadata} through the life of a table. */
class MarkedCommitsTest {
  private static final String[] MARKED = {
    "provide.transaction.metadata", "true", "snapshot.mode", "when_needed"
  };

  @TempDir Path dir;
  private TestTable table;

  /** Makes a table whose version 1 has the rows 1, 2 and 3. */
  @BeforeEach
  void makeTable() {
    table =
        TestTable.at(dir.resolve("orders"))
            .schema("id long, name string")
            .changeDataFeed()
            .create();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"), row("id", 3, "name", "c"));
  }

  /** Returns {@code <status> <id> <event count> <complete>}, or {@code <key> <id> <order>}. */
  private static String text(SourceRecord record) {
    if (record.topic().equals("delta.transaction")) {
      Struct value = (Struct) record.value();
      String status = value.getString("status") + " " + value.getString("id");
      return status.startsWith("END")
          ? status + " " + value.getInt64("event_count") + " " + value.getBoolean("complete")
          : status;
    }
    Header id = record.headers().lastWithName("delta.transaction.id");
    return record.key()
        + (id == null
            ? " no transaction"
            : " "
                + id.value()
                + " "
                + record.headers().lastWithName("delta.transaction.order").value());
  }

  private static List<String> texts(List<SourceRecord> records) {
    return records.stream().map(MarkedCommitsTest::text).toList();
  }

  @Test
  void commitsAfterASnapshotAreMarked() throws Exception {
    table.setProperty("a", "b");
    TableRuns runs = new TableRuns(table, MARKED);
    List<SourceRecord> snapshot = runs.fromStart();
    table.setProperty("a", "c");
    table.update(row -> row.get("id").equals(2L), set("name", "B"));
    table.delete(row -> true);

    assertThat(texts(snapshot))
        .containsExactly("1 no transaction", "2 no transaction", "3 no transaction");
    assertThat(texts(runs.after(snapshot.get(2))))
        .containsExactly(
            "END orders:3 0 true",
            "BEGIN orders:4",
            "2 orders:4 1",
            "END orders:4 1 true",
            "BEGIN orders:5",
            "1 orders:5 1",
            "3 orders:5 2",
            "2 orders:5 3",
            "END orders:5 3 true");
  }

  @Test
  void aCommitThatIsResumedInTheMiddleEndsWithTheCountOfAllItsEvents() throws Exception {
    TableRuns runs =
        new TableRuns(table, "provide.transaction.metadata", "true", "start.version", "1");
    List<SourceRecord> all = runs.fromStart();

    assertThat(texts(all))
        .containsExactly(
            "BEGIN orders:1",
            "1 orders:1 1",
            "2 orders:1 2",
            "3 orders:1 3",
            "END orders:1 3 true");
    assertThat(texts(runs.after(all.get(0)))).isEqualTo(texts(all));
    assertThat(texts(runs.after(all.get(2)))).isEqualTo(texts(all.subList(3, 5)));
    // After a crash between the last event and END, END is published.
    assertThat(texts(runs.after(all.get(3)))).isEqualTo(texts(all.subList(4, 5)));
    assertThat(runs.after(all.get(4))).isEmpty();
  }

  @Test
  void aCommitIsPublishedAgainFromItsBeginningIfMarkersAreSwitchedOnInside() throws Exception {
    List<SourceRecord> unmarked = new TableRuns(table, "start.version", "1").fromStart();
    TableRuns marked = new TableRuns(table, "provide.transaction.metadata", "true");

    assertThat(texts(marked.after(unmarked.get(0)))).contains("BEGIN orders:1", "1 orders:1 1");
    SourceRecord inside = marked.after(unmarked.get(0)).get(1);
    assertThat(TableRuns.texts(new TableRuns(table).after(inside)))
        .isEqualTo(TableRuns.texts(unmarked));
  }

  @Test
  void aCommitWhoseFilesAreLostIsGivenUpBeforeTheSnapshot() throws Exception {
    TableRuns runs =
        new TableRuns(
            table, "provide.transaction.metadata", "true", "snapshot.mode", "when_needed");
    List<SourceRecord> first =
        new TableRuns(table, "provide.transaction.metadata", "true", "start.version", "1")
            .fromStart();
    SourceRecord inside = first.get(2);
    table.overwrite(row("id", 9, "name", "z"));
    removeFiles(inside);

    List<SourceRecord> after = runs.after(inside);
    assertThat(texts(after)).containsExactly("END orders:1 2 false", "9 no transaction");
    // A crash before the snapshot repeats the END only.
    assertThat(texts(runs.after(after.get(0)))).isEqualTo(texts(after));
  }

  /** Removes the file of a position, as VACUUM does. */
  private void removeFiles(SourceRecord record) throws IOException {
    String file = record.sourceOffset().get("file").toString();
    try (Stream<Path> files = Files.walk(dir)) {
      for (Path path : files.filter(path -> path.toString().endsWith(file)).toList()) {
        Files.delete(path);
      }
    }
  }
}
