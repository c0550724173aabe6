package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.OnDisk.changeType;
import static io.deltacdf.connect.source.OnDisk.difference;
import static io.deltacdf.connect.source.OnDisk.fold;
import static io.deltacdf.connect.source.OnDisk.run;
import static io.deltacdf.connect.source.OnDisk.texts;
import static io.deltacdf.connect.source.Orders.offset;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.testing.tables.RandomTable;
import io.deltacdf.connect.testing.tables.TestTable;
import io.deltacdf.connect.testing.tables.TrackedRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that are derived from the files of real tables equal what the commits changed. */
class DerivedOnDiskTest {
  @TempDir Path dir;

  /** The change data feed is turned on and off; every start version leads to the same table. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void theTopicEqualsTheTableFromEachStartVersion(long seed) throws Exception {
    TestTable table = RandomTable.switchingFeed(dir, seed).grow(12).table();
    List<SourceRecord> changes = run(table, from(0), Optional.empty());
    Map<Object, List<Object>> expected = fold(OnDisk.snapshot(table));

    for (long start = 1; start <= table.version(); start++) {
      List<SourceRecord> topic = new ArrayList<>(snapshotAt(table, start - 1));
      List<SourceRecord> fromStart = run(table, from(start), Optional.empty());
      topic.addAll(fromStart);
      assertThat(fold(topic)).as("from version %d on", start).isEqualTo(expected);
      assertThat(texts(fromStart))
          .isEqualTo(texts(changes.subList(changes.size() - fromStart.size(), changes.size())));
    }
  }

  /** From data files only, even if the feed is on: copied and unchanged rows are not published. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void eachVersionPublishesItsDifferenceFromTheVersionBefore(long seed) throws Exception {
    TestTable table = RandomTable.switchingFeed(dir, seed).grow(16).table();
    for (String skip : List.of("true", "false")) {
      Map<Object, List<SourceRecord>> byVersion =
          run(
                  table,
                  Options.orders(
                      "start.version",
                      "0",
                      "change.feed",
                      "derive",
                      "skip.messages.without.change",
                      skip),
                  Optional.empty())
              .stream()
              .collect(groupingBy(OnDisk::version));
      for (long version = 1; version <= table.version(); version++) {
        List<String> published =
            byVersion.getOrDefault(version, List.of()).stream()
                .map(record -> changeType(record) + " " + record.key())
                .toList();
        assertThat(published).as("version %d", version).doesNotHaveDuplicates();
        assertThat(new TreeSet<>(published))
            .as("version %d", version)
            .isEqualTo(difference(withoutNulls(table, version - 1), withoutNulls(table, version)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void changesAreMatchedByRowId(long seed) throws Exception {
    TestTable table = RandomTable.tracked(dir, seed).grow(16).table();
    List<SourceRecord> records = run(table, byRowId("4000000"), Optional.empty());

    Map<Object, List<String>> byVersion =
        records.stream()
            .collect(
                groupingBy(
                    OnDisk::version,
                    mapping(record -> changeType(record) + " " + record.key(), toList())));
    for (long version = 1; version <= table.version(); version++) {
      assertThat(byVersion.getOrDefault(version, List.of()))
          .as("version %d", version)
          .containsExactlyInAnyOrderElementsOf(
              changes(table.trackedRowsAt(version - 1), table.trackedRowsAt(version)));
    }
  }

  /** Limits on the row ids or keys in memory and restarts do not change the records. */
  @ParameterizedTest
  @ValueSource(longs = {21, 22})
  void partitionsAndRestartsDoNotChangeTheRecords(long seed) throws Exception {
    TestTable table = RandomTable.tracked(dir, seed).grow(14).table();
    List<String> byRowId = texts(run(table, byRowId("4000000"), Optional.empty()));
    List<String> byKey = texts(run(table, byKey("4000000"), Optional.empty()));
    Random random = new Random(seed);
    for (String max : List.of("4000000", "20", "5")) {
      assertSame(table, byRowId(max), byRowId, random);
      assertSame(table, byKey(max), byKey, random);
    }
  }

  private static void assertSame(
      TestTable table, TableConfig config, List<String> expected, Random random)
      throws InterruptedException {
    List<SourceRecord> records = run(table, config, Optional.empty());
    assertThat(texts(records)).containsExactlyInAnyOrderElementsOf(expected);
    for (int i = 0; i < 6; i++) {
      int at = random.nextInt(records.size());
      assertThat(run(table, config, offset(records.get(at))))
          .as("after %s", records.get(at).sourceOffset())
          .isEqualTo(records.subList(at + 1, records.size()));
    }
  }

  private static TableConfig from(long version) {
    return Options.orders("start.version", String.valueOf(version));
  }

  private static TableConfig byKey(String maxKeys) {
    return Options.orders("start.version", "0", "consolidation.max.keys", maxKeys);
  }

  private static TableConfig byRowId(String maxRowIds) {
    return Options.orders(
        "start.version",
        "0",
        "commit.consolidation",
        "none",
        "include.preimages",
        "true",
        "consolidation.max.keys",
        maxRowIds);
  }

  private static List<SourceRecord> snapshotAt(TestTable table, long version)
      throws InterruptedException {
    TableConfig config =
        Options.orders("snapshot.mode", "initial_only", "end.version", String.valueOf(version));
    return run(table, config, Optional.empty());
  }

  private static Map<Object, Map<String, Object>> withoutNulls(TestTable table, long version) {
    Map<Object, Map<String, Object>> rows = OnDisk.keyed(table, version);
    rows.replaceAll(
        (key, row) -> {
          Map<String, Object> values = new HashMap<>(row);
          values.values().removeIf(Objects::isNull);
          return values;
        });
    return rows;
  }

  /** Returns what happened between two versions, by the row ids and row versions of both. */
  private static List<String> changes(Map<Long, TrackedRow> before, Map<Long, TrackedRow> after) {
    List<String> changes = new ArrayList<>();
    before.forEach(
        (id, row) -> {
          TrackedRow now = after.get(id);
          if (now == null) {
            changes.add("delete " + row.row().get("id"));
          } else if (now.version() != row.version()) {
            changes.add("update_preimage " + row.row().get("id"));
            changes.add("update_postimage " + now.row().get("id"));
          }
        });
    after.forEach(
        (id, row) -> {
          if (!before.containsKey(id)) {
            changes.add("insert " + row.row().get("id"));
          }
        });
    return changes;
  }
}
