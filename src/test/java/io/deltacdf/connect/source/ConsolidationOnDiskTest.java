package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.OnDisk.changeType;
import static io.deltacdf.connect.source.OnDisk.difference;
import static io.deltacdf.connect.source.OnDisk.fold;
import static io.deltacdf.connect.source.OnDisk.keyed;
import static io.deltacdf.connect.source.OnDisk.run;
import static io.deltacdf.connect.source.OnDisk.snapshot;
import static io.deltacdf.connect.source.OnDisk.texts;
import static io.deltacdf.connect.source.Orders.offset;
import static io.deltacdf.connect.testing.tables.Rows.generate;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.with;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.testing.tables.RandomTable;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The records of commits of real tables equal what the commits changed. */
class ConsolidationOnDiskTest {
  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void eachVersionPublishesItsDifferenceFromTheVersionBefore(long seed) throws Exception {
    TestTable table = RandomTable.create(dir, seed).grow(16).table();
    List<SourceRecord> records = changes(table, "4000000");

    Map<Object, List<SourceRecord>> byVersion =
        records.stream().collect(groupingBy(OnDisk::version));
    for (long version = 1; version <= table.version(); version++) {
      List<String> published =
          byVersion.getOrDefault(version, List.of()).stream()
              .map(record -> changeType(record) + " " + record.key())
              .toList();
      assertThat(published).as("version %d", version).doesNotHaveDuplicates();
      if (table.schemaAt(version).equals(table.schemaAt(version - 1))) {
        assertThat(new TreeSet<>(published))
            .as("version %d", version)
            .isEqualTo(difference(keyed(table, version - 1), keyed(table, version)));
      }
    }
    assertThat(fold(records)).isEqualTo(fold(snapshot(table)));
  }

  /** Limits on the keys in memory and restarts do not change the records. */
  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24})
  void partitionsAndRestartsDoNotChangeTheRecords(long seed) throws Exception {
    TestTable table = RandomTable.create(dir, seed).grow(14).table();
    List<String> all = texts(changes(table, "4000000"));
    Random random = new Random(seed);
    for (String maxKeys : List.of("5", "20")) {
      List<SourceRecord> records = changes(table, maxKeys);
      assertThat(texts(records)).containsExactlyInAnyOrderElementsOf(all);
      for (int i = 0; i < 6 && !records.isEmpty(); i++) {
        int at = random.nextInt(records.size());
        assertThat(run(table, config(maxKeys), offset(records.get(at))))
            .as("after %s", records.get(at).sourceOffset())
            .isEqualTo(records.subList(at + 1, records.size()));
      }
    }
  }

  @Test
  void C11_anOverwritePublishesOnlyTheRowsThatDiffer() throws Exception {
    int count = 10_000;
    IntFunction<Map<String, Object>> before = id -> row("id", id, "s", "s" + id, "n", id % 7);
    TestTable table =
        TestTable.at(dir).schema("id long, s string, n int").changeDataFeed().create();
    table.insert(generate(count, before), 3);
    table.overwrite(
        table.schema(),
        generate(
            count,
            i -> {
              Map<String, Object> row = before.apply(count - 1 - i);
              return i % 1_000 == 0 ? with(row, "n", -1) : row;
            }));

    for (String maxKeys : List.of("4000000", "3000")) {
      List<SourceRecord> records = run(table, config(maxKeys, "2"), Optional.empty());
      assertThat(records).hasSize(10).allMatch(record -> changeType(record).startsWith("update"));
      assertThat(records.stream().map(SourceRecord::key))
          .containsExactlyInAnyOrder(
              9_999L, 8_999L, 7_999L, 6_999L, 5_999L, 4_999L, 3_999L, 2_999L, 1_999L, 999L);
    }
    assertThat(run(table, publishingAll("2"), Optional.empty())).hasSize(count);
  }

  @Test
  void restorePublishesOnlyTheRowsThatItChanges() throws Exception {
    TestTable table =
        TestTable.at(dir).schema("id long, s string").changeDataFeed().deletionVectors().create();
    table.insert(generate(50, id -> row("id", id, "s", "a")), 2);
    table.delete(row -> (long) row.get("id") % 10 == 0);
    table.overwrite(table.schema(), generate(52, id -> row("id", id, "s", id == 7 ? "b" : "a")));
    table.restore(2);
    List<SourceRecord> records = changes(table, "4000000");

    assertThat(texts(records).stream().filter(text -> text.startsWith("3:")))
        .containsExactlyInAnyOrder(
            "3: insert 0 [0, a]",
            "3: insert 10 [10, a]",
            "3: insert 20 [20, a]",
            "3: insert 30 [30, a]",
            "3: insert 40 [40, a]",
            "3: insert 50 [50, a]",
            "3: insert 51 [51, a]",
            "3: update_postimage 7 [7, b]");
    assertThat(texts(records).stream().filter(text -> text.startsWith("4:")))
        .containsExactlyInAnyOrder(
            "4: delete 0 null",
            "4: delete 10 null",
            "4: delete 20 null",
            "4: delete 30 null",
            "4: delete 40 null",
            "4: delete 50 null",
            "4: delete 51 null",
            "4: update_postimage 7 [7, a]");
  }

  private static List<SourceRecord> changes(TestTable table, String maxKeys)
      throws InterruptedException {
    return run(table, config(maxKeys), Optional.empty());
  }

  private static TableConfig config(String maxKeys) {
    return config(maxKeys, "0");
  }

  private static TableConfig config(String maxKeys, String start) {
    return Options.orders("start.version", start, "consolidation.max.keys", maxKeys);
  }

  private static TableConfig publishingAll(String start) {
    return Options.orders("start.version", start, "skip.messages.without.change", "false");
  }
}
