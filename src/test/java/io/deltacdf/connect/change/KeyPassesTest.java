package io.deltacdf.connect.change;

import static io.deltacdf.connect.change.ChangeTexts.positions;
import static io.deltacdf.connect.change.KeyCommits.ALL_KEYS;
import static io.deltacdf.connect.change.KeyCommits.STATE;
import static io.deltacdf.connect.change.KeyCommits.byKey;
import static io.deltacdf.connect.change.KeyCommits.open;
import static io.deltacdf.connect.change.KeyCommits.publishingAll;
import static io.deltacdf.connect.change.KeyCommits.texts;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.cdc;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.postimage;
import static io.deltacdf.connect.table.FakeFile.preimage;
import static io.deltacdf.connect.table.FakeFile.removed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeFile.Row;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.log.Commit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read to consolidate a commit by key, and how it is divided into partitions. */
class KeyPassesTest {
  private static final String KEY = " [0]";
  private static final String WHOLE = " [0, 1]";

  private final FakeTable table = new FakeTable("t", 10);
  private final List<String> reads = new ArrayList<>();

  @BeforeEach
  void recordReads() {
    table.hook(
        access -> {
          if (access.startsWith("read ") || access.startsWith("footer ")) {
            reads.add(access.replaceFirst("^read ", ""));
          }
        });
  }

  @Test
  void addedFilesAloneAreReadOnce() throws Exception {
    run(byKey(1), added("a", STATE, insert(1L, "a")), added("b", STATE, insert(2L, "b")));

    assertThat(reads).containsExactly("a" + WHOLE, "b" + WHOLE);
  }

  @Test
  void changeFilesWithOnlyInsertsAreReadOnce() throws Exception {
    table.withFooterStatistics();
    run(
        byKey(1),
        cdc("a", STATE, insert(1L, "a")).large(),
        cdc("b", STATE, insert(2L, "b")).large());

    assertThat(reads).containsExactly("footer a", "footer b", "a" + WHOLE, "b" + WHOLE);
  }

  @Test
  void changeFilesWithoutStatisticsAreReadByTheirKeys() throws Exception {
    run(
        byKey(1),
        cdc("a", STATE, insert(1L, "a")).large(),
        cdc("b", STATE, insert(2L, "b")).large());

    assertThat(reads).containsExactly("footer a", "a" + KEY, "b" + KEY, "a" + WHOLE, "b" + WHOLE);
  }

  @Test
  void footersOfSmallFilesAreNotRead() throws Exception {
    table.withFooterStatistics();
    run(byKey(1), cdc("a", STATE, insert(1L, "a")));

    assertThat(reads).containsExactly("a" + KEY, "a" + WHOLE);
  }

  @Test
  void footersAreReadUntilAFileHasOtherChangesThanInserts() throws Exception {
    table.withFooterStatistics();
    run(
        byKey(1),
        cdc("a", STATE, insert(1L, "a")).large(),
        cdc("b", STATE, delete(2L, "b")).large(),
        cdc("c", STATE, insert(3L, "c")).large());

    assertThat(reads).startsWith("footer a", "footer b", "a" + KEY).doesNotContain("footer c");
  }

  @Test
  void adjacentUpdatesAreReadTwiceWhateverTheirNumber() throws Exception {
    Row[] rows = new Row[40];
    for (int i = 0; i < 20; i++) {
      rows[2 * i] = preimage((long) i, "a");
      rows[2 * i + 1] = postimage((long) i, "b");
    }
    List<String> changes = run(byKey(1), cdc("a", STATE, rows));

    assertThat(changes).hasSize(20);
    assertThat(reads).containsExactly("a" + KEY, "a" + WHOLE);
  }

  @Test
  void deletesAreReadByTheirKeys() throws Exception {
    run(byKey(10), removed("a", STATE, delete(1L, "a")), removed("b", STATE, delete(2L, "b")));

    assertThat(reads).containsExactly("a" + KEY, "b" + KEY, "a" + KEY, "b" + KEY);
  }

  @Test
  void addedFilesAreProbedAndPreimagesReadWholeToCompareThem() throws Exception {
    FakeFile[] files = {
      added("a", STATE, insert(1L, "a")), removed("b", STATE, delete(1L, "A"), delete(2L, "b"))
    };
    run(byKey(10), files);
    assertThat(reads).containsExactly("b" + KEY, "a" + KEY, "b" + WHOLE, "a" + WHOLE);

    reads.clear();
    run(publishingAll(10), files);
    assertThat(reads).containsExactly("b" + KEY, "a" + KEY, "b" + KEY, "a" + WHOLE);

    reads.clear();
    run(byKey(10), added("a", STATE, insert(3L, "a")), removed("b", STATE, delete(1L, "b")));
    assertThat(reads).containsExactly("b" + KEY, "a" + KEY, "b" + KEY, "a" + WHOLE);
  }

  @Test
  void preimagesAreNotReadAgainWithoutDeletesAndComparisons() throws Exception {
    run(
        publishingAll(10),
        added("a", STATE, insert(1L, "a")),
        removed("b", STATE, delete(1L, "b")));

    assertThat(reads).containsExactly("b" + KEY, "a" + KEY, "a" + WHOLE);
  }

