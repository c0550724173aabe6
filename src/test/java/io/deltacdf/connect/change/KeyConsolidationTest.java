package io.deltacdf.connect.change;

import static io.deltacdf.connect.change.KeyCommits.ALL_KEYS;
import static io.deltacdf.connect.change.KeyCommits.STATE;
import static io.deltacdf.connect.change.KeyCommits.byKey;
import static io.deltacdf.connect.change.KeyCommits.changes;
import static io.deltacdf.connect.change.KeyCommits.publishingAll;
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
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.log.Commit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The changes that are published for the rows of one key in a commit. */
class KeyConsolidationTest {
  @Test
  void aSingleDeleteOrPreimageIsADelete() throws Exception {
    assertThat(
            keyed(
                cdc("a", STATE, delete(1L, "a"), preimage(2L, "b"), insert(9L, "z")),
                cdc("b", STATE, preimage(3L, "c"))))
        .containsExactly("DELETE 1,?", "DELETE 2,?", "DELETE 3,?", "CREATE 9,z");
  }

  @Test
  void severalPreimagesOfAKeyAreOneDelete() throws Exception {
    assertThat(
            keyed(
                cdc("a", STATE, delete(1L, "a"), preimage(1L, "b"), delete(1L, "a")),
                cdc("b", STATE, delete(2L, "a"), delete(1L, "c"))))
        .containsExactly("DELETE 1,?", "DELETE 2,?");
    assertThat(keyed(removed("a", STATE, delete(1L, "a"), delete(1L, "b"))))
        .containsExactly("DELETE 1,?");
  }

  @Test
  void aSingleInsertIsACreate() throws Exception {
    assertThat(keyed(cdc("a", STATE, insert(1L, "a"), delete(2L, "b"))))
        .containsExactly("DELETE 2,?", "CREATE 1,a");
  }

  @Test
  void C12_aPreimageAndAPostimageOfAKeyAreOneUpdateInAnyOrder() throws Exception {
    for (Row before : List.of(delete(1L, "a"), preimage(1L, "a"))) {
      for (Row after : List.of(insert(1L, "b"), postimage(1L, "b"))) {
        assertThat(keyed(cdc("a", STATE, before), cdc("b", STATE, after)))
            .containsExactly("UPDATE 1,b");
        assertThat(keyed(cdc("a", STATE, after), cdc("b", STATE, before)))
            .containsExactly("UPDATE 1,b");
        assertThat(keyed(cdc("a", STATE, after, before))).containsExactly("UPDATE 1,b");
        assertThat(keyed(cdc("a", STATE, before, insert(2L, "x"), after)))
            .containsExactly("CREATE 2,x", "UPDATE 1,b");
      }
    }
    assertThat(keyed(added("a", STATE, insert(1L, "b")), removed("b", STATE, delete(1L, "a"))))
        .containsExactly("UPDATE 1,b");
  }

  @Test
  void anAdjacentPreimageAndPostimageAreOneUpdateWithItsBefore() throws Exception {
    assertThat(
            keyed(
                cdc(
                    "a",
                    STATE,
                    preimage(1L, "a"),
                    postimage(1L, "b"),
                    preimage(2L, null),
                    postimage(2L, "d"))))
        .containsExactly("UPDATE 1,a -> 1,b", "UPDATE 2,null -> 2,d");
  }

  @Test
  void C04_updatesThatChangeNothingAreLeftOut() throws Exception {
    FakeFile[] files = {
      cdc("a", STATE, preimage(1L, "a"), postimage(1L, "a"), delete(2L, null), insert(3L, "c")),
      cdc("b", STATE, insert(2L, null), delete(3L, "c"), preimage(4L, "d")),
      cdc("c", STATE, postimage(4L, "D"))
    };

    assertThat(keyed(files)).containsExactly("UPDATE 4,D");
    assertThat(changes(publishingAll(ALL_KEYS), files))
        .containsExactly("UPDATE 1,a -> 1,a", "UPDATE 3,c", "UPDATE 2,null", "UPDATE 4,D");
  }

