package io.deltacdf.connect.change;

import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.cdc;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.hidden;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.removed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.log.Commit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes by row id, of a table {@code id long, name string} with row tracking. */
class RowIdPassesTest {
  private static final TableState STATE =
      FakeStates.state("id", Map.of("delta.enableRowTracking", "true"), "id long, name string");

  private final FakeTable table = new FakeTable("t", 2);

  /** Row 10 is copied, 11 updated, 12 deleted, 13 restored to an older version, 20 inserted. */
  private final Commit commit =
      table.commit(
          7,
          STATE,
          STATE,
          added(
              "new-1",
              STATE,
              insert(2L, "B").tracked(11, 7),
              insert(1L, "a").tracked(10, 1),
              hidden(9L, "x").tracked(12, 2)),
          removed(
              "old-1",
              STATE,
              delete(1L, "a").tracked(10, 1),
              delete(2L, "b").tracked(11, 1),
              delete(3L, "c").tracked(12, 2)),
          added("new-2", STATE, insert(5L, "e").tracked(20, 7), insert(4L, "d").tracked(13, 3)),
          removed("old-2", STATE, delete(4L, "D").tracked(13, 6)),
          cdc("change", STATE, insert(99L, "not read")));

  private static CommitOptions options(int maxRowIds, boolean preimages) {
    return new CommitOptions(
        ChangeFeed.DERIVE, Consolidation.NONE, true, maxRowIds, true, preimages, false);
  }

  private VersionChanges open(int maxRowIds, boolean preimages, Position from) {
    return CommitChanges.open(
        table, commit, options(maxRowIds, preimages), ChangeTexts.wholeDeletes(1), from);
  }

  @Test
  void copiedRowsAreLeftOutAndUpdatesArePublished() throws Exception {
    assertThat(ChangeTexts.texts(open(100, false, null)))
        .containsExactly("DELETE 3,c", "UPDATE 2,B", "CREATE 5,e", "UPDATE 4,d");
  }

  @Test
  void preimagesAreChangesOfTheirOwnOnRequest() throws Exception {
    assertThat(ChangeTexts.texts(open(100, true, null)))
        .containsExactly(
            "PREIMAGE 2,b", "DELETE 3,c", "PREIMAGE 4,D", "UPDATE 2,B", "CREATE 5,e", "UPDATE 4,d");
  }

