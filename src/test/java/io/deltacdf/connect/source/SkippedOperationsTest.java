package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.STATE;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.cdc;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.postimage;
import static io.deltacdf.connect.table.FakeFile.preimage;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.FakeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkippedOperationsTest {
  private final FakeTable table = new FakeTable("orders", 2);

  @BeforeEach
  void commits() {
    table.commit(0, STATE, STATE, added("0", STATE, insert(1L, "a"), insert(2L, "b")));
    table.snapshot(0, STATE, added("0", STATE, insert(1L, "a"), insert(2L, "b")));
    table.commit(
        1,
        STATE,
        STATE,
        cdc("1", STATE, delete(1L, "a"), preimage(2L, "b"), postimage(2L, "B"), insert(3L, "c")));
    table.commit(2, STATE, STATE, cdc("2", STATE, delete(2L, "B")));
    table.snapshot(2, STATE, added("x", STATE, insert(3L, "c")));
  }

  private List<String> published(String... options) throws InterruptedException {
    return OnDisk.texts(ReaderRuns.run(table, Options.orders(options), Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "none, '0: insert 1 [1, a];0: insert 2 [2, b];1: delete 1 null;1: update_postimage 2 [2, B];1:"
        + " insert 3 [3, c];2: delete 2 null'",
    "c, '1: delete 1 null;1: update_postimage 2 [2, B];2: delete 2 null'",
    "u, '0: insert 1 [1, a];0: insert 2 [2, b];1: delete 1 null;1: insert 3 [3, c];2: delete 2"
        + " null'",
    "d, '0: insert 1 [1, a];0: insert 2 [2, b];1: update_postimage 2 [2, B];1: insert 3 [3, c]'",
    "'u,d', '0: insert 1 [1, a];0: insert 2 [2, b];1: insert 3 [3, c]'",
  })
  void skipsTheNamedOperations(String skipped, String expected) throws Exception {
    String[] texts = expected.split(";", -1);

    assertThat(published("start.version", "0", "skipped.operations", skipped))
        .containsExactly(texts);
    assertThat(
            published(
                "start.version",
                "0",
                "skipped.operations",
                skipped,
                "commit.consolidation",
                "none"))
        .containsExactly(texts);
  }

  @Test
  void doesNotSkipSnapshotRows() throws Exception {
    assertThat(published("skipped.operations", "c,u")).containsExactly("2: read 3 [3, c]");
  }

  /** Preimages are not read for records that are skipped. */
  @Test
  void readsOnlyTheKeysOfDeletes() throws Exception {
    List<String> reads = new ArrayList<>();
    table.hook(reads::add);

    published("start.version", "2", "skipped.operations", "d");

    assertThat(reads).filteredOn(access -> access.startsWith("read")).containsOnly("read 2 [0]");
  }

  @Test
  void reportsTheOffsetOfASkippedVersion() throws Exception {
    TableConfig config = Options.orders("start.version", "0", "skipped.operations", "d");
    List<SourceRecord> records = new ArrayList<>();
    try (TableReader reader = ReaderRuns.reader(table, config, Optional.empty(), records)) {
      ReaderRuns.runUntilIdle(reader);

      // The only change of the version is skipped, so that only a heartbeat can report it.
      assertThat(reader.unreportedOffset()).extracting(SourceOffset::version).isEqualTo(2L);
    }
    SourceOffset last = Orders.offset(records.get(records.size() - 1)).orElseThrow();
    assertThat(last.version()).isEqualTo(1);
    assertThat(last.isCompleted()).isTrue();
  }

  /** The offset of the last published record covers all skipped changes. */
  @Test
  void anInterruptedVersionResumesAfterARecord() throws Exception {
    TableConfig config = Options.orders("start.version", "0", "skipped.operations", "u");
    List<SourceRecord> records = ReaderRuns.run(table, config, Optional.empty());

    for (int i = 0; i < records.size(); i++) {
      assertThat(OnDisk.texts(ReaderRuns.run(table, config, Orders.offset(records.get(i)))))
          .isEqualTo(OnDisk.texts(records.subList(i + 1, records.size())));
    }
  }
}
