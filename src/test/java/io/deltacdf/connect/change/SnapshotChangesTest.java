package io.deltacdf.connect.change;

import static io.deltacdf.connect.change.ChangeTexts.keyFirst;
import static io.deltacdf.connect.change.ChangeTexts.positions;
import static io.deltacdf.connect.change.ChangeTexts.texts;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.hidden;
import static io.deltacdf.connect.table.FakeFile.insert;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.TableState;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotChangesTest {
  private static final TableState STATE = FakeStates.state("id", true, "id long, name string");

  private final FakeTable table = new FakeTable("t", 2);
  private final TableSnapshot snapshot =
      table.snapshot(
          3,
          STATE,
          added("b", STATE, insert(4L, "d"), insert(5L, "e"), insert(6L, "f")),
          added("a", STATE, hidden(0L, "x"), insert(1L, "a"), insert(2L, "b")),
          added("c", STATE));

  @Test
  void rowsAreReadsInTheOrderOfTheFiles() throws Exception {
    assertThat(texts(open(null)))
        .containsExactly("READ 1,a", "READ 2,b", "READ 4,d", "READ 5,e", "READ 6,f");
    assertThat(positions(open(null)))
        .startsWith(
            new Position(0, VersionPhase.READ, 0, "a", 1),
            new Position(0, VersionPhase.READ, 0, "a", 2));
  }

  @Test
  void resumesAfterEveryPosition() throws Exception {
    List<String> all = texts(open(null));
    List<Position> positions = positions(open(null));

    for (int i = 0; i < all.size(); i++) {
      assertThat(texts(open(positions.get(i)))).isEqualTo(all.subList(i + 1, all.size()));
    }
    assertThat(table.openHandles()).isZero();
  }

  private VersionChanges open(Position from) {
    return SnapshotChanges.open(table, snapshot.files(), keyFirst(1), from);
  }
}
