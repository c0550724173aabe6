package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.offset;
import static io.deltacdf.connect.source.Orders.texts;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.tables.Replacement;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers of a path at which another table is put whose log has no old commits. */
class ReplacedByTruncatedLogTest extends ReplacedTableFixture {
  private static final TableConfig FAIL = Options.orders();
  private static final TableConfig WHEN_NEEDED = Options.orders("snapshot.mode", "when_needed");

  /** Makes a table of which the log has only the versions from 7 on, and a checkpoint of 8. */
  private TestTable otherWithoutOldCommits() throws IOException {
    TestTable other = other(9);
    other.checkpoint();
    for (long version = 0; version < 7; version++) {
      Files.delete(other.faults().commitFile(version));
    }
    return other;
  }

  /** Neither the commit of the offset nor the next one is in the log of the other table. */
  @ParameterizedTest
  @ValueSource(strings = {"initial", "when_needed"})
  void aTableWhoseLogWasCleanedUpIsNoticedAfterEachOffset(String mode) throws Exception {
    table.insert(row("id", 3, "name", "c"), row("id", 4, "name", "d"));
    List<SourceRecord> all = new ArrayList<>(OnDisk.run(table, FAIL, Optional.empty()));
    all.addAll(OnDisk.run(table, Options.orders("start.version", "1"), Optional.empty()));
    replaceBy(otherWithoutOldCommits());

    for (SourceRecord record : all) {
      start(Options.orders("snapshot.mode", mode), offset(record));
      assertFails(ErrorCode.TABLE_REPLACED, false);
      reader.close();
      start(Options.orders("snapshot.mode", mode, "snapshot.request", "again"), offset(record));
      assertFails(ErrorCode.TABLE_REPLACED, false);
      reader.close();
    }
    assertThat(records).isEmpty();
    for (SourceRecord record : all) {
      records.clear();
      start(Options.orders("snapshot.mode", mode, "table.replaced", "snapshot"), offset(record));
      ReaderRuns.runUntilIdle(reader);
      reader.close();
      assertThat(OnDisk.fold(records)).hasSize(8);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"initial", "when_needed"})
  void aTableWhoseLogWasCleanedUpIsNoticedInEachPhase(String mode) throws Exception {
    for (int steps = 1; steps < 12; steps++) {
      TestTable former =
          TestTable.at(dir.resolve("former" + steps))
              .schema("id long, name string")
              .changeDataFeed()
              .create();
      former.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"));
      records.clear();
      reader =
          ReaderRuns.reader(
              OnDisk.open(former),
              Options.orders("snapshot.mode", mode),
              Optional.empty(),
              records);
      boolean idle = false;
      for (int step = 0; step < steps; step++) {
        idle |= reader.step() == Progress.IDLE;
      }
      if (idle) {
        // The next listing of the log would notice it, see ReplacedTableFixture.
        assertThat(steps).isGreaterThan(3);
        reader.close();
        return;
      }
      Replacement.replace(former.directory(), otherWithoutOldCommits().directory());

      assertFails(ErrorCode.TABLE_REPLACED, false);
      assertThat(texts(records)).as("after %s steps", steps).allMatch(t -> t.startsWith("1: "));
      reader.close();
    }
  }

  /** An offset of an earlier release, or of a person, has no hash of its commit. */
  @Test
  void anotherTableIsNoticedAfterAnOffsetWithoutAHash() throws Exception {
    Map<String, Object> offset = Map.of("version", 1L, "table_id", table.metadata().id());
    Optional<SourceOffset> stored = Optional.of(SourceOffsetCodec.read("orders", offset));
    replaceBy(otherWithoutOldCommits());

    TableConfig request = Options.orders("snapshot.request", "again");
    for (TableConfig config : List.of(FAIL, WHEN_NEEDED, request)) {
      start(config, stored);
      assertFails(ErrorCode.TABLE_REPLACED, false);
      reader.close();
    }
    assertThat(records).isEmpty();
  }

  /** The log of the same table is not another table. */
  @Test
  void aLogThatWasCleanedUpIsOnlyTruncated() throws Exception {
    List<SourceRecord> all = OnDisk.run(table, FAIL, Optional.empty());
    for (long id = 3; id < 9; id++) {
      table.insert(row("id", id, "name", "n"));
    }
    table.checkpoint();
    for (long version = 0; version < 5; version++) {
      Files.delete(table.faults().commitFile(version));
    }

    for (SourceRecord record : all) {
      start(FAIL, offset(record));
      assertFails(ErrorCode.LOG_TRUNCATED, false);
      reader.close();
    }
  }

  /** The log is truncated at first, and another table appears while a snapshot is selected. */
  @Test
  void aTableThatIsReplacedBeforeItsNewSnapshotIsNotPublished() throws Exception {
    List<SourceRecord> all = OnDisk.run(table, WHEN_NEEDED, Optional.empty());
    for (long id = 3; id < 9; id++) {
      table.insert(row("id", id, "name", "n"));
    }
    table.checkpoint();
    for (long version = 0; version < 5; version++) {
      Files.delete(table.faults().commitFile(version));
    }
    start(WHEN_NEEDED, offset(all.get(1)));
    try (CapturedLog log = new CapturedLog(Resnapshot.class)) {
      reader.step();
      reader.step();
      assertThat(log.warnings()).as("no snapshot is selected yet").isEmpty();
      replaceBy(other(9));

      assertFails(ErrorCode.TABLE_REPLACED, false);
      assertThat(log.warnings()).isEmpty();
    }
    assertThat(records).isEmpty();
  }
}
