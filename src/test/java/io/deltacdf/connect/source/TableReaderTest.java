package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.CHANGES_FROM_2;
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
import io.deltacdf.connect.table.log.LogPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableReaderTest {
  private static final List<String> SNAPSHOT_7 = List.of("7: 1 A", "7: 5 E");
  private static final List<String> SNAPSHOT_3 =
      List.of("3: 1 a", "3: 2 b", "3: 3 c", "3: 4 d", "3: 5 e");

  private final FakeTable table = Orders.table(2);

  @Test
  void commitsFollowTheSnapshot() throws Exception {
    List<SourceRecord> records = run(Options.orders());
    assertThat(texts(records)).isEqualTo(SNAPSHOT_7);

    table.commit(8, Orders.WIDER, Orders.WIDER, added("8", Orders.WIDER, insert(8L, "h", null)));

    assertThat(texts(ReaderRuns.run(table, Options.orders(), offset(records.get(1)))))
        .containsExactly("8: 8 h");
  }

  @Test
  void C35_commitsMadeWhileTheSnapshotIsReadAreNeitherLostNorRepeated() throws Exception {
    table.hook(
        access -> {
          if (access.equals("batch x 0")) {
            table.commit(
                8, Orders.WIDER, Orders.WIDER, added("8", Orders.WIDER, insert(8L, "h", null)));
            table.snapshot(8, Orders.WIDER);
          }
        });

    assertThat(texts(run(Options.orders()))).isEqualTo(concat(SNAPSHOT_7, List.of("8: 8 h")));
  }

  @Test
  void commitsFollowAnEmptySnapshot() throws Exception {
    FakeTable empty = new FakeTable("orders", 2);
    empty.snapshot(0, STATE);
    empty.commit(0, STATE, STATE);
    empty.commit(1, STATE, STATE, added("1", STATE, insert(1L, "a")));

    assertThat(texts(ReaderRuns.run(empty, Options.orders(), Optional.empty())))
        .containsExactly("1: 1 a");
  }

  @Test
  void theLastRecordOfAVersionCarriesTheCompletedOffset() throws Exception {
    List<SourceRecord> records = run(Options.orders("start.version", "2"));

    assertThat(texts(records)).isEqualTo(CHANGES_FROM_2);
    for (int i = 0; i < records.size(); i++) {
      Object version = records.get(i).sourceOffset().get("version");
      boolean last =
          i + 1 == records.size()
              || !records.get(i + 1).sourceOffset().get("version").equals(version);
      assertThat(records.get(i).sourceOffset().containsKey("row")).isNotEqualTo(last);
      if (last) {
        SourceOffset offset = offset(records.get(i)).orElseThrow();
        assertThat(offset.logPosition())
            .isEqualTo(
                new LogPosition(
                    (Long) version, Optional.of("id-1"), OptionalLong.of(1000 * (Long) version)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100})
  void C35_eachOffsetResumesWithExactlyTheRest(int batchSize) throws Exception {
    TableConfig config = Options.orders();
    FakeTable young = new FakeTable("orders", batchSize);
    FakeTable grown = Orders.table(batchSize);
    // The snapshot is taken at version 3, before the commits after it are made.
    young.snapshot(3, STATE, snapshotFiles());
    List<SourceRecord> snapshot = ReaderRuns.run(young, config, Optional.empty());
    assertThat(texts(snapshot)).isEqualTo(SNAPSHOT_3);
    List<SourceRecord> changes =
        ReaderRuns.run(grown, config, offset(snapshot.get(snapshot.size() - 1)));
    assertThat(texts(changes)).isEqualTo(CHANGES_FROM_4);

    List<SourceRecord> all = new ArrayList<>(snapshot);
    all.addAll(changes);
    for (int i = 0; i < all.size(); i++) {
      assertThat(ReaderRuns.run(grown, config, offset(all.get(i))))
          .as("after %s", all.get(i).sourceOffset())
          .isEqualTo(all.subList(i + 1, all.size()));
    }
    assertThat(grown.openHandles()).isZero();
  }

  private static FakeFile[] snapshotFiles() {
    return new FakeFile[] {
      added("0", STATE, insert(1L, "a"), insert(2L, "b")),
      added("2", STATE, insert(3L, "c"), insert(4L, "d")),
      added("3", STATE, insert(5L, "e"))
    };
  }

  @Test
  void anOffsetWithOnlyAVersionResumesAfterIt() throws Exception {
    assertThat(texts(run(stored(Map.of("version", 3))))).isEqualTo(CHANGES_FROM_4);
    assertThat(texts(run(stored(Map.of("version", "1"))))).isEqualTo(CHANGES_FROM_2);
    assertThat(texts(run(stored(Map.of("version", 7L))))).isEmpty();
  }

  @Test
  void aPositionWithAnotherPlanHashRestartsItsVersion() throws Exception {
    SourceRecord interrupted = run(Options.orders("start.version", "4")).get(2);
    Map<String, Object> offset = new HashMap<>(interrupted.sourceOffset());
    offset.put("plan", "0000000000000000");

    assertThat(texts(run(stored(offset)))).isEqualTo(CHANGES_FROM_4);
  }

  @Test
  void aPositionInAnotherFileRestartsItsVersion() throws Exception {
    SourceRecord interrupted = run(Options.orders("start.version", "4")).get(2);
    Map<String, Object> offset = new HashMap<>(interrupted.sourceOffset());
    offset.put("file", "another");

    assertThat(texts(run(stored(offset)))).isEqualTo(CHANGES_FROM_4);
  }

  @Test
  void aSnapshotPositionWithAnotherPlanHashRestartsTheSnapshotWithANewId() throws Exception {
    Map<String, Object> offset = new HashMap<>(run(Options.orders()).get(0).sourceOffset());
    offset.put("version", 3L);
    offset.put("plan", "0000000000000000");
    offset.put("snapshot", "old");

    List<SourceRecord> records = run(stored(offset));

    assertThat(texts(records)).isEqualTo(concat(SNAPSHOT_3, CHANGES_FROM_4));
    assertThat(records.get(0).sourceOffset().get("snapshot")).isNotEqualTo("old");
  }

  @Test
  void C33_requireFailsForACommitWithDataWhileTheChangeFeedIsOff() throws Exception {
    TableState off = FakeStates.state("id-1", false, "id long, name string");
    FakeTable switching = new FakeTable("orders", 2);
    switching.snapshot(3, off);
    switching.commit(0, STATE, STATE, added("0", STATE, insert(1L, "a")));
    switching.commit(1, STATE, off);
    switching.commit(2, off, STATE, added("2", STATE, insert(2L, "b")));
    switching.commit(3, STATE, off, added("3", off, insert(3L, "c")));
    List<SourceRecord> records = new ArrayList<>();
    TableReader reader =
        reader(
            switching,
            Options.orders("start.version", "0", "change.feed", "require"),
            Optional.empty(),
            records);

    assertThatThrownBy(() -> runUntilIdle(reader))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CHANGE_FEED_OFF);
              assertThat(e.isRetriable()).isFalse();
              assertThat(e).hasMessageContainingAll("Version 3", "'orders'", "(TEST)");
            });
    assertThat(texts(records)).containsExactly("0: 1 a", "2: 2 b");
  }

  @Test
  void failsIfAnotherTableIsAtThePath() {
    SourceOffset finished =
        SourceOffsetCodec.read("orders", Map.of("version", 3, "table_id", "other"));
    assertThatThrownBy(() -> ReaderRuns.run(table, Options.orders(), Optional.of(finished)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_REPLACED));
  }

  @Test
  void failsIfAnotherTableIsAtThePathOfAnInterruptedSnapshot() throws Exception {
    Map<String, Object> offset = new HashMap<>(run(Options.orders()).get(0).sourceOffset());
    offset.put("table_id", "other");

    assertThatThrownBy(() -> run(stored(offset)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.TABLE_REPLACED);
              assertThat(e).hasMessageContainingAll("'orders'", "other", "id-1", "version 7");
            });
  }

  @Test
  void failsIfTheStoredVersionIsMissing() throws Exception {
    SourceRecord interrupted = run(Options.orders("start.version", "4")).get(0);
    FakeTable recreated = new FakeTable("orders", 2);
    recreated.commit(0, STATE, STATE);

    assertThatThrownBy(() -> ReaderRuns.run(recreated, Options.orders(), offset(interrupted)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.TABLE_REPLACED);
              assertThat(e).hasMessageContainingAll("'orders'", "version 4");
            });
  }

  /** Each access to the table fails twice, and no record is lost, repeated or reordered. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void resumesAfterEachRetriableFailure(int batchSize) throws Exception {
    FakeTable failing = Orders.table(batchSize);
    Map<String, Integer> failures = new HashMap<>();
    failing.hook(
        access -> {
          if (failures.merge(access, 1, Integer::sum) <= 2) {
            throw DeltaCdfException.retriable(ErrorCode.STORAGE, "at " + access, null);
          }
        });
    List<SourceRecord> records = new ArrayList<>();
    int failed = 0;
    try (TableReader reader =
        reader(failing, Options.orders("start.version", "2"), Optional.empty(), records)) {
      for (Progress progress = Progress.MORE; progress == Progress.MORE; ) {
        try {
          progress = reader.step();
        } catch (DeltaCdfException e) {
          failed++;
        }
      }
    }

    assertThat(texts(records)).isEqualTo(CHANGES_FROM_2);
    assertThat(failed).isGreaterThan(30);
    assertThat(failing.openHandles()).isZero();
    // The offsets are as valid as those of a run without failures.
    for (int i = 0; i < records.size(); i++) {
      assertThat(texts(ReaderRuns.run(failing, Options.orders(), offset(records.get(i)))))
          .isEqualTo(CHANGES_FROM_2.subList(i + 1, CHANGES_FROM_2.size()));
    }
  }

  @Test
  void closeInTheMiddleOfAVersionClosesItsFile() throws Exception {
    FakeTable slow = Orders.table(1);
    List<SourceRecord> records = new ArrayList<>();
    TableReader reader =
        reader(slow, Options.orders("start.version", "4"), Optional.empty(), records);
    while (records.isEmpty()) {
      reader.step();
    }
    assertThat(slow.openHandles()).isEqualTo(2);

    reader.close();

    assertThat(slow.openHandles()).isZero();
  }

  private static Optional<SourceOffset> stored(Map<String, ?> offset) {
    return Optional.of(SourceOffsetCodec.read("orders", offset));
  }

  private List<SourceRecord> run(TableConfig config) throws InterruptedException {
    return ReaderRuns.run(table, config, Optional.empty());
  }

  private List<SourceRecord> run(Optional<SourceOffset> stored) throws InterruptedException {
    return ReaderRuns.run(table, Options.orders(), stored);
  }
}
