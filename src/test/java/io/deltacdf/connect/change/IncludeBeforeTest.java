package io.deltacdf.connect.change;

import static io.deltacdf.connect.change.ChangeTexts.keyFirst;
import static io.deltacdf.connect.change.KeyCommits.ALL_KEYS;
import static io.deltacdf.connect.change.KeyCommits.STATE;
import static io.deltacdf.connect.change.KeyCommits.byKey;
import static io.deltacdf.connect.change.KeyCommits.publishingAll;
import static io.deltacdf.connect.change.KeyCommits.withBefore;
import static io.deltacdf.connect.change.KeyCommits.withoutConsolidation;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.cdc;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.postimage;
import static io.deltacdf.connect.table.FakeFile.preimage;
import static io.deltacdf.connect.table.FakeFile.removed;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeFile.Row;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.log.Commit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows before changes, and what is read to find them. */
class IncludeBeforeTest {
  private static final String KEY = " [0]";
  private static final String WHOLE = " [0, 1]";

  private final FakeTable table = new FakeTable("t", 10);
  private final List<String> reads = new ArrayList<>();

  @BeforeEach
  void recordReads() {
    table.hook(
        access -> {
          if (access.startsWith("read ")) {
            reads.add(access.replaceFirst("^read ", ""));
          }
        });
  }

  private List<String> run(CommitOptions options, long maxBytes, FakeFile... files)
      throws InterruptedException {
    return run(options, maxBytes, table.commit(1, STATE, STATE, files));
  }

  private List<String> run(CommitOptions options, long maxBytes, Commit commit)
      throws InterruptedException {
    return ChangeTexts.texts(
        CommitChanges.open(table, commit, withBefore(options), keyFirst(1), null, maxBytes));
  }

  private List<String> keyed(FakeFile... files) throws InterruptedException {
    return run(byKey(ALL_KEYS), PreimageBuffer.MAX_BYTES, files);
  }

  @Test
  void anUpdateHasItsPreimageFromAnyFile() throws Exception {
    assertThat(
            keyed(
                cdc("a", STATE, postimage(1L, "A"), preimage(2L, "b"), postimage(2L, "B")),
                cdc("b", STATE, insert(3L, "C"), postimage(4L, "D")),
                cdc("c", STATE, preimage(4L, "d"), delete(3L, "c"), preimage(1L, "a"))))
        .containsExactly(
            "UPDATE 1,a -> 1,A", "UPDATE 2,b -> 2,B", "UPDATE 3,c -> 3,C", "UPDATE 4,d -> 4,D");
  }

  @Test
  void beforeOfShiftedAndSwappedKeysIsTheRowThatHadTheKey() throws Exception {
    assertThat(
            keyed(
                cdc(
                    "a",
                    STATE,
                    preimage(11L, "a"),
                    postimage(12L, "a"),
                    preimage(12L, "b"),
                    postimage(13L, "b"),
                    preimage(13L, "c"),
                    postimage(14L, "c"))))
        .containsExactly(
            "DELETE 11,a", "UPDATE 12,b -> 12,a", "UPDATE 13,c -> 13,b", "CREATE 14,c");
    assertThat(
            keyed(
                cdc(
                    "a",
                    STATE,
                    preimage(1L, "a"),
                    postimage(2L, "a"),
                    preimage(2L, "b"),
                    postimage(1L, "b"))))
        .containsExactly("UPDATE 2,b -> 2,a", "UPDATE 1,a -> 1,b");
  }

  @Test
  void beforeIsNullWithoutExactlyOnePreimageAndOnePostimage() throws Exception {
    assertThat(keyed(cdc("a", STATE, postimage(1L, "A"), delete(2L, "b"))))
        .containsExactly("DELETE 2,b", "UPDATE 1,A");
    assertThat(keyed(cdc("a", STATE, delete(1L, "a"), delete(1L, "b"), insert(1L, "c"))))
        .containsExactly("UPDATE 1,c");
    assertThat(keyed(cdc("a", STATE, delete(1L, "a"), insert(1L, "b"), insert(1L, "c"))))
        .containsExactly("UPDATE 1,b", "UPDATE 1,c");
    assertThat(
            keyed(
                cdc("a", STATE, delete(1L, "x"), preimage(1L, "a"), postimage(1L, "b")),
                cdc("b", STATE, insert(1L, "c"))))
        .containsExactly("UPDATE 1,a -> 1,b", "UPDATE 1,c");
  }

  @Test
  void beforeMayHaveAnotherSchemaThanAfter() throws Exception {
    TableState before = FakeStates.state("id", true, "id long, old string");
    TableState after = FakeStates.state("id", true, "id long, name string, more long");
    Commit commit =
        table.commit(
            1,
            before,
            after,
            added("new", after, insert(1L, "A", 7L), insert(2L, "b", null)),
            removed("old", before, delete(1L, "a"), delete(2L, "b")));

    assertThat(run(byKey(ALL_KEYS), PreimageBuffer.MAX_BYTES, commit))
        .containsExactly("UPDATE 1,a -> 1,A,7", "UPDATE 2,b -> 2,b,null");
  }

