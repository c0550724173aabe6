package io.deltacdf.connect.source;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import io.deltacdf.connect.testing.histories.World;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.source.SourceRecord;

/** Random histories with a restart after every published record. */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class RestartPropertiesTest {
  private static final String MAX_KEYS = "consolidation.max.keys";

  @Provide
  Arbitrary<History> histories() {
    return Histories.histories(8);
  }

  /** Histories whose change data feed is always on, as {@code none} requires. */
  @Provide
  Arbitrary<History> recorded() {
    return Histories.recorded(8);
  }

  /** Options that can be changed between two runs. */
  @Provide
  Arbitrary<Map<String, String>> options() {
    return Arbitraries.of(
        List.of(
            Map.of(),
            Map.of(MAX_KEYS, "1"),
            Map.of(MAX_KEYS, "3"),
            Map.of("skip.messages.without.change", "false"),
            Map.of("commit.consolidation", "none"),
            Map.of("change.feed", "derive"),
            Map.of("key.format", "struct"),
            Map.of("time.precision.mode", "isostring", "decimal.handling.mode", "string"),
            Map.of("value.metadata.columns", "", "binary.handling.mode", "hex"),
            Map.of("delete.tombstone.handling.mode", "rewrite"),
            Map.of("schema.nullability", "table", "record.timestamp", "commit")));
  }

  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE)
  void eachOffsetResumesWithTheRest(
      @ForAll("recorded") History history, @ForAll("options") Map<String, String> options) {
    requireRests(history, options);
  }

  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE)
  void eachOffsetResumesWithTheRestOfDerivedChanges(
      @ForAll("histories") History history, @ForAll("maxKeys") String maxKeys) {
    requireRests(history, Map.of(MAX_KEYS, maxKeys));
  }

  @Property(tries = 10, edgeCases = EdgeCasesMode.NONE)
  void eachOffsetResumesWithTheRestOfChangesDerivedByRowId(
      @ForAll("histories") History history, @ForAll("maxKeys") String maxKeys) {
    requireRests(
        history.withRowTracking(),
        Map.of(
            "change.feed",
            "derive",
            "commit.consolidation",
            "none",
            "include.preimages",
            "true",
            MAX_KEYS,
            maxKeys));
  }

  @Provide
  Arbitrary<String> maxKeys() {
    return Arbitraries.of("4000000", "7", "2", "1");
  }

  private static void requireRests(History history, Map<String, String> options) {
    HistoryTables.with(
        history,
        world -> {
          HistoryReader reader = new HistoryReader(world, options);
          long first = world.firstStart();
          if (isRefused(world, options)) {
            requireRefusal(reader, first);
            return;
          }
          List<SourceRecord> records = reader.changes(first);

          for (int i = 0; i < records.size(); i++) {
            requireRest(reader, records, i);
          }
          HistoryReader latest = reader.at(world.table().version());
          List<SourceRecord> snapshot = latest.snapshot(world.table().version());
          for (int i = 0; i < snapshot.size(); i++) {
            assertThat(HistoryLaws.texts(latest.resume(snapshot.get(i).sourceOffset())))
                .as("after %s", snapshot.get(i).sourceOffset())
                .isEqualTo(HistoryLaws.texts(snapshot.subList(i + 1, snapshot.size())));
          }
        });
  }

  /** A struct key cannot follow a renamed column, because its name is part of the key. */
  private static boolean isRefused(World world, Map<String, String> options) {
    long first = Math.max(0, world.firstStart() - 1);
    return "struct".equals(options.get("key.format"))
        && LongStream.rangeClosed(first, world.table().version())
            .anyMatch(version -> !world.keyNames(version).equals(world.keyNames(first)));
  }

  private static void requireRefusal(HistoryReader reader, long first) {
    assertThatThrownBy(() -> reader.changes(first))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID));
  }

  private static void requireRest(HistoryReader reader, List<SourceRecord> records, int last) {
    Map<String, ?> offset = records.get(last).sourceOffset();
    long version = Published.version(records.get(last));
    boolean finished = SourceOffsetCodec.read(HistoryReader.TABLE, offset).isCompleted();
    List<SourceRecord> rest = records.subList(last + 1, records.size());
    assertThat(finished)
        .as("whether %s follows a completed version", offset)
        .isEqualTo(rest.isEmpty() || Published.version(rest.get(0)) > version);
    if (finished) {
      assertThat(HistoryLaws.texts(reader.resume(offset)))
          .as("after %s", offset)
          .isEqualTo(HistoryLaws.texts(rest));
      return;
    }
    assertThat(HistoryLaws.texts(reader.resume(offset, version)))
        .as("after %s", offset)
        .isEqualTo(HistoryLaws.texts(HistoryLaws.of(version, rest)));
  }

  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE)
  void changedOptionsLoseNoChange(
      @ForAll("recorded") History history,
      @ForAll("options") Map<String, String> before,
      @ForAll("options") Map<String, String> after) {
    HistoryTables.with(
        history,
        world -> {
          long first = world.firstStart();
          for (Map<String, String> options : List.of(before, after)) {
            if (isRefused(world, options)) {
              requireRefusal(new HistoryReader(world, options), first);
              return;
            }
          }
          List<SourceRecord> published = new HistoryReader(world, before).changes(first);
          HistoryReader reader = new HistoryReader(world, after);
          List<SourceRecord> all = reader.changes(first);
          if (!keySchemas(published).equals(keySchemas(all))) {
            for (SourceRecord record : published) {
              requireOtherKeysRefused(reader, record.sourceOffset());
            }
            return;
          }
          for (int i = 0; i < published.size(); i++) {
            Map<String, ?> offset = published.get(i).sourceOffset();
            long version = Published.version(published.get(i));
            boolean finished = SourceOffsetCodec.read(HistoryReader.TABLE, offset).isCompleted();
            requireNoLoss(
                world,
                HistoryLaws.of(version, published.subList(0, i + 1)),
                HistoryLaws.of(version, published),
                finished ? List.of() : HistoryLaws.of(version, all),
                reader.resume(offset, version),
                offset);
            if (finished) {
              assertThat(HistoryLaws.texts(reader.resume(offset)))
                  .as("after %s", offset)
                  .isEqualTo(HistoryLaws.texts(HistoryLaws.from(version + 1, all)));
            }
          }
        });
  }

  private static Set<Schema> keySchemas(List<SourceRecord> records) {
    return records.stream().map(SourceRecord::keySchema).collect(toSet());
  }

  private static void requireOtherKeysRefused(HistoryReader reader, Map<String, ?> offset) {
    assertThatThrownBy(() -> reader.resume(offset))
        .as("after %s", offset)
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID))
        .hasMessageContaining("The keys of table");
  }

  /**
   * @param before the records of a version before the restart
   * @param old all records of the version with the old options; what these options skip, such as
   *     unchanged rows, is not lost
   * @param all all records of the version with the new options
   * @param resumed the records of the version after the restart
   */
  private static void requireNoLoss(
      World world,
      List<SourceRecord> before,
      List<SourceRecord> old,
      List<SourceRecord> all,
      List<SourceRecord> resumed,
      Map<String, ?> offset) {
    List<String> texts = HistoryLaws.texts(all);
    assertThat(HistoryLaws.texts(resumed))
        .as("after %s", offset)
        .isEqualTo(
            texts.subList(texts.size() - Math.min(resumed.size(), all.size()), texts.size()));
    Set<Integer> keys = keys(before, world);
    keys.addAll(keys(resumed, world));
    Set<Integer> wanted = keys(all, world);
    wanted.retainAll(keys(old, world));
    assertThat(keys).as("keys published with a restart after %s", offset).containsAll(wanted);
  }

  private static Set<Integer> keys(List<SourceRecord> records, World world) {
    return records.stream().map(record -> Published.of(record, world).key()).collect(toSet());
  }

  @Property(tries = 10, edgeCases = EdgeCasesMode.NONE)
  void anOffsetOfAnotherReleaseRestartsItsVersion(@ForAll("histories") History history) {
    HistoryTables.with(
        history,
        world -> {
          HistoryReader reader = new HistoryReader(world, Map.of());
          List<SourceRecord> records = reader.changes(world.firstStart());
          for (SourceRecord record : records) {
            long version = Published.version(record);
            Map<String, Object> offset = new HashMap<>(record.sourceOffset());
            boolean finished = offset.replace("plan", "0123456789abcdef") == null;
            assertThat(HistoryLaws.texts(reader.resume(offset, version)))
                .as("after %s", offset)
                .isEqualTo(
                    finished ? List.of() : HistoryLaws.texts(HistoryLaws.of(version, records)));
            assertThat(
                    HistoryLaws.texts(
                        reader.at(version).resume(Map.of("version", version), version + 1)))
                .as("after version %d, as a person writes it", version)
                .isEqualTo(HistoryLaws.texts(HistoryLaws.of(version + 1, records)));
          }
        });
  }
}
