package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.offset;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.tables.Replacement;
import io.deltacdf.connect.testing.tables.Rows;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code table.replaced=snapshot} says of the keys of the former table. */
class ReplacedTableKeysTest {
  private static final TableConfig SNAPSHOT = Options.orders("table.replaced", "snapshot");

  @TempDir Path dir;
  private TestTable table;

  /** Makes a table whose version 1 has the rows 1 and 2. */
  @BeforeEach
  void create() {
    table =
        TestTable.at(dir.resolve("orders"))
            .schema("id long, name string")
            .changeDataFeed()
            .create();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"));
  }

  /** Adds the versions 2 to 4, after which the table has the rows 1, 3 and 4. */
  private void change() {
    table.insert(row("id", 3, "name", "c"), row("id", 4, "name", "d"));
    table.update(row -> row.get("id").equals(1L), row -> row("id", 1, "name", "A"));
    table.delete(row -> row.get("id").equals(2L));
  }

  private List<SourceRecord> run(TableConfig config, Optional<SourceOffset> stored)
      throws InterruptedException {
    return OnDisk.run(table, config, stored);
  }

  private static List<Object> keys(List<SourceRecord> records) {
    return records.stream().map(record -> (Object) record.sourceOffset().get("keys")).toList();
  }

  /** Puts another table at the path, and returns the warning of a reader that starts. */
  private String warning(TableConfig config, Optional<SourceOffset> stored)
      throws InterruptedException {
    replace(1);
    try (CapturedLog log = new CapturedLog(Resnapshot.class)) {
      List<SourceRecord> records = run(config, stored);
      assertThat(records).hasSize(1);
      assertThat((Object) records.get(0).sourceOffset().get("keys"))
          .as("of the other table")
          .isEqualTo("1");
      assertThat(log.warnings()).hasSize(1);
      return log.warnings().get(0);
    }
  }

  /** Puts another table at the path, whose versions from 1 on have one more row each. */
  private void replace(int rows) {
    TestTable other =
        TestTable.at(dir.resolve("other")).schema("id long, name string").changeDataFeed().create();
    for (int id = 11; id < 11 + rows; id++) {
      other.insert(row("id", id, "name", "n"));
    }
    Replacement.replace(table.directory(), other.directory());
  }

  @Test
  void theKeysAreCountedThroughTheSnapshotAndTheChanges() throws Exception {
    List<SourceRecord> records = new ArrayList<>();
    try (TableReader reader =
        ReaderRuns.reader(OnDisk.open(table), SNAPSHOT, Optional.empty(), records)) {
      ReaderRuns.runUntilIdle(reader);
      change();
      ReaderRuns.runUntilIdle(reader);
      assertThat(keys(records)).containsExactly("1", "2", "3", "4", "4", "3");
      replace(6);
      try (CapturedLog log = new CapturedLog(Resnapshot.class)) {
        ReaderRuns.runUntilIdle(reader);
        assertThat(log.warnings()).singleElement().asString().contains("had 3 keys", "most");
      }
    }
  }

  @Test
  void theCountContinuesAfterEachOffset() throws Exception {
    TableConfig first = Options.orders("start.version", "0");
    change();
    List<SourceRecord> all = run(first, Optional.empty());
    assertThat(keys(all)).containsExactly("1", "2", "3", "4", "4", "3");
    for (int i = 0; i < all.size(); i++) {
      assertThat(keys(run(first, offset(all.get(i)))))
          .as("after %s", all.get(i).sourceOffset())
          .isEqualTo(keys(all).subList(i + 1, all.size()));
    }
    for (SourceRecord record : all) {
      assertThat(warning(SNAPSHOT, offset(record)))
          .contains("had " + record.sourceOffset().get("keys") + " keys");
    }
  }

  @Test
  void aSnapshotInProgressAddsToTheKeysBeforeIt() throws Exception {
    change();
    List<SourceRecord> all = run(SNAPSHOT, Optional.empty());
    List<SourceRecord> again =
        run(Options.orders("snapshot.request", "again"), offset(all.get(all.size() - 1)));
    assertThat(keys(again)).containsExactly("1+3", "2+3", "3");

    assertThat(warning(SNAPSHOT, offset(again.get(1))))
        .contains("in progress: 2 of its keys", "before the snapshot there were 3", "at most 5");
  }

  @Test
  void aCountThatBeganLaterSaysSo() throws Exception {
    change();
    List<SourceRecord> all = run(Options.orders("start.version", "2"), Optional.empty());
    assertThat(keys(all)).containsExactly("1@2", "2@2", "3@2", "3@2");

    assertThat(warning(SNAPSHOT, offset(all.get(3))))
        .contains("not known", "since version 2", "at most 3 keys were published since then");
  }

  /** An offset of an earlier release has no count, and a snapshot begins a new one. */
  @Test
  void anOffsetWithoutACountIsNotACountOfNothing() throws Exception {
    change();
    Map<String, Object> fields =
        new HashMap<>(run(SNAPSHOT, Optional.empty()).get(2).sourceOffset());
    fields.remove("keys");
    Optional<SourceOffset> stored = Optional.of(SourceOffsetCodec.read("orders", fields));
    table.insert(row("id", 5, "name", "e"));

    assertThat(keys(run(SNAPSHOT, stored))).containsExactly("1@5");
    TableConfig request = Options.orders("snapshot.request", "again");
    assertThat(keys(run(request, stored))).containsExactly("1@4", "2@4", "3", "4");
    assertThat(warning(SNAPSHOT, stored)).contains("not known, because the offset has no count");
  }

  /** What was published of the version would be counted twice. */
  @Test
  void aVersionThatIsPublishedAgainIsNotCountedTwice() throws Exception {
    table.insert(Rows.generate(10, id -> row("id", (long) id + 10, "name", "n")));
    List<SourceRecord> all = run(SNAPSHOT, Optional.empty());
    SourceRecord middle = run(Options.orders("start.version", "2"), Optional.empty()).get(4);
    TableConfig other = Options.orders("consolidation.max.keys", "3");

    assertThat(keys(run(other, offset(middle)))).last().isEqualTo("10@2");
    assertThat(keys(run(other, offset(all.get(4))))).last().isEqualTo("12");
  }
}
