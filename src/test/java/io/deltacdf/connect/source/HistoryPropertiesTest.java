package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.kafka.connect.source.SourceRecord;

/** The records of random histories, from every start version. */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class HistoryPropertiesTest {
  private static final String MAX_KEYS = "consolidation.max.keys";
  private static final String CHANGE_FEED = "change.feed";
  private static final String PREIMAGES = "include.preimages";
  private static final String CONSOLIDATION = "commit.consolidation";

  @Provide
  Arbitrary<History> histories() {
    return Histories.histories(12);
  }

  /** Histories whose change data feed is always on. */
  @Provide
  Arbitrary<History> recorded() {
    return Histories.recorded(12);
  }

  /** Histories that change the fields of structs. */
  @Provide
  Arbitrary<History> nested() {
    return Histories.withNestedChanges(12);
  }

  @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
  void theTopicEqualsTheTableAtEachVersion(@ForAll("histories") History history) {
    HistoryTables.with(
        history,
        world ->
            HistoryLaws.requireMirror(world, Map.of(), version -> !world.at(version).changeFeed()));
  }

  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE)
  void derivedChangesEqualTheDifferenceOfTwoVersions(@ForAll("histories") History history) {
    HistoryTables.with(
        history,
        world -> HistoryLaws.requireMirror(world, Map.of(CHANGE_FEED, "derive"), version -> true));
  }

  @Property(tries = 15, edgeCases = EdgeCasesMode.NONE)
  void changesDerivedByRowIdLeadToTheNextVersion(
      @ForAll("histories") History history, @ForAll("maxKeys") String maxKeys) {
    requireLeadsOn(history, maxKeys);
  }

  @Property(tries = 10, edgeCases = EdgeCasesMode.NONE)
  void changesOfChangedFieldsDerivedByRowIdLeadToTheNextVersion(
      @ForAll("nested") History history, @ForAll("maxKeys") String maxKeys) {
    requireLeadsOn(history, maxKeys);
  }

  private static void requireLeadsOn(History history, String maxKeys) {
    HistoryTables.with(
        history.withRowTracking(),
        world -> {
          long first = world.firstStart();
          Map<String, String> options =
              Map.of(
                  CHANGE_FEED,
                  "derive",
                  CONSOLIDATION,
                  "none",
                  PREIMAGES,
                  "true",
                  HistoryReader.KEY,
                  "",
                  MAX_KEYS,
                  maxKeys);
          List<SourceRecord> records = new HistoryReader(world, options).changes(first);
          for (long version = first; version <= world.table().version(); version++) {
            HistoryLaws.requireLeadsOn(
                world, version, Published.of(HistoryLaws.of(version, records), world));
          }
        });
  }

  @Provide
  Arbitrary<String> maxKeys() {
    return Arbitraries.of("4000000", "7", "2", "1");
  }

  @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
  void everyStartVersionGivesTheSameRest(@ForAll("histories") History history) {
    HistoryTables.with(
        history,
        world -> {
          HistoryReader reader = new HistoryReader(world, Map.of());
          List<SourceRecord> records = reader.changes(world.firstStart());

          for (long start = world.firstStart(); start <= world.table().version() + 1; start++) {
            assertThat(HistoryLaws.texts(reader.at(start - 1).changes(start)))
                .as("from version %d on", start)
                .isEqualTo(HistoryLaws.texts(HistoryLaws.from(start, records)));
          }
          if (world.firstStart() > world.earliest()) {
            // The schema before the start is unknown, and the first commit changes it.
            long start = world.earliest();
            assertThatThrownBy(() -> reader.changes(start))
                .isInstanceOf(DeltaCdfException.class)
                .hasMessageContaining("version " + (start - 1));
          }
          for (long version = world.earliest(); version <= world.table().version(); version++) {
            HistoryLaws.requireSnapshot(world, reader, version, records);
          }
        });
  }

  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE)
  void anyNumberOfKeysInMemoryGivesTheSameRecords(@ForAll("histories") History history) {
    HistoryTables.with(
        history,
        world -> {
          long first = world.firstStart();
          List<SourceRecord> all = new HistoryReader(world, Map.of()).changes(first);
          for (String maxKeys : List.of("1", "2", "7")) {
            List<SourceRecord> records =
                new HistoryReader(world, Map.of(MAX_KEYS, maxKeys)).changes(first);
            List<String> versions = new ArrayList<>();
            for (long version = first; version <= world.table().version(); version++) {
              assertThat(HistoryLaws.texts(HistoryLaws.of(version, records)))
                  .as("version %d with %s keys", version, maxKeys)
                  .containsExactlyInAnyOrderElementsOf(
                      HistoryLaws.texts(HistoryLaws.of(version, all)));
              versions.addAll(HistoryLaws.texts(HistoryLaws.of(version, records)));
            }
            assertThat(HistoryLaws.texts(records)).as("order of versions").isEqualTo(versions);
          }
        });
  }

  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE)
  void withoutConsolidationEachChangeRowIsPublished(@ForAll("recorded") History history) {
    HistoryTables.with(
        history,
        world -> {
          long first = world.firstStart();
          Map<String, String> raw = Map.of(CONSOLIDATION, "none", PREIMAGES, "true");
          List<SourceRecord> keyed = new HistoryReader(world, raw).changes(first);
          Map<String, String> rawWithoutKey = new HashMap<>(raw);
          rawWithoutKey.put(HistoryReader.KEY, "");
          List<SourceRecord> keyless = new HistoryReader(world, rawWithoutKey).changes(first);
          for (long version = first; version <= world.table().version(); version++) {
            HistoryLaws.requireRaw(
                world, version, true, Published.of(HistoryLaws.of(version, keyed), world));
            HistoryLaws.requireRaw(
                world, version, false, Published.of(HistoryLaws.of(version, keyless), world));
          }
        });
  }
}
