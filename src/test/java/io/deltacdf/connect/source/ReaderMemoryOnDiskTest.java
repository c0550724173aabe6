package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.source.memory.ReaderMemories;
import io.deltacdf.connect.source.memory.ReaderMemory;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.RandomTable;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random tables publish the same records in the same order however little memory there is. */
@Timeout(120)
class ReaderMemoryOnDiskTest {
  private static final int TABLES = 5;

  @TempDir Path dir;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Boolean.getBoolean("deltacdf.full") ? 200 : 4);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aTinyBudgetChangesNeitherRecordsNorTheirOrder(long seed) throws Exception {
    Random random = new Random(seed);
    ReaderMemory memory = ReaderMemories.fast();
    Map<String, List<SourceRecord>> expected = new HashMap<>();
    List<TaskReaders.Source> sources = new ArrayList<>();
    try (Storage storage = Storage.open(Map.of())) {
      for (int i = 0; i < TABLES; i++) {
        Path path = dir.resolve("t" + i);
        RandomTable.create(path, 100 * seed + i).grow(8);
        TableConfig config = config("t" + i, random);
        var table = DeltaTables.open("t" + i, path.toString(), storage);
        expected.put("delta.t" + i, ReaderRuns.run(table, config, Optional.empty()));
        sources.add(new TaskReaders.Source(table, config, Optional::empty));
      }
      int total = expected.values().stream().mapToInt(List::size).sum();

      TaskReaders readers =
          TaskReaders.start(
              sources,
              Options.records(),
              Options.flow(1 + random.nextInt(3), 1 + random.nextInt(3_000), 1),
              partitions -> Map.of(),
              memory);
      Map<String, List<SourceRecord>> published =
          poll(readers, total, random).stream().collect(groupingBy(SourceRecord::topic));
      readers.stop();

      expected.forEach(
          (topic, records) ->
              assertThat(OnDisk.texts(published.getOrDefault(topic, List.of())))
                  .as(topic)
                  .isEqualTo(OnDisk.texts(records)));
      assertThat(memory.usedBytes()).isZero();
    }
  }

  /**
   * Every row group ends between a preimage and its postimage, and hardly any table may keep one
   * while it waits.
   */
  @ParameterizedTest
  @ValueSource(strings = {"key", "none"})
  void preimagesAreFoundAgainAfterATableHasWaited(String consolidation) throws Exception {
    RecordConfig envelopes = Options.records("record.format", "debezium");
    Map<String, List<SourceRecord>> expected = new HashMap<>();
    List<TaskReaders.Source> sources = new ArrayList<>();
    ReaderMemory memory = ReaderMemories.fast();
    try (Storage storage = Storage.open(Map.of())) {
      for (int i = 0; i < TABLES; i++) {
        TestTable written = tableWithSmallRowGroups(dir.resolve("t" + i));
        DeltaTable table = DeltaTables.open("t" + i, written.path(), storage);
        TableConfig config =
            i % 2 == 0
                ? Options.table(table.name())
                : Options.table(
                    table.name(), "start.version", "3", "commit.consolidation", consolidation);
        expected.put("delta.t" + i, ReaderRuns.run(table, config, Optional.empty(), envelopes));
        sources.add(new TaskReaders.Source(table, config, Optional::empty));
      }
      int total = expected.values().stream().mapToInt(List::size).sum();
      assertThat(total).isEqualTo(3 * 38 + 2 * 41);

      TaskReaders readers =
          TaskReaders.start(
              sources, envelopes, Options.flow(2, 1, 1), partitions -> Map.of(), memory);
      Map<String, List<SourceRecord>> published =
          poll(readers, total, new Random(1)).stream().collect(groupingBy(SourceRecord::topic));
      readers.stop();

      expected.forEach(
          (topic, records) ->
              assertThat(changes(published.getOrDefault(topic, List.of())))
                  .as(topic)
                  .isEqualTo(changes(records)));
      assertThat(memory.usedBytes()).isZero();
    }
  }

  /** Version 2 deletes two of 40 rows, and version 3 inserts a row and updates 40. */
  private static TestTable tableWithSmallRowGroups(Path path) {
    TestTable table =
        TestTable.at(path)
            .schema("id long, text string")
            .changeDataFeed()
            .deletionVectors()
            .create();
    List<Map<String, Object>> rows = new ArrayList<>();
    List<Map<String, Object>> changes = new ArrayList<>();
    changes.add(change("insert", row("id", 0L, "text", "new")));
    for (long id = 1; id <= 40; id++) {
      rows.add(row("id", id, "text", "old" + id));
      changes.add(change("update_preimage", row("id", id, "text", "old" + id)));
      changes.add(change("update_postimage", row("id", id, "text", "new" + id)));
    }
    table.commit().add(table.dataFile(rows, options -> options.rowGroupRows(4))).write();
    table.commit().removeRows(table.file(0), 1, 20).write();
    table.commit().cdc(table.changeFile(changes, options -> options.rowGroupRows(4))).write();
    return table;
  }

  private static List<String> changes(List<SourceRecord> records) {
    return records.stream()
        .map(SourceRecord::value)
        .map(Struct.class::cast)
        .map(value -> value.get("op") + " " + value.get("before") + " " + value.get("after"))
        .toList();
  }

  private static TableConfig config(String table, Random random) {
    return Options.table(
        table,
        "start.version",
        "0",
        "change.feed",
        random.nextBoolean() ? "auto" : "derive",
        "consolidation.max.keys",
        random.nextBoolean() ? "7" : "1000",
        "commit.consolidation",
        "key");
  }

  private static List<SourceRecord> poll(TaskReaders readers, int total, Random random)
      throws InterruptedException {
    List<SourceRecord> all = new ArrayList<>();
    while (all.size() < total) {
      List<SourceRecord> records = readers.poll();
      if (records != null) {
        all.addAll(records);
        if (random.nextInt(10) == 0) {
          Thread.sleep(random.nextInt(3));
        }
      }
    }
    return all;
  }
}
