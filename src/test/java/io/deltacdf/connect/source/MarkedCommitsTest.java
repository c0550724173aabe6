package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.consumer.WholeCommits;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    // BEGIN is not repeated after its own offset.
    assertThat(texts(runs.after(all.get(0)))).isEqualTo(texts(all.subList(1, 5)));
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

  /** The position of the snapshot was not stored, and the file is back. */
  @Test
  void aCommitThatIsGivenUpMayBeCompletedAfterACrashAndAConsumerAppliesItAsAWhole()
      throws Exception {
    List<SourceRecord> first =
        new TableRuns(table, "provide.transaction.metadata", "true", "start.version", "1")
            .fromStart();
    SourceRecord inside = first.get(2);
    TableRuns runs = new TableRuns(table, MARKED);
    Map<Path, byte[]> removed = removeFiles(inside);
    table.overwrite(row("id", 9, "name", "z"));
    SourceRecord givenUp = runs.after(inside).get(0);
    for (Map.Entry<Path, byte[]> file : removed.entrySet()) {
      Files.write(file.getKey(), file.getValue());
    }
    List<SourceRecord> rest = runs.after(givenUp);

    assertThat(text(givenUp)).isEqualTo("END orders:1 2 false");
    assertThat(texts(rest))
        .containsExactly(
            "3 orders:1 3",
            "END orders:1 3 true",
            "BEGIN orders:2",
            "1 orders:2 1",
            "2 orders:2 2",
            "3 orders:2 3",
            "9 orders:2 4",
            "END orders:2 4 true");
    Applied applied = new Applied();
    applied.accept(first.subList(0, 3));
    applied.accept(List.of(givenUp));
    applied.accept(rest);
    assertThat(applied.commits).containsExactly("1: [1, 2, 3]", "2: [1, 2, 3, 9]");
    assertThat(applied.consumer.heldBack()).isEmpty();
  }

  @Test
  void aConsumerDoesNotWaitForTheRestOfACommitThatIsGivenUp() throws Exception {
    List<SourceRecord> first =
        new TableRuns(table, "provide.transaction.metadata", "true", "start.version", "1")
            .fromStart();
    TableRuns runs = new TableRuns(table, MARKED);
    removeFiles(first.get(2));
    table.overwrite(row("id", 9, "name", "z"));
    List<SourceRecord> snapshot = runs.after(first.get(2));
    table.insert(row("id", 10, "name", "y"));
    Applied applied = new Applied();
    applied.accept(first.subList(0, 3));
    applied.accept(snapshot);
    applied.accept(runs.after(snapshot.get(1)));

    assertThat(applied.commits).containsExactly("row 9", "3: [10]");
    assertThat(applied.consumer.heldBack()).isEmpty();
  }

  /** A consumer that follows the documented rules, of one partition. */
  private static final class Applied implements WholeCommits.Target<SourceRecord> {
    private final WholeCommits<SourceRecord> consumer = new WholeCommits<>(this);
    private final List<String> commits = new ArrayList<>();

    void accept(List<SourceRecord> records) {
      for (SourceRecord record : records) {
        Header id = record.headers().lastWithName("delta.transaction.id");
        Header snapshot = record.headers().lastWithName("delta.snapshot.id");
        long version = (Long) record.headers().lastWithName("delta.commit.version").value();
        if (id != null) {
          Long order = (Long) record.headers().lastWithName("delta.transaction.order").value();
          consumer.event("orders", version, id.value().toString(), order, 0, record);
        } else if (snapshot != null) {
          consumer.snapshotRow("orders", version, snapshot.value().toString(), 0, record);
        } else if (record.value() instanceof Struct end && end.getString("status").equals("END")) {
          consumer.end(
              "orders",
              version,
              end.getString("id"),
              end.getInt64("event_count"),
              end.getBoolean("complete"),
              record);
        }
      }
    }

    @Override
    public void apply(String of, long version, List<SourceRecord> events) {
      commits.add(version + ": " + events.stream().map(SourceRecord::key).toList());
    }

    @Override
    public void applySnapshotRow(String of, SourceRecord row) {
      commits.add("row " + row.key());
    }
  }

  /** Otherwise other options after a crash could give other events the same IDs. */
  @ParameterizedTest
  @CsvSource({
    "start.version,1,0",
    "start.version,latest,1",
    "snapshot.mode,no_data,1",
    "start.timestamp,1970-01-01T00:00:00Z,-1"
  })
  void nothingIsPublishedBeforeTheHashOfTheOptionsIsStored(String name, String value, long version)
      throws Exception {
    TableRuns runs = new TableRuns(table, "provide.transaction.metadata", "true", name, value);
    List<SourceRecord> records = new ArrayList<>();
    Set<SourceOffset> stored = new HashSet<>();
    SourceOffset first;
    try (TableReader reader = runs.awaiting(null, records, stored)) {
      assertThat(ReaderRuns.runUntilIdle(reader)).isEqualTo(Progress.WAITING);
      table.insert(row("id", 4, "name", "d"));
      assertThat(ReaderRuns.runUntilIdle(reader)).isEqualTo(Progress.WAITING);
      assertThat(records).isEmpty();
      first = reader.unreportedOffset();
      stored.add(first);
      ReaderRuns.runUntilIdle(reader);
    }
    assertThat(first.version()).isEqualTo(version);
    assertThat(first.transaction()).isPresent();
    assertThat(texts(records)).contains("BEGIN orders:2", "4 orders:2 1", "END orders:2 1 true");

    TableRuns otherOptions =
        new TableRuns(
            table, "provide.transaction.metadata", "true", "skip.messages.without.change", "false");
    assertThat(texts(otherOptions.after(SourceOffsetCodec.write(first))))
        .allMatch(text -> text.matches(".* orders:\\d+:t[0-9a-f]{16}.*"));
  }

  @Test
  void aTableThatStartsAtALaterTimeWaitsForTheFirstCommitAndForItsOffset() throws Exception {
    Instant start = Instant.now().plusSeconds(3600);
    TableRuns runs =
        new TableRuns(
            table, "provide.transaction.metadata", "true", "start.timestamp", start.toString());
    List<SourceRecord> records = new ArrayList<>();
    Set<SourceOffset> stored = new HashSet<>();
    try (TableReader reader = runs.awaiting(null, records, stored)) {
      assertThat(ReaderRuns.runUntilIdle(reader)).isEqualTo(Progress.IDLE);
      table.insert(row("id", 4, "name", "d"));
      assertThat(ReaderRuns.runUntilIdle(reader)).isEqualTo(Progress.IDLE);
      assertThat(reader.unreportedOffset()).isNull();
      long version = table.insert(row("id", 5, "name", "e"));
      Files.setLastModifiedTime(
          dir.resolve("orders/_delta_log/%020d.json".formatted(version)),
          FileTime.from(start.plusSeconds(1)));
      assertThat(ReaderRuns.runUntilIdle(reader)).isEqualTo(Progress.WAITING);
      stored.add(reader.unreportedOffset());
      ReaderRuns.runUntilIdle(reader);
    }
    assertThat(texts(records))
        .containsExactly("BEGIN orders:3", "5 orders:3 1", "END orders:3 1 true");
  }

  /** The offset is that of a person, or older than the option, or damaged. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anOffsetWithoutTheHashIsStoredWithItFirst(boolean inside) throws Exception {
    TableRuns marked =
        new TableRuns(table, "provide.transaction.metadata", "true", "start.version", "1");
    SourceOffset old =
        inside
            ? SourceOffsetCodec.read("orders", marked.fromStart().get(2).sourceOffset()).toBuilder()
                .transaction(Optional.empty())
                .build()
            : SourceOffset.builder(0).build();
    List<SourceRecord> records = new ArrayList<>();
    Set<SourceOffset> stored = new HashSet<>();
    try (TableReader reader = marked.awaiting(old, records, stored)) {
      assertThat(ReaderRuns.runUntilIdle(reader)).isEqualTo(Progress.WAITING);
      assertThat(records).isEmpty();
      stored.add(reader.unreportedOffset());
      ReaderRuns.runUntilIdle(reader);
    }
    assertThat(texts(records)).isEqualTo(texts(marked.fromStart()));
    SourceOffset first = stored.iterator().next();
    assertThat(first.transaction()).isPresent();
    assertThat(texts(marked.after(SourceOffsetCodec.write(first)))).isEqualTo(texts(records));
    try (TableReader reader = marked.awaiting(first, records, Set.of())) {
      assertThat(ReaderRuns.runUntilIdle(reader)).as("the second start").isEqualTo(Progress.IDLE);
    }
  }

  /** Removes the file of a position, as VACUUM does; returns what was removed. */
  private Map<Path, byte[]> removeFiles(SourceRecord record) throws IOException {
    String file = record.sourceOffset().get("file").toString();
    Map<Path, byte[]> removed = new HashMap<>();
    try (Stream<Path> files = Files.walk(dir)) {
      for (Path path : files.filter(path -> path.toString().endsWith(file)).toList()) {
        removed.put(path, Files.readAllBytes(path));
        Files.delete(path);
      }
    }
    return removed;
  }
}
