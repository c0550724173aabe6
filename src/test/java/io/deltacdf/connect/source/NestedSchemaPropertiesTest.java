package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
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

/**
 * Random histories in which fields of structs are added, dropped, renamed, moved, widened and
 * replaced. The structs are columns, or are in lists, in maps and in other structs.
 */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class NestedSchemaPropertiesTest {
  @Provide
  Arbitrary<History> histories() {
    return Histories.withNestedChanges(14);
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

  @Property(tries = 25, edgeCases = EdgeCasesMode.NONE)
  void theTopicEqualsTheTableAtEachVersion(
      @ForAll("histories") History history, @ForAll boolean derive) {
    HistoryTables.with(
        history,
        world ->
            HistoryLaws.requireMirror(
                world,
                derive ? Map.of("change.feed", "derive") : Map.of(),
                version -> derive || !world.at(version).changeFeed()));
  }

  @Property(tries = 15, edgeCases = EdgeCasesMode.NONE)
  void snapshotsAndResumesGiveTheSameRest(
      @ForAll("histories") History history, @ForAll("options") Map<String, String> options) {
    HistoryTables.with(
        history,
        world -> {
          HistoryReader reader = new HistoryReader(world, options);
          List<SourceRecord> records = reader.changes(world.firstStart());
          for (int i = 0; i < records.size(); i++) {
            requireRest(reader, records, i);
          }
          for (long version = world.earliest(); version <= world.table().version(); version++) {
            HistoryLaws.requireSnapshot(world, reader, version, records);
          }
        });
  }

  private static void requireRest(HistoryReader reader, List<SourceRecord> records, int last) {
    Map<String, ?> offset = records.get(last).sourceOffset();
    boolean finished = SourceOffsetCodec.read(HistoryReader.TABLE, offset).isCompleted();
    List<SourceRecord> rest = records.subList(last + 1, records.size());
    assertThat(HistoryLaws.texts(reader.resume(offset)))
        .as("after %s, which %s", offset, finished ? "completes a version" : "is inside a version")
        .isEqualTo(HistoryLaws.texts(rest));
  }
}
