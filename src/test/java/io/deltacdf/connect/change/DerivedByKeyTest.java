package io.deltacdf.connect.change;

import static io.deltacdf.connect.change.KeyCommits.texts;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.removed;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.log.Commit;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes by key of a table without change data feed, derived from its data files. */
class DerivedByKeyTest {
  private static final TableState STATE = state("id long, name string");

  private final FakeTable table = new FakeTable("t", 2);

  private static TableState state(String columns) {
    return FakeStates.state("id", false, columns);
  }

  private VersionChanges open(Commit commit, int maxKeys, boolean skipUnchanged, Position from) {
    CommitOptions options =
        new CommitOptions(
            ChangeFeed.AUTO, Consolidation.KEY, true, maxKeys, skipUnchanged, false, false);
    return CommitChanges.open(table, commit, options, ChangeTexts.keyFirst(1), from);
  }

  /** An update that rewrites files: most of their rows are copied. */
  private Commit rewrite() {
    return table.commit(
        1,
        STATE,
        STATE,
        added("new", STATE, insert(1L, "a"), insert(2L, "B"), insert(4L, "d"), insert(6L, "c")),
        removed("old-1", STATE, delete(1L, "a"), delete(2L, "b"), delete(3L, "c")),
        removed("old-2", STATE, delete(4L, "d"), delete(5L, null)));
  }

  @ParameterizedTest
  @CsvSource({"1, true", "2, false", "100, true", "100, false"})
  void copiedRowsAreNotPublishedEvenIfUnchangedRowsAre(int maxKeys, boolean skipUnchanged)
      throws Exception {
    assertThat(texts(open(rewrite(), maxKeys, skipUnchanged, null)))
        .containsExactlyInAnyOrder("DELETE 3,?", "DELETE 5,?", "UPDATE 2,B", "CREATE 6,c");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void resumesAfterEveryPosition(int maxKeys) throws Exception {
    List<String> changes = texts(open(rewrite(), maxKeys, false, null));
    List<Position> positions = ChangeTexts.positions(open(rewrite(), maxKeys, false, null));

    for (int i = 0; i < positions.size(); i++) {
      assertThat(texts(open(rewrite(), maxKeys, false, positions.get(i))))
          .as("after %s", positions.get(i))
          .isEqualTo(changes.subList(i + 1, changes.size()));
    }
  }

  /** A MERGE with schema evolution writes copied rows with null in the new column. */
  @ParameterizedTest
  @ValueSource(strings = {"id long, name string, note string", "name string, id long, note string"})
  void copiedRowsAreRecognizedInAnotherSchema(String columns) throws Exception {
    TableState wider = state(columns);
    boolean reordered = columns.startsWith("name");
    Commit commit =
        table.commit(
            1,
            STATE,
            wider,
            removed("old", STATE, delete(1L, "a"), delete(2L, "b")),
            reordered
                ? added("new", wider, insert("a", 1L, null), insert("b", 2L, "x"))
                : added("new", wider, insert(1L, "a", null), insert(2L, "b", "x")));
    CommitOptions options =
        new CommitOptions(ChangeFeed.AUTO, Consolidation.KEY, true, 10, true, false, false);
    ReadColumns columnsOf =
        new ReadColumns() {
          @Override
          public KeyColumns key(TableSchema schema) {
            return new KeyColumns(List.of(schema.ordinalOf("id")));
          }

          @Override
          public int[] wholeRows(TableSchema schema) {
            return ChangeTexts.keyFirst(1).wholeRows(schema);
          }

          @Override
          public int[] deletedRows(TableSchema schema) {
            return new int[] {schema.ordinalOf("id")};
          }
        };

    assertThat(ChangeTexts.texts(CommitChanges.open(table, commit, options, columnsOf, null)))
        .containsExactly(reordered ? "UPDATE b,2,x" : "UPDATE 2,b,x");
  }

  /** A value of another type is a change, even if it has the same bits. */
  @ParameterizedTest
  @CsvSource({"date, false", "long, true", "timestamp, false"})
  void rowsWithValuesOfAnotherTypeAreNotCopies(String type, boolean copied) throws Exception {
    TableState before = state("id long, n integer");
    TableState after = state("id long, n " + type);
    Commit commit =
        table.commit(
            1,
            before,
            after,
            removed("old", before, delete(1L, 5)),
            added("new", after, insert(1L, 5)));

    assertThat(texts(open(commit, 10, true, null)))
        .isEqualTo(copied ? List.of() : List.of("UPDATE 1,5"));
  }
}