  @Test
  void tooManyKeysAreDividedIntoPartitions() throws Exception {
    Row[] removed = rows(100, true);
    Row[] added = rows(100, false);
    Commit commit =
        table.commit(1, STATE, STATE, removed("b", STATE, removed), added("a", STATE, added));
    List<Position> positions = positions(open(table, commit, publishingAll(10), null));

    assertThat(positions).hasSize(100);
    assertThat(positions.stream().map(Position::partition))
        .isSorted()
        .contains(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
        .allMatch(partition -> partition < 10);
    assertThat(reads).hasSize(1 + 10 * 3).startsWith("b" + KEY, "b" + KEY, "a" + KEY, "a" + WHOLE);

    // Keys that fit are in one partition.
    assertThat(positions(open(table, commit, publishingAll(100), null)))
        .allMatch(position -> position.partition() == 0);
  }

  @Test
  void partitionsOfDeletesAloneNeedNoPassToBuildTheirSets() throws Exception {
    List<String> changes = run(byKey(50), removed("a", STATE, rows(100, true)));

    assertThat(changes).hasSize(100).doesNotHaveDuplicates();
    assertThat(reads).containsExactly("a" + KEY, "a" + KEY, "a" + KEY);
  }

  private static Row[] rows(int count, boolean removed) {
    return IntStream.range(0, count)
        .mapToObj(i -> removed ? delete((long) i, "a") : insert((long) i, "b"))
        .toArray(Row[]::new);
  }

  @ParameterizedTest
  @ValueSource(ints = {ALL_KEYS, 1_000, 30, 1})
  void partitionsDeleteThenUpsertAndResumeAfterEveryPosition(int maxKeys) throws Exception {
    Commit commit = manyKeys();
    List<String> all = texts(open(table, commit, byKey(maxKeys), null));
    List<Position> positions = positions(open(table, commit, byKey(maxKeys), null));

    assertThat(all)
        .containsExactlyInAnyOrderElementsOf(texts(open(table, commit, byKey(ALL_KEYS), null)));
    assertThat(positions).hasSameSizeAs(all).doesNotHaveDuplicates();
    for (int i = 1; i < positions.size(); i++) {
      Position last = positions.get(i - 1);
      Position next = positions.get(i);
      assertThat(last.covers(next.partition(), next.phase(), next.fileIndex(), next.row()))
          .isFalse();
      assertThat(next.covers(last.partition(), last.phase(), last.fileIndex(), last.row()))
          .isTrue();
    }
    for (int i = 0; i < positions.size(); i++) {
      assertThat(texts(open(table, commit, byKey(maxKeys), positions.get(i))))
          .as("after %s", positions.get(i))
          .isEqualTo(all.subList(i + 1, all.size()));
      assertThat(texts(open(table, commit, byKey(maxKeys), positions.get(i).previous())))
          .isEqualTo(all.subList(i, all.size()));
    }
    assertThat(table.openHandles()).isZero();
  }

  /** 90 unpaired preimages: deletes, some of them repeated, changed keys, and rewritten rows. */
  private Commit manyKeys() {
    List<Row> first = new ArrayList<>();
    List<Row> second = new ArrayList<>();
    for (long i = 0; i < 30; i++) {
      first.add(delete(i, "a"));
      second.add(i % 3 == 0 ? delete(i, "b") : insert(i, i % 3 == 1 ? "a" : "c"));
      first.add(preimage(100 + i, "d"));
      first.add(postimage(200 + i, "d"));
      second.add(postimage(100 + i, i % 2 == 0 ? "d" : "e"));
      second.add(preimage(200 + i, "e"));
      first.add(preimage(300 + i, "f"));
      first.add(postimage(300 + i, i % 2 == 0 ? "f" : "g"));
    }
    return table.commit(
        1,
        STATE,
        STATE,
        cdc("a", STATE, first.toArray(Row[]::new)),
        cdc("b", STATE, second.toArray(Row[]::new)));
  }

  @Test
  void aPositionInAnUnknownPartitionIsAnError() {
    Commit commit = table.commit(7, STATE, STATE, removed("a", STATE, rows(3, true)));
    Position stored = new Position(3, VersionPhase.DELETE, 0, "a", 1);

    assertThatThrownBy(() -> texts(open(table, commit, byKey(1), stored)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OFFSET_INVALID))
        .hasMessageContainingAll("'t'", "version 7", "partition 3", "{\"version\": 6}");
  }

  @Test
  void aStepReadsOneFooterAtMost() throws Exception {
    table.withFooterStatistics();
    FakeFile[] files =
        IntStream.range(0, 1_000)
            .mapToObj(i -> cdc("f" + i, STATE, insert((long) i, "a")).large())
            .toArray(FakeFile[]::new);
    VersionChanges changes = open(table, table.commit(1, STATE, STATE, files), byKey(1), null);
    int steps = 0;
    long readBefore = 0;
    boolean more = true;
    while (more) {
      more = changes.next(change -> {});
      steps++;

      assertThat(reads.size() - readBefore).isLessThanOrEqualTo(1);
      readBefore = reads.size();
    }
    assertThat(reads.stream().filter(read -> read.startsWith("footer "))).hasSize(1_000);
    assertThat(steps).isGreaterThan(2_000);
  }

  private List<String> run(CommitOptions options, FakeFile... files) throws InterruptedException {
    return KeyCommits.changes(table, table.commit(1, STATE, STATE, files), options);
  }
}