  /** Preimages of unchanged rows are not buffered, and recognizing them takes no further pass. */
  @ParameterizedTest
  @ValueSource(longs = {PreimageBuffer.MAX_BYTES, 300})
  void onlyPreimagesOfChangedRowsOfAnOverwriteAreBuffered(long maxBytes) throws Exception {
    Row[] preimages = rows(200, i -> delete((long) i, "v" + i));
    Row[] postimages = rows(200, i -> insert((long) i, i % 20 == 3 ? "changed" : "v" + i));
    List<String> changes =
        run(
            byKey(ALL_KEYS),
            maxBytes,
            added("new", STATE, postimages),
            removed("old", STATE, preimages));

    assertThat(changes).hasSize(10).startsWith("UPDATE 3,v3 -> 3,changed");
    assertThat(reads).containsExactly("old" + KEY, "new" + WHOLE, "old" + WHOLE, "new" + WHOLE);
  }

  @Test
  void removedFilesAreReadAgainIfNotAllPreimagesFit() throws Exception {
    Row[] preimages = rows(100, i -> delete((long) (99 - i), "a"));
    FakeFile[] files = {
      added("new-1", STATE, rows(50, i -> insert((long) i, "b"))),
      added("new-2", STATE, rows(50, i -> insert((long) (50 + i), "b"))),
      removed("old", STATE, preimages)
    };
    List<String> all = run(publishingAll(ALL_KEYS), PreimageBuffer.MAX_BYTES, files);
    assertThat(all)
        .containsExactlyElementsOf(
            IntStream.range(0, 100).mapToObj(i -> "UPDATE %d,a -> %d,b".formatted(i, i)).toList());
    assertThat(reads)
        .containsExactly(
            "old" + KEY,
            "new-1" + KEY,
            "new-2" + KEY,
            "old" + WHOLE,
            "new-1" + WHOLE,
            "new-2" + WHOLE);

    // 40 rows of 22 bytes.
    reads.clear();
    assertThat(run(publishingAll(ALL_KEYS), 880, files)).isEqualTo(all);
    assertThat(reads.subList(4, reads.size()))
        .as("the first 40; 10 more, and 30 of the next file; the last 20")
        .containsExactly(
            "new-1" + WHOLE,
            "old" + WHOLE,
            "new-1" + WHOLE,
            "old" + WHOLE,
            "new-1" + WHOLE,
            "new-2" + WHOLE,
            "old" + WHOLE,
            "new-2" + WHOLE);
  }

  @Test
  void adjacentPreimagesAreNotBuffered() throws Exception {
    run(
        byKey(ALL_KEYS),
        0,
        cdc("a", STATE, preimage(1L, "a"), postimage(1L, "b"), delete(2L, "c")));
    assertThat(reads).containsExactly("a" + KEY, "a" + KEY, "a" + WHOLE, "a" + WHOLE);

    reads.clear();
    run(byKey(ALL_KEYS), 0, cdc("a", STATE, preimage(1L, "a"), postimage(1L, "b")));
    assertThat(reads).containsExactly("a" + KEY, "a" + WHOLE);
  }

  @Test
  void withoutConsolidationAnUpdateHasOnlyAnAdjacentPreimage() throws Exception {
    FakeFile[] files = {
      cdc(
          "a",
          STATE,
          postimage(1L, "A"),
          preimage(2L, "b"),
          postimage(2L, "B"),
          preimage(3L, "c"),
          postimage(4L, "c")),
      cdc("b", STATE, preimage(1L, "a"), delete(5L, "e"), insert(6L, "f"))
    };

    assertThat(run(withoutConsolidation(true), 0, files))
        .containsExactly(
            "DELETE 5,e", "UPDATE 1,A", "UPDATE 2,b -> 2,B", "UPDATE 4,c", "CREATE 6,f");
    assertThat(run(KeyCommits.withPreimages(true), 0, files))
        .containsExactly(
            "PREIMAGE 2,b",
            "PREIMAGE 3,c",
            "PREIMAGE 1,a",
            "DELETE 5,e",
            "UPDATE 1,A",
            "UPDATE 2,b -> 2,B",
            "UPDATE 4,c",
            "CREATE 6,f");
    assertThat(run(withoutConsolidation(false), 0, files))
        .as("without a key, adjacent rows may be unrelated")
        .containsExactly("UPDATE 1,A", "UPDATE 2,B", "UPDATE 4,c", "DELETE 5,e", "CREATE 6,f");
  }

  private static Row[] rows(int count, IntFunction<Row> row) {
    return IntStream.range(0, count).mapToObj(row).toArray(Row[]::new);
  }
}