  @Test
  void updatesThatChangeNoPublishedColumnAreLeftOut() throws Exception {
    TableState wide = FakeStates.state("id", true, "id long, name string, note string");
    ReadColumns columns = ChangeTexts.keyFirst(1);
    ReadColumns withoutNote =
        new ReadColumns() {
          @Override
          public KeyColumns key(TableSchema schema) {
            return columns.key(schema);
          }

          @Override
          public int[] wholeRows(TableSchema schema) {
            return new int[] {0, 1};
          }

          @Override
          public int[] deletedRows(TableSchema schema) {
            return columns.deletedRows(schema);
          }
        };
    FakeTable table = new FakeTable("t", 10);
    Commit commit =
        table.commit(
            1,
            wide,
            wide,
            cdc("a", wide, preimage(1L, "a", "x"), postimage(1L, "a", "y"), delete(2L, "b", "x")),
            cdc("b", wide, insert(2L, "b", "y"), preimage(3L, "c", "x"), postimage(3L, "C", "x")));

    assertThat(
            ChangeTexts.texts(
                CommitChanges.open(table, commit, byKey(ALL_KEYS), withoutNote, null)))
        .containsExactly("UPDATE 3,c,? -> 3,C,?");
  }

  @ParameterizedTest
  @ValueSource(ints = {ALL_KEYS, 1})
  void updatesThatChangeNothingAreKeptIfTheCommitChangesTheSchema(int maxKeys) throws Exception {
    TableState before = FakeStates.state("id", true, "name string, id integer");
    ReadColumns columns = byName();
    FakeTable table = new FakeTable("t", 10);
    Commit commit =
        table.commit(
            1,
            before,
            STATE,
            removed("a", before, delete("x", 7), delete("y", 8)),
            added("b", STATE, insert(7L, "x"), insert(9L, "z")));

    // The key's type was widened, but a key is the same in both schemas.
    assertThat(ChangeTexts.texts(CommitChanges.open(table, commit, byKey(maxKeys), columns, null)))
        .containsExactlyInAnyOrder("DELETE ?,8", "UPDATE 7,x", "CREATE 9,z");
  }

  private static ReadColumns byName() {
    return new ReadColumns() {
      @Override
      public KeyColumns key(TableSchema schema) {
        return new KeyColumns(List.of(schema.ordinalOf("id")));
      }

      @Override
      public int[] wholeRows(TableSchema schema) {
        return new int[] {0, 1};
      }

      @Override
      public int[] deletedRows(TableSchema schema) {
        return new int[] {schema.ordinalOf("id")};
      }
    };
  }

  @Test
  void C06_aSinglePostimageIsAnUpdateIfTheWriterLeavesOutPreimages() throws Exception {
    assertThat(
            keyed(
                cdc("a", STATE, postimage(1L, "a"), postimage(2L, "b"), insert(3L, "c")),
                cdc("b", STATE, preimage(4L, "d"), postimage(4L, "D"), delete(5L, "e"))))
        .containsExactly(
            "DELETE 5,?", "UPDATE 1,a", "UPDATE 2,b", "CREATE 3,c", "UPDATE 4,d -> 4,D");
  }

  @Test
  void C57_aChangedKeyIsADeleteAndACreateInAnyOrder() throws Exception {
    assertThat(keyed(cdc("a", STATE, preimage(1L, "a"), postimage(2L, "a"))))
        .containsExactly("DELETE 1,?", "CREATE 2,a");
    assertThat(keyed(cdc("a", STATE, postimage(2L, "a")), cdc("b", STATE, preimage(1L, "a"))))
        .containsExactly("DELETE 1,?", "CREATE 2,a");
    // Adjacent rows show that the key was changed, even if the writer leaves out preimages.
    assertThat(
            keyed(
                cdc("a", STATE, preimage(1L, "a"), postimage(2L, "a")),
                cdc("b", STATE, postimage(3L, "c"))))
        .containsExactly("DELETE 1,?", "CREATE 2,a", "UPDATE 3,c");
  }

  @Test
  void shiftedKeysGiveTheSameChangesInEveryOrderOfRowsAndFiles() throws Exception {
    List<Row> rows =
        List.of(
            preimage(11L, "a"),
            postimage(12L, "a"),
            preimage(12L, "b"),
            postimage(13L, "b"),
            preimage(13L, "c"),
            postimage(14L, "c"));
    List<List<Row>> orders = permutations(rows);
    assertThat(orders).hasSize(720);
    for (int i = 0; i < orders.size(); i++) {
      Row[] order = orders.get(i).toArray(Row[]::new);
      FakeFile[] files = i % 2 == 0 ? oneFile(order) : twoFiles(order);
      List<String> changes = keyed(files);
      assertThat(changes.get(0)).isEqualTo("DELETE 11,?");
      // An update has the row before it only if the two are adjacent by chance.
      assertThat(changes.stream().map(change -> change.replaceAll(" .* ->", "")))
          .containsExactlyInAnyOrder("DELETE 11,?", "UPDATE 12,a", "UPDATE 13,b", "CREATE 14,c");
    }
  }

