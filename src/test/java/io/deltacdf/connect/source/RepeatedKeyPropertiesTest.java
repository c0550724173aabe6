package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.histories.HistoryTries;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.hadoop.fs.FileUtil;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** Random histories of tables whose key columns do not identify a row. */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class RepeatedKeyPropertiesTest {
  /** One commit: rows of a few keys are inserted, updated, deleted or rewritten. */
  record Edit(Kind kind, List<Integer> keys, int value) {
    enum Kind {
      INSERT,
      UPDATE,
      UPDATE_VALUE,
      DELETE_VALUE,
      OVERWRITE
    }

    private boolean has(Map<String, Object> row) {
      return keys.contains(((Number) row.get("id")).intValue());
    }

    private boolean hasValue(Map<String, Object> row) {
      return ((Number) row.get("v")).intValue() == value;
    }

    void apply(TestTable table) {
      List<Map<String, Object>> rows = new ArrayList<>();
      for (int i = 0; i < keys.size(); i++) {
        rows.add(row("id", keys.get(i), "v", (value + i) % 4));
      }
      switch (kind) {
        case INSERT -> table.insert(rows);
        case UPDATE -> table.update(this::has, set("v", value));
        case UPDATE_VALUE -> table.update(this::hasValue, set("id", keys.get(0)));
        case DELETE_VALUE -> table.delete(it -> has(it) && hasValue(it));
        case OVERWRITE -> table.overwrite(table.schema(), rows);
      }
    }
  }

  @Provide
  Arbitrary<List<Edit>> edits() {
    return Combinators.combine(
            Arbitraries.of(Edit.Kind.class),
            Arbitraries.integers().between(1, 3).list().ofMinSize(1).ofMaxSize(4),
            Arbitraries.integers().between(0, 3))
        .as(Edit::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(6);
  }

  @Provide
  Arbitrary<String> maxKeys() {
    return Arbitraries.of("4000000", "2", "1");
  }

  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE)
  void aKeyKeepsOneOfItsNewRowsAndEachOffsetResumesWithTheRest(
      @ForAll("edits") List<Edit> edits, @ForAll("maxKeys") String maxKeys) throws Exception {
    Path directory = Files.createTempDirectory("repeated-keys");
    try {
      TestTable table =
          TestTable.at(directory.resolve("t")).schema("id long, v int").changeDataFeed().create();
      table.insert(row("id", 1, "v", 1), row("id", 1, "v", 2), row("id", 2, "v", 1));
      edits.forEach(edit -> edit.apply(table));
      TableRuns runs =
          new TableRuns(table, "start.version", "0", "consolidation.max.keys", maxKeys);

      List<SourceRecord> records = runs.fromStart();

      for (long version = 1; version <= table.version(); version++) {
        requireVersion(table, version, HistoryLaws.of(version, records));
      }
      for (int i = 0; i < records.size(); i++) {
        assertThat(HistoryLaws.texts(runs.after(records.get(i))))
            .as("after %s", records.get(i).sourceOffset())
            .isEqualTo(HistoryLaws.texts(records.subList(i + 1, records.size())));
      }
    } finally {
      delete(directory);
    }
  }

  private static void requireVersion(TestTable table, long version, List<SourceRecord> records) {
    List<Map<String, Object>> changes = table.changesAt(version);
    TreeSet<Long> keys = new TreeSet<>();
    changes.forEach(change -> keys.add(((Number) change.get("id")).longValue()));
    for (long key : keys) {
      List<Integer> added = values(changes, key, true);
      List<Integer> removed = values(changes, key, false);
      List<Integer> published =
          records.stream()
              .filter(record -> record.key().equals(key))
              .map(RepeatedKeyPropertiesTest::value)
              .toList();
      String what = "key %d of version %d: %s".formatted(key, version, changes);
      if (added.isEmpty()) {
        assertThat(published).as(what).hasSize(1).containsOnlyNulls();
      } else if (published.isEmpty()) {
        assertThat(added).as(what).containsExactlyInAnyOrderElementsOf(removed);
      } else {
        // A pair of equal rows that are next to each other is no change.
        assertThat(published.size()).as(what).isLessThanOrEqualTo(added.size());
        assertThat(added).as(what).containsAll(published);
      }
    }
    assertThat(records).allMatch(record -> keys.contains((Long) record.key()));
  }

  private static List<Integer> values(List<Map<String, Object>> changes, long key, boolean added) {
    return changes.stream()
        .filter(change -> ((Number) change.get("id")).longValue() == key)
        .filter(
            change ->
                List.of("insert", "update_postimage")
                        .contains(Objects.toString(change.get(TestTable.CHANGE_TYPE)))
                    == added)
        .map(change -> ((Number) change.get("v")).intValue())
        .toList();
  }

  private static Integer value(SourceRecord record) {
    return record.value() == null ? null : ((Struct) record.value()).getInt32("v");
  }

  private static void delete(Path directory) throws IOException {
    if (!FileUtil.fullyDelete(directory.toFile())) {
      throw new IOException("Not deleted: " + directory);
    }
  }
}
