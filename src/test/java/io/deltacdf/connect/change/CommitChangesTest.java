package io.deltacdf.connect.change;

import static io.deltacdf.connect.change.ChangeTexts.keyFirst;
import static io.deltacdf.connect.change.ChangeTexts.positions;
import static io.deltacdf.connect.change.ChangeTexts.texts;
import static io.deltacdf.connect.change.KeyCommits.STATE;
import static io.deltacdf.connect.change.KeyCommits.byKey;
import static io.deltacdf.connect.change.KeyCommits.withPreimages;
import static io.deltacdf.connect.change.KeyCommits.withoutConsolidation;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.cdc;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.hidden;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.postimage;
import static io.deltacdf.connect.table.FakeFile.preimage;
import static io.deltacdf.connect.table.FakeFile.removed;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.log.Commit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommitChangesTest {
  @Test
  void rowsThatAreNotSelectedAreNotPublished() throws Exception {
    assertThat(keyed(added("a", STATE, hidden(1L, "a"), insert(2L, "b"), hidden(3L, "c"))))
        .containsExactly("CREATE 2,b");
  }

  @Test
  void C11_withoutConsolidationEachRowIsAChangeAndDeletesComeFirst() throws Exception {
    FakeTable table = new FakeTable("t", 10);
    Commit commit = table.commit(1, STATE, STATE, mixed());

    assertThat(
            texts(CommitChanges.open(table, commit, withoutConsolidation(true), keyFirst(1), null)))
        .containsExactly("DELETE 1,?", "DELETE 5,?", "CREATE 2,b", "UPDATE 3,d", "CREATE 4,e");
  }

  @Test
  void withoutAKeyRowsComeInTheOrderOfTheFiles() throws Exception {
    FakeTable table = new FakeTable("t", 10);
    Commit commit = table.commit(1, STATE, STATE, mixed());

    assertThat(
            texts(
                CommitChanges.open(table, commit, withoutConsolidation(false), keyFirst(0), null)))
        .containsExactly("CREATE 2,b", "DELETE 1,a", "UPDATE 3,d", "DELETE 5,f", "CREATE 4,e");
  }

  @Test
  void preimagesAreChangesOfTheirOwnOnRequest() throws Exception {
    FakeTable table = new FakeTable("t", 10);
    Commit commit = table.commit(1, STATE, STATE, mixed());

    assertThat(texts(CommitChanges.open(table, commit, withPreimages(false), keyFirst(0), null)))
        .containsExactly(
            "CREATE 2,b", "DELETE 1,a", "PREIMAGE 3,c", "UPDATE 3,d", "DELETE 5,f", "CREATE 4,e");
    assertThat(texts(CommitChanges.open(table, commit, withPreimages(true), keyFirst(1), null)))
        .as("with a key, deletes and preimages come first and are read whole")
        .containsExactly(
            "DELETE 1,a", "PREIMAGE 3,c", "DELETE 5,f", "CREATE 2,b", "UPDATE 3,d", "CREATE 4,e");
  }

  private static FakeFile[] mixed() {
    return new FakeFile[] {
      cdc(
          "a",
          STATE,
          insert(2L, "b"),
          delete(1L, "a"),
          preimage(3L, "c"),
          postimage(3L, "d"),
          delete(5L, "f")),
      added("b", STATE, insert(4L, "e"))
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 100})
  void changesDoNotDependOnTheBatchSize(int batchSize) throws Exception {
    FakeTable table = new FakeTable("t", batchSize);

    assertThat(texts(open(table, commitWithAllKindsOfChanges(table), keyFirst(1), null)))
        .containsExactly(
            "DELETE 2,?",
            "DELETE 3,?",
            "DELETE 8,?",
            "DELETE 20,?",
            "DELETE 21,?",
            "DELETE 9,?",
            "UPDATE 1,a -> 1,b",
            "CREATE 4,c",
            "CREATE 5,e",
            "CREATE 6,f",
            "UPDATE 7,g -> 7,h",
            "CREATE 30,x",
            "CREATE 31,z",
            "CREATE 10,j");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 100})
  void resumesAfterEveryPosition(int batchSize) throws Exception {
    FakeTable table = new FakeTable("t", batchSize);
    Commit commit = commitWithAllKindsOfChanges(table);
    List<String> all = texts(open(table, commit, keyFirst(1), null));
    List<Position> positions = positions(open(table, commit, keyFirst(1), null));

    assertThat(positions).hasSameSizeAs(all).doesNotHaveDuplicates();
    for (int i = 0; i < positions.size(); i++) {
      assertThat(VersionChanges.isIn(commit.files(), positions.get(i))).isTrue();
      assertThat(texts(open(table, commit, keyFirst(1), positions.get(i))))
          .as("after %s", positions.get(i))
          .isEqualTo(all.subList(i + 1, all.size()));
    }
    assertThat(table.openHandles()).isZero();
  }

  @Test
  void positionIsThatOfTheLastAcceptedChange() throws Exception {
    FakeTable table = new FakeTable("t", 100);
    Commit commit = commitWithAllKindsOfChanges(table);
    List<Position> positions = positions(open(table, commit, keyFirst(1), null));
    for (int accepted = 0; accepted < positions.size(); accepted++) {
      VersionChanges changes = open(table, commit, keyFirst(1), null);
      List<Position> seen = new ArrayList<>();
      int limit = accepted;
      try (changes) {
        while (changes.next(
            change -> {
              if (seen.size() == limit) {
                throw new InterruptedException();
              }
              seen.add(change.position());
            })) {}
      } catch (InterruptedException stopped) {
        assertThat(seen).hasSize(accepted);
      }
      assertThat(changes.position().stream().toList())
          .isEqualTo(accepted == 0 ? List.of() : List.of(positions.get(accepted - 1)));
    }
  }

  @Test
  void positionsInOtherFilesAreNotInTheCommit() {
    List<ChangedFile> files = commitWithAllKindsOfChanges(new FakeTable("t", 2)).files();

    assertThat(VersionChanges.isIn(files, new Position(0, VersionPhase.DELETE, 0, "a", 3)))
        .isTrue();
    assertThat(VersionChanges.isIn(files, new Position(0, VersionPhase.DELETE, 1, "a", 3)))
        .isFalse();
    assertThat(VersionChanges.isIn(files, new Position(0, VersionPhase.DELETE, 4, "a", 3)))
        .isFalse();
    assertThat(VersionChanges.isIn(files, new Position(0, VersionPhase.DELETE, -1, "a", 3)))
        .isFalse();
  }

  private static Commit commitWithAllKindsOfChanges(FakeTable table) {
    return table.commit(
        7,
        STATE,
        STATE,
        cdc(
            "a",
            STATE,
            preimage(1L, "a"),
            postimage(1L, "b"),
            delete(2L, "x"),
            preimage(3L, "c"),
            postimage(4L, "c"),
            insert(5L, "e"),
            postimage(6L, "f"),
            preimage(7L, "g"),
            postimage(7L, "h"),
            preimage(8L, "i")),
        removed("b", STATE, delete(20L, "x"), hidden(99L, "h"), delete(21L, "y")),
        added("c", STATE, insert(30L, "x"), hidden(98L, "h"), insert(31L, "z")),
        cdc("d", STATE, preimage(9L, "j"), postimage(10L, "j")));
  }

  private static List<String> keyed(FakeFile... files) throws InterruptedException {
    FakeTable table = new FakeTable("t", 2);
    return texts(open(table, table.commit(1, STATE, STATE, files), keyFirst(1), null));
  }

  private static VersionChanges open(
      FakeTable table, Commit commit, ReadColumns columns, Position from) {
    return CommitChanges.open(table, commit, byKey(100), columns, from);
  }
}