  private static FakeFile[] oneFile(Row... rows) {
    return new FakeFile[] {cdc("a", STATE, rows)};
  }

  private static FakeFile[] twoFiles(Row... rows) {
    return new FakeFile[] {
      cdc("a", STATE, List.of(rows).subList(0, 3).toArray(Row[]::new)),
      cdc("b", STATE, List.of(rows).subList(3, 6).toArray(Row[]::new))
    };
  }

  private static List<List<Row>> permutations(List<Row> rows) {
    if (rows.isEmpty()) {
      return List.of(List.of());
    }
    List<List<Row>> all = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      List<Row> rest = new ArrayList<>(rows);
      Row first = rest.remove(i);
      for (List<Row> order : permutations(rest)) {
        List<Row> whole = new ArrayList<>(List.of(first));
        whole.addAll(order);
        all.add(whole);
      }
    }
    return all;
  }

  @Test
  void swappedKeysAreTwoUpdates() throws Exception {
    assertThat(
            keyed(
                cdc(
                    "a",
                    STATE,
                    preimage(1L, "a"),
                    postimage(2L, "a"),
                    preimage(2L, "b"),
                    postimage(1L, "b"))))
        .containsExactly("UPDATE 2,a", "UPDATE 1,b");
  }

  @ParameterizedTest
  @ValueSource(ints = {ALL_KEYS, 5_000, 4_999, 700, 64})
  void anOverwritePublishesOnlyTheRowsThatDiffer(int maxKeys) throws Exception {
    int rows = 5_000;
    FakeFile removed = removed("old", STATE, rows(rows, i -> delete((long) i, "v" + i)));
    Row[] all = rows(rows, i -> insert((long) (rows - 1 - i), "v" + (rows - 1 - i)));
    for (int i : new int[] {3, 1_000, 4_998}) {
      all[i] = insert(all[i].values().get(0), "changed");
    }
    all[2_000] = insert(7_777L, "new");
    FakeFile[] files = {added("new", STATE, all), removed};

    assertThat(changes(byKey(maxKeys), files))
        .containsExactlyInAnyOrder(
            "DELETE 2999,?",
            "UPDATE 4996,changed",
            "UPDATE 3999,changed",
            "UPDATE 1,changed",
            "CREATE 7777,new");
  }

  private static Row[] rows(int count, IntFunction<Row> row) {
    return IntStream.range(0, count).mapToObj(row).toArray(Row[]::new);
  }

  @Test
  void deletesComeBeforeUpsertsAndBothInTheOrderOfTheFiles() throws Exception {
    assertThat(
            keyed(
                added("a", STATE, insert(1L, "new"), insert(3L, "c")),
                removed("b", STATE, delete(1L, "old"), delete(2L, "b")),
                removed("c", STATE, delete(4L, "d")),
                added("d", STATE, insert(5L, "e"))))
        .containsExactly("DELETE 2,?", "DELETE 4,?", "UPDATE 1,new", "CREATE 3,c", "CREATE 5,e");
  }

  @Test
  void deletedRowsAreReadWholeOnRequest() throws Exception {
    FakeTable table = new FakeTable("t", 10);
    Commit commit =
        table.commit(
            1,
            STATE,
            STATE,
            cdc("a", STATE, delete(1L, "a"), preimage(2L, "b"), postimage(3L, "b")));

    assertThat(
            ChangeTexts.texts(
                CommitChanges.open(table, commit, byKey(10), ChangeTexts.wholeDeletes(1), null)))
        .containsExactly("DELETE 1,a", "DELETE 2,b", "CREATE 3,b");
  }

  @ParameterizedTest
  @ValueSource(ints = {ALL_KEYS, 1})
  void rowsWithANullKeyArePublishedOneByOne(int maxKeys) throws Exception {
    assertThat(
            changes(
                byKey(maxKeys),
                cdc("a", STATE, delete(null, "a"), insert(null, "a"), delete(null, "a")),
                cdc("b", STATE, delete(1L, "b"), preimage(null, "x"), postimage(null, "y")),
                cdc("c", STATE, delete(2L, "c"))))
        .containsExactlyInAnyOrder(
            "DELETE null,?",
            "DELETE null,?",
            "CREATE null,a",
            "UPDATE null,x -> null,y",
            "DELETE 1,?",
            "DELETE 2,?");
  }

  private static List<String> keyed(FakeFile... files) throws InterruptedException {
    return changes(byKey(ALL_KEYS), files);
  }
}
