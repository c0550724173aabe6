package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import io.deltacdf.connect.testing.histories.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.kafka.connect.source.SourceRecord;

/** Random histories of tables in which some rows have null in a key column. */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class NullKeyPropertiesTest {
  @Provide
  Arbitrary<History> histories() {
    return Histories.withNullsInKeys(10);
  }

  @Provide
  Arbitrary<Map<String, String>> options() {
    return Arbitraries.of(
        List.of(
            Map.of(),
            Map.of("consolidation.max.keys", "2"),
            Map.of("change.feed", "derive"),
            Map.of("change.feed", "derive", "consolidation.max.keys", "2")));
  }

  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE)
  void skippedRowsAreAllThatTheTopicLacks(
      @ForAll("histories") History history, @ForAll("options") Map<String, String> options) {
    HistoryTables.with(
        history,
        world -> {
          long first = world.firstStart();
          Map<String, String> skip = new TreeMap<>(options);
          skip.put("null.key.handling", "skip");
          List<SourceRecord> records = new HistoryReader(world, skip).changes(first);

          requireTopic(world, first, world.table().version(), records);
        });
  }

  /** The table is published up to the version that changes a row without a key, and no further. */
  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE)
  void theFirstChangeOfSuchARowIsAnErrorThatNamesIt(
      @ForAll("histories") History history, @ForAll("options") Map<String, String> options) {
    HistoryTables.with(
        history,
        world -> {
          long first = world.firstStart();
          List<SourceRecord> records = new ArrayList<>();
          Optional<DeltaCdfException> failure =
              new HistoryReader(world, options).changesUntilFailure(first, records);
          if (failure.isEmpty()) {
            requireTopic(world, first, world.table().version(), records);
            return;
          }
          assertThat(failure.get().code()).isEqualTo(ErrorCode.KEY_NULL);
          long last = first;
          while (!failure.get().getMessage().contains("version " + last + " of")) {
            last++;
            assertThat(last).isLessThanOrEqualTo(world.table().version());
          }
          assertThat(nullKeys(world, last).isEmpty() && nullKeys(world, last - 1).isEmpty())
              .as("no row of version %d has a null in its key", last)
              .isFalse();
          requireTopic(world, first, last - 1, records);
        });
  }

  private static Set<Integer> nullKeys(World world, long version) {
    Set<Integer> keys = new HashSet<>(version < 0 ? Set.of() : world.plainRows(version).keySet());
    keys.removeIf(key -> !world.kind().key().hasNull(key));
    return keys;
  }

  private static void requireTopic(World world, long first, long last, List<SourceRecord> records) {
    HistoryLaws.requireOneKeySchema(records);
    Topic topic = new Topic(world, first - 1);
    for (long version = first; version <= last; version++) {
      Published.of(HistoryLaws.of(version, records), world).forEach(topic);
      assertThat(withKeys(world, topic.rows(version)))
          .as("topic at version %d", version)
          .isEqualTo(withKeys(world, world.plainRows(version)));
    }
    assertThat(records.stream().map(record -> Published.of(record, world).key()))
        .noneMatch(world.kind().key()::hasNull);
  }

  private static SortedMap<Integer, Map<Integer, Object>> withKeys(
      World world, SortedMap<Integer, Map<Integer, Object>> rows) {
    SortedMap<Integer, Map<Integer, Object>> kept = new TreeMap<>(rows);
    kept.keySet().removeIf(world.kind().key()::hasNull);
    return kept;
  }
}