  /** Preimages come before all postimages, since a key may have several row ids. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 100})
  void changesAreTheSameForAnyNumberOfPartitions(int maxRowIds) throws Exception {
    List<String> changes = ChangeTexts.texts(open(maxRowIds, true, null));

    assertThat(changes.subList(0, 3))
        .containsExactlyInAnyOrder("PREIMAGE 2,b", "DELETE 3,c", "PREIMAGE 4,D");
    assertThat(changes.subList(3, changes.size()))
        .containsExactlyInAnyOrder("UPDATE 2,B", "CREATE 5,e", "UPDATE 4,d");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100})
  void resumesAfterEveryPosition(int maxRowIds) throws Exception {
    List<String> changes = ChangeTexts.texts(open(maxRowIds, true, null));
    List<Position> positions = ChangeTexts.positions(open(maxRowIds, true, null));

    assertThat(positions).hasSameSizeAs(changes).doesNotHaveDuplicates();
    for (int i = 0; i < positions.size(); i++) {
      assertThat(ChangeTexts.texts(open(maxRowIds, true, positions.get(i))))
          .as("after %s", positions.get(i))
          .isEqualTo(changes.subList(i + 1, changes.size()));
    }
  }

  private VersionChanges openWithBefore(int maxRowIds, Position from, long maxBytes) {
    return CommitChanges.open(
        table,
        commit,
        KeyCommits.withBefore(options(maxRowIds, false)),
        ChangeTexts.keyFirst(1),
        from,
        maxBytes);
  }

  /** Two preimages are buffered, of 22 bytes each. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100})
  void updatesHaveTheirPreimages(int maxRowIds) throws Exception {
    for (long maxBytes : new long[] {PreimageBuffer.MAX_BYTES, 44, 43, 0}) {
      List<String> changes = ChangeTexts.texts(openWithBefore(maxRowIds, null, maxBytes));
      assertThat(changes)
          .containsExactlyInAnyOrder(
              "DELETE 3,c", "UPDATE 2,b -> 2,B", "CREATE 5,e", "UPDATE 4,D -> 4,d")
          .startsWith("DELETE 3,c");
      List<Position> positions = ChangeTexts.positions(openWithBefore(maxRowIds, null, maxBytes));
      assertThat(positions)
          .isEqualTo(ChangeTexts.positions(open(maxRowIds, false, null)))
          .hasSameSizeAs(changes);
      for (int i = 0; i < positions.size(); i++) {
        assertThat(ChangeTexts.texts(openWithBefore(maxRowIds, positions.get(i), maxBytes)))
            .as("in %d bytes after %s", maxBytes, positions.get(i))
            .isEqualTo(changes.subList(i + 1, changes.size()));
      }
    }
  }

  @Test
  void beforeIsNullIfARowIdHasSeveralPostimages() throws Exception {
    Commit twice =
        table.commit(
            8,
            STATE,
            STATE,
            removed("old", STATE, delete(1L, "a").tracked(1, 1), delete(2L, "b").tracked(2, 1)),
            added("new-1", STATE, insert(1L, "A").tracked(1, 8), insert(2L, "B").tracked(2, 8)),
            added("new-2", STATE, insert(1L, "x").tracked(1, 8)));

    assertThat(
            ChangeTexts.texts(
                CommitChanges.open(
                    table,
                    twice,
                    KeyCommits.withBefore(options(10, false)),
                    ChangeTexts.keyFirst(1),
                    null,
                    0)))
        .containsExactly("UPDATE 1,A", "UPDATE 2,b -> 2,B", "UPDATE 1,x");
  }

  @Test
  void rowIdsAreReadWithoutColumnsAndPreimagesOnlyIfPublished() throws Exception {
    List<String> reads = new ArrayList<>();
    table.hook(
        access -> {
          if (access.startsWith("read ")) {
            reads.add(access.substring("read ".length()));
          }
        });
    Commit updates =
        table.commit(
            8,
            STATE,
            STATE,
            removed("old", STATE, delete(1L, "a").tracked(1, 1), delete(2L, "b").tracked(2, 1)),
            added("new", STATE, insert(1L, "a").tracked(1, 1), insert(2L, "B").tracked(2, 8)));

    ChangeTexts.texts(
        CommitChanges.open(table, updates, options(10, false), ChangeTexts.keyFirst(1), null));
    assertThat(reads).containsExactly("old []", "new []", "new [0, 1]");

    reads.clear();
    ChangeTexts.texts(
        CommitChanges.open(table, updates, options(1, false), ChangeTexts.keyFirst(1), null));
    assertThat(reads)
        .as("in two partitions")
        .containsExactly(
            "old []",
            "old []",
            "new []",
            "old []",
            "new []",
            "old []",
            "new [0, 1]",
            "old []",
            "new [0, 1]");
  }

  @Test
  void aRowIdWithSeveralPreimagesIsAnError() {
    Commit twice =
        table.commit(
            9,
            STATE,
            STATE,
            removed("a", STATE, delete(1L, "a").tracked(5, 1)),
            removed("b", STATE, delete(2L, "b").tracked(5, 1)));

    assertThatThrownBy(
            () ->
                ChangeTexts.texts(
                    CommitChanges.open(
                        table, twice, options(10, false), ChangeTexts.keyFirst(1), null)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_TABLE))
        .hasMessageContainingAll("Version 9", "'t'", "row id 5");
  }

  @Test
  void aPositionInAnUnknownPartitionIsAnError() {
    Position position = new Position(4, VersionPhase.UPSERT, 0, "new-1", 0);

    assertThatThrownBy(() -> ChangeTexts.texts(open(2, false, position)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OFFSET_INVALID))
        .hasMessageContainingAll("'t'", "partition 4", "only 4");
  }
}
