package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import io.deltacdf.connect.testing.histories.ModelColumn;
import io.deltacdf.connect.testing.histories.World;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.kafka.connect.source.SourceRecord;

/** Random histories with excluded columns, under all names that these columns ever have. */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class ColumnListPropertiesTest {
  @Provide
  Arbitrary<History> histories() {
    return Histories.histories(12);
  }

  @Property(tries = 15, edgeCases = EdgeCasesMode.NONE)
  void theTopicEqualsTheTableWithoutTheExcludedColumns(
      @ForAll("histories") History history, @ForAll long seed) {
    HistoryTables.with(history, world -> requireMirror(world, LeftOut.of(world, seed)));
  }

  private static void requireMirror(World world, LeftOut leftOut) {
    long first = world.firstStart();
    List<SourceRecord> records =
        new HistoryReader(world, Map.of("column.exclude.list", String.join(",", leftOut.names())))
            .changes(first);

    HistoryLaws.requireOneKeySchema(records);
    assertThat(records.stream().filter(record -> record.value() != null))
        .allSatisfy(
            record ->
                assertThat(record.valueSchema().fields())
                    .noneMatch(field -> leftOut.names().contains(field.name())));
    Topic topic = new Topic(world, first - 1);
    for (long version = first; version <= world.table().version(); version++) {
      SortedMap<Integer, Map<Integer, Object>> before = leftOut.shown(topic.rows(version));
      List<Published> published = Published.of(HistoryLaws.of(version, records), world);
      if (!leftOut.changesColumns(world, version)) {
        assertThat(published)
            .as("updates that change something in version %d", version)
            .filteredOn(record -> record.type().equals("update_postimage"))
            .filteredOn(record -> tellsOldRow(world, record))
            .allSatisfy(record -> assertThat(record.row()).isNotEqualTo(before.get(record.key())));
      }
      published.forEach(topic);
      assertThat(leftOut.shown(topic.rows(version)))
          .as("topic at version %d", version)
          .isEqualTo(leftOut.shown(world.plainRows(version)));
    }
  }

  /** Some writers omit preimages; then the change rows do not show what an update changes. */
  private static boolean tellsOldRow(World world, Published record) {
    return !world.at(record.version()).changeFeed()
        || world.rawChanges(record.version()).stream()
            .anyMatch(change -> !change.isNew() && change.key() == record.key());
  }

  /**
   * The excluded columns.
   *
   * @param names all names that they ever have; no other column ever has one of them
   */
  private record LeftOut(Set<Integer> ids, Set<String> names) {
    static LeftOut of(World world, long seed) {
      Random random = new Random(seed);
      Set<Integer> ids = new TreeSet<>();
      columns(world)
          .map(ModelColumn::id)
          .distinct()
          .sorted()
          .filter(id -> random.nextBoolean())
          .forEach(ids::add);
      Set<String> names = new TreeSet<>();
      int size;
      do {
        size = ids.size();
        columns(world).filter(c -> ids.contains(c.id())).forEach(c -> names.add(c.name()));
        columns(world).filter(c -> names.contains(c.name())).forEach(c -> ids.add(c.id()));
      } while (ids.size() > size);
      return new LeftOut(ids, names);
    }

    private static Stream<ModelColumn> columns(World world) {
      return LongStream.rangeClosed(0, world.table().version())
          .boxed()
          .flatMap(version -> world.at(version).columns().stream());
    }

    SortedMap<Integer, Map<Integer, Object>> shown(Map<Integer, Map<Integer, Object>> rows) {
      SortedMap<Integer, Map<Integer, Object>> shown = new TreeMap<>();
      rows.forEach(
          (key, row) -> {
            Map<Integer, Object> copy = new TreeMap<>(row);
            copy.keySet().removeAll(ids);
            shown.put(key, copy);
          });
      return shown;
    }

    /** Returns whether a version changes a published column. */
    boolean changesColumns(World world, long version) {
      return version > 0 && !published(world, version).equals(published(world, version - 1));
    }

    private List<ModelColumn> published(World world, long version) {
      return world.at(version).columns().stream()
          .filter(column -> !ids.contains(column.id()))
          .toList();
    }
  }
}
