package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.CHANGES_FROM_4;
import static io.deltacdf.connect.source.Orders.STATE;
import static io.deltacdf.connect.source.Orders.concat;
import static io.deltacdf.connect.source.Orders.offset;
import static io.deltacdf.connect.source.Orders.texts;
import static io.deltacdf.connect.source.ReaderRuns.reader;
import static io.deltacdf.connect.source.ReaderRuns.runUntilIdle;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where readers start and end. */
class TableReaderStartTest {
  private static final List<String> SNAPSHOT_7 = List.of("7: 1 A", "7: 5 E");
  private static final List<String> SNAPSHOT_3 =
      List.of("3: 1 a", "3: 2 b", "3: 3 c", "3: 4 d", "3: 5 e");

  private final FakeTable table = Orders.table(2);

  @Test
  void aStoredOffsetOverridesTheStartOptions() throws Exception {
    assertThat(
            texts(
                ReaderRuns.run(
                    table, Options.orders("start.version", "0"), stored(Map.of("version", 3)))))
        .isEqualTo(CHANGES_FROM_4);
  }

  @Test
  void startVersionIsTheFirstPublishedVersion() throws Exception {
    assertThat(texts(run(Options.orders("start.version", "4")))).isEqualTo(CHANGES_FROM_4);
    assertThat(texts(run(Options.orders("start.version", "8")))).isEmpty();
  }

  @Test
  void startVersionMustBeInTheLogOrTheNextVersion() {
    FakeTable cut = new FakeTable("orders", 2);
    cut.commit(5, STATE, STATE);
    cut.snapshot(5, STATE);

    assertFails(
        ErrorCode.START_INVALID,
        cut,
        Options.orders("start.version", "4"),
        "'orders'",
        "is 4",
        "begins at version 5");
    assertFails(
        ErrorCode.START_INVALID,
        cut,
        Options.orders("start.version", "7"),
        "'orders'",
        "is 7",
        "latest version of the table is 5");
  }

  @Test
  void startTimestampStartsWithTheFirstCommitAtOrAfterIt() throws Exception {
    assertThat(texts(run(Options.orders("start.timestamp", "1970-01-01T00:00:03.001Z"))))
        .isEqualTo(CHANGES_FROM_4);
    assertThat(texts(run(Options.orders("start.timestamp", "1970-01-01T00:00:04Z"))))
        .isEqualTo(CHANGES_FROM_4);
  }

  @Test
  void aFutureStartTimestampSkipsEarlierCommits() throws Exception {
    List<SourceRecord> records = new ArrayList<>();
    try (TableReader reader =
        reader(
            table,
            Options.orders("start.timestamp", "1970-01-01T00:00:09Z"),
            Optional.empty(),
            records)) {
      runUntilIdle(reader);
      for (long version = 8; version < 11; version++) {
        FakeFile file = added("" + version, Orders.WIDER, insert(version, "new" + version, null));
        table.commit(version, Orders.WIDER, Orders.WIDER, file);
      }
      runUntilIdle(reader);
    }

    assertThat(texts(records)).containsExactly("9: 9 new9", "10: 10 new10");
  }

  @ParameterizedTest
  @ValueSource(strings = {"start.version=latest", "snapshot.mode=no_data"})
  void latestAndNoDataStartWithTheNextCommit(String option) throws Exception {
    List<SourceRecord> records = new ArrayList<>();
    try (TableReader reader =
        reader(table, Options.orders(option.split("=")), Optional.empty(), records)) {
      runUntilIdle(reader);
      assertThat(records).isEmpty();
      table.commit(8, Orders.WIDER, Orders.WIDER, added("8", Orders.WIDER, insert(8L, "h", null)));
      runUntilIdle(reader);
    }

    assertThat(texts(records)).containsExactly("8: 8 h");
  }

  @Test
  void endVersionIsTheLastPublishedVersion() throws Exception {
    List<SourceRecord> records = new ArrayList<>();
    TableConfig config = Options.orders("start.version", "3", "end.version", "4");

    assertThat(runUntilIdle(reader(table, config, Optional.empty(), records)))
        .isEqualTo(Progress.DONE);
    assertThat(texts(records)).isEqualTo(concat(List.of("3: 5 e"), CHANGES_FROM_4.subList(0, 6)));

    assertThat(runUntilIdle(reader(table, config, stored(Map.of("version", 4)), records)))
        .isEqualTo(Progress.DONE);
    assertThat(table.openHandles()).isZero();
  }

  @Test
  void aSnapshotIsNotLaterThanEndVersion() throws Exception {
    assertThat(texts(run(Options.orders("end.version", "3")))).isEqualTo(SNAPSHOT_3);
  }

  @Test
  void initialOnlyPublishesOnlyTheSnapshot() throws Exception {
    TableConfig config = Options.orders("snapshot.mode", "initial_only");
    List<SourceRecord> records = new ArrayList<>();

    assertThat(runUntilIdle(reader(table, config, Optional.empty(), records)))
        .isEqualTo(Progress.DONE);
    assertThat(texts(records)).isEqualTo(SNAPSHOT_7);
    assertThat(texts(ReaderRuns.run(table, config, offset(records.get(0)))))
        .containsExactly("7: 5 E");
    assertThat(texts(ReaderRuns.run(table, config, offset(records.get(1))))).isEmpty();

    SourceRecord change = run(Options.orders("start.version", "4")).get(0);
    assertThat(texts(ReaderRuns.run(table, config, offset(change)))).isEmpty();
  }

  @Test
  void requireFailsBeforeASnapshotWithoutChangeFeedIsRead() throws Exception {
    TableState off = FakeStates.state("id-1", false, "id long, name string");
    FakeTable without = new FakeTable("orders", 2);
    without.snapshot(3, off, added("a", off, insert(1L, "a")));
    without.hook(access -> assertThat(access).as("rows are not read").doesNotStartWith("read "));

    assertFails(
        ErrorCode.CHANGE_FEED_OFF,
        without,
        Options.orders("change.feed", "require"),
        "'orders'",
        "version 3",
        "initial_only",
        "delta.enableChangeDataFeed");

    without.hook(access -> {});
    assertThat(
            texts(
                ReaderRuns.run(
                    without, Options.orders("snapshot.mode", "initial_only"), Optional.empty())))
        .containsExactly("3: 1 a");
  }

  private static Optional<SourceOffset> stored(Map<String, ?> offset) {
    return Optional.of(SourceOffsetCodec.read("orders", offset));
  }

  private List<SourceRecord> run(TableConfig config) throws InterruptedException {
    return ReaderRuns.run(table, config, Optional.empty());
  }

  private static void assertFails(
      ErrorCode code, FakeTable table, TableConfig config, String... parts) {
    assertThatThrownBy(() -> ReaderRuns.run(table, config, Optional.empty()))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e).hasMessageContainingAll(parts);
            });
  }
}
