package io.deltacdf.connect.source;

import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.cdc;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.postimage;
import static io.deltacdf.connect.table.FakeFile.preimage;
import static io.deltacdf.connect.table.FakeFile.removed;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * {@code column.include.list} and {@code column.exclude.list}: the columns that are read and
 * published.
 */
class ColumnListsTest {
  private static final TableState STATE =
      FakeStates.state("id-1", true, "secret string, id long, name string, price integer");

  private final FakeTable table = new FakeTable("orders", 2);

  @BeforeEach
  void latestVersion() {
    table.snapshot(1, STATE);
  }

  private List<SourceRecord> fromStart(String... options) throws InterruptedException {
    return ReaderRuns.run(table, config(options), Optional.empty());
  }

  private static TableConfig config(String... options) {
    String[] all = new String[options.length + 2];
    System.arraycopy(options, 0, all, 2, options.length);
    all[0] = "start.version";
    all[1] = "0";
    return Options.orders(all);
  }

  @Test
  void excludedColumnsAreNeitherReadNorPublished() throws Exception {
    table.commit(0, STATE, STATE, added("0", STATE, insert("s", 1L, "a", 5)));
    table.commit(1, STATE, STATE, cdc("1", STATE, delete("s", 1L, "a", 5)));
    List<String> reads = new ArrayList<>();
    table.hook(access -> reads.add(access));

    List<SourceRecord> records = fromStart("column.exclude.list", "SECRET,price");

    assertThat(OnDisk.texts(records)).containsExactly("0: insert 1 [1, a]", "1: delete 1 null");
    assertThat(reads.stream().filter(access -> access.startsWith("read")))
        .containsExactly("read 0 [1, 2]", "read 1 [1]", "read 1 [1]");
  }

  @Test
  void anExcludedKeyColumnIsInTheKeyOnly() throws Exception {
    table.commit(0, STATE, STATE, added("0", STATE, insert("s", 1L, "a", 5)));

    List<SourceRecord> records = fromStart("column.include.list", "pri.*, n[a-z]+e");

    assertThat(OnDisk.texts(records)).containsExactly("0: insert 1 [a, 5]");
  }

  @Test
  void anUpdateOfExcludedColumnsIsNotPublished() throws Exception {
    table.commit(
        0,
        STATE,
        STATE,
        cdc(
            "pairs",
            STATE,
            preimage("s", 1L, "a", 5),
            postimage("t", 1L, "a", 5),
            preimage("s", 2L, "b", 5),
            postimage("t", 2L, "B", 5)),
        cdc("old", STATE, preimage("s", 3L, "c", 5), preimage("s", 4L, "d", 5)),
        cdc("new", STATE, postimage("t", 3L, "c", 5), postimage("s", 4L, "D", 5)));

    assertThat(OnDisk.texts(fromStart("column.exclude.list", "secret")))
        .containsExactly("0: update_postimage 2 [2, B, 5]", "0: update_postimage 4 [4, D, 5]");
    assertThat(fromStart("column.exclude.list", "price")).hasSize(4);
  }

  @Test
  void aSchemaChangeOfExcludedColumnsIsIgnored() throws Exception {
    TableState later =
        FakeStates.state(
            "id-1", true, "id long, secret long, name string, price integer, more string");
    table.commit(
        0, STATE, STATE, added("0", STATE, insert("s", 1L, "a", 5), insert("s", 2L, "b", 5)));
    table.commit(
        1,
        STATE,
        later,
        removed("0", STATE, delete("s", 1L, "a", 5), delete("s", 2L, "b", 5)),
        added("1", later, insert(1L, 7L, "a", 5, "m"), insert(2L, 7L, "B", 5, "m")));

    List<SourceRecord> records = fromStart("column.include.list", "id,name,price");

    // A string that becomes a number is unsafe, and a new column publishes unchanged rows.
    assertThat(OnDisk.texts(records))
        .containsExactly(
            "0: insert 1 [1, a, 5]", "0: insert 2 [2, b, 5]", "1: update_postimage 2 [2, B, 5]");
    assertThat(records.get(2).valueSchema()).isSameAs(records.get(0).valueSchema());
  }

  @Test
  void aNewPublishedColumnIsASchemaChange() throws Exception {
    TableState later =
        FakeStates.state(
            "id-1", true, "secret string, id long, name string, price integer, more integer");
    table.commit(0, STATE, STATE, added("0", STATE, insert("s", 1L, "a", 5)));
    table.commit(
        1,
        STATE,
        later,
        removed("0", STATE, delete("s", 1L, "a", 5)),
        added("1", later, insert("s", 1L, "a", 5, null)));

    assertThat(OnDisk.texts(fromStart("column.exclude.list", "secret")))
        .containsExactly("0: insert 1 [1, a, 5]", "1: update_postimage 1 [1, a, 5, null]");
  }

  /** A changed list applies from the next change on; no change after the offset is lost. */
  @Test
  void anInterruptedVersionResumesWithAChangedList() throws Exception {
    table.commit(
        0,
        STATE,
        STATE,
        cdc(
            "0",
            STATE,
            preimage("s", 1L, "a", 5),
            postimage("s", 1L, "A", 5),
            preimage("s", 2L, "b", 5),
            postimage("t", 2L, "b", 6),
            preimage("s", 3L, "c", 5),
            postimage("t", 3L, "c", 5)));
    List<SourceRecord> first = fromStart("column.exclude.list", "secret");
    assertThat(OnDisk.texts(first))
        .containsExactly("0: update_postimage 1 [1, A, 5]", "0: update_postimage 2 [2, b, 6]");
    Optional<SourceOffset> behindFirst =
        Optional.of(SourceOffsetCodec.read("orders", first.get(0).sourceOffset()));

    assertThat(
            OnDisk.texts(
                ReaderRuns.run(table, config("column.exclude.list", "price"), behindFirst)))
        .containsExactly("0: update_postimage 2 [t, 2, b]", "0: update_postimage 3 [t, 3, c]");
    assertThat(
            OnDisk.texts(ReaderRuns.run(table, config("column.include.list", "name"), behindFirst)))
        .isEmpty();
  }
}
