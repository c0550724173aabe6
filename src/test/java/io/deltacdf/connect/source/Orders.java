package io.deltacdf.connect.source;

import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.cdc;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.postimage;
import static io.deltacdf.connect.table.FakeFile.preimage;
import static io.deltacdf.connect.table.FakeFile.removed;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** A table with every kind of commit, and its records as texts. */
final class Orders {
  static final TableState STATE = FakeStates.state("id-1", true, "id long, name string");
  static final TableState WIDER =
      FakeStates.state("id-1", true, "id long, name string, note string");

  private static final TableState REORDERED =
      FakeStates.state("id-1", true, "name string, note string, id long");

  private Orders() {}

  /** Returns a table with versions 0 to 7, and with snapshots of versions 0, 3 and 7. */
  static FakeTable table(int batchSize) {
    FakeTable table = new FakeTable("orders", batchSize);
    table.commit(0, STATE, STATE, added("0", STATE, insert(1L, "a"), insert(2L, "b")));
    table.snapshot(0, STATE, added("0", STATE, insert(1L, "a"), insert(2L, "b")));
    table.commit(1, STATE, STATE);
    table.commit(2, STATE, STATE, added("2", STATE, insert(3L, "c"), insert(4L, "d")));
    table.commit(3, STATE, STATE, added("3", STATE, insert(5L, "e")));
    table.snapshot(3, STATE, threeFiles());
    table.commit(
        4,
        STATE,
        STATE,
        cdc("4a", STATE, preimage(1L, "a"), postimage(1L, "A"), delete(2L, "b"), insert(6L, "f")),
        cdc("4b", STATE, preimage(3L, "c"), postimage(33L, "c"), postimage(4L, "D")));
    table.commit(5, STATE, REORDERED);
    table.commit(
        6,
        REORDERED,
        WIDER,
        removed("3", REORDERED, delete("e", null, 5L), delete("c", null, 33L)),
        added("6", WIDER, insert(5L, "E", "x"), insert(7L, "g", null)));
    table.commit(7, WIDER, WIDER, cdc("7", WIDER, delete(7L, "g", null)));
    table.snapshot(7, WIDER, added("x", WIDER, insert(1L, "A", null), insert(5L, "E", "x")));
    return table;
  }

  private static FakeFile[] threeFiles() {
    return new FakeFile[] {
      added("3", STATE, insert(5L, "e")),
      added("2", STATE, insert(3L, "c"), insert(4L, "d")),
      added("0", STATE, insert(1L, "a"), insert(2L, "b"))
    };
  }

  /** The texts of commits 4 to 7. */
  static final List<String> CHANGES_FROM_4 =
      List.of(
          "4: 2 deleted",
          "4: 3 deleted",
          "4: 1 A",
          "4: 6 f",
          "4: 33 c",
          "4: 4 D",
          "6: 33 deleted",
          "6: 5 E",
          "6: 7 g",
          "7: 7 deleted");

  static final List<String> CHANGES_FROM_2 =
      concat(List.of("2: 3 c", "2: 4 d", "3: 5 e"), CHANGES_FROM_4);

  static List<String> concat(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  /** Returns texts of version, key and value, such as {@code 4: 2 deleted}. */
  static String text(SourceRecord record) {
    return record.sourceOffset().get("version")
        + ": "
        + record.key()
        + " "
        + (record.value() == null ? "deleted" : ((Struct) record.value()).get("name"));
  }

  static List<String> texts(List<SourceRecord> records) {
    return records.stream().map(Orders::text).toList();
  }

  static Optional<SourceOffset> offset(SourceRecord record) {
    return Optional.of(SourceOffsetCodec.read("orders", record.sourceOffset()));
  }
}
