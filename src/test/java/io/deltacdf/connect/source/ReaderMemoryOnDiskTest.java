package io.deltacdf.connect.source;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.source.memory.ReaderMemories;
import io.deltacdf.connect.source.memory.ReaderMemory;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.RandomTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
