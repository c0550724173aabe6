package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.Unwrap;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import io.deltacdf.connect.testing.histories.RowsBefore;
import io.deltacdf.connect.testing.histories.World;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** Random histories in Debezium's envelope format. */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class EnvelopeHistoryPropertiesTest {
  @Provide
  Arbitrary<History> histories() {
    return Histories.histories(12);
  }

  /** Histories that change the fields of structs. */
  @Provide
  Arbitrary<History> nested() {
    return Histories.withNestedChanges(12);
  }

  @Property(tries = 15, edgeCases = EdgeCasesMode.NONE)
  void envelopesContainTheRowBeforeAndUnwrapToRows(@ForAll("histories") History history) {
    HistoryTables.with(
        history,
        world -> requireEnvelopes(world, Map.of(), version -> !world.at(version).changeFeed()));
  }

  @Property(tries = 10, edgeCases = EdgeCasesMode.NONE)
  void envelopesOfDerivedChangesContainTheRowBefore(@ForAll("histories") History history) {
    HistoryTables.with(
        history,
        world -> requireEnvelopes(world, Map.of("change.feed", "derive"), version -> true));
  }

  @Property(tries = 15, edgeCases = EdgeCasesMode.NONE)
  void envelopesOfChangedFieldsContainTheRowBefore(
      @ForAll("nested") History history, @ForAll boolean derive) {
    HistoryTables.with(
        history,
        world ->
            requireEnvelopes(
                world,
                derive ? Map.of("change.feed", "derive") : Map.of(),
                version -> derive || !world.at(version).changeFeed()));
  }

  /**
   * @param derived the versions with derived changes, whose previous rows are always known
   */
  private static void requireEnvelopes(
      World world, Map<String, String> options, LongPredicate derived) {
    long first = world.firstStart();
    List<SourceRecord> envelopes = changes(world, first, options, "record.format", "debezium");
    List<SourceRecord> rows = changes(world, first, options, "value.metadata.columns", "");

    assertThat(
            HistoryLaws.texts(
                Unwrap.of(envelopes, "delete.tombstone.handling.mode", "delete-to-tombstone")))
        .isEqualTo(HistoryLaws.texts(rows));
    for (SourceRecord record : envelopes) {
      if (record.value() != null) {
        requireRowBefore(world, record, derived.test(Published.version(record)));
      }
    }
  }

  private static List<SourceRecord> changes(
      World world, long first, Map<String, String> options, String name, String value) {
    Map<String, String> all = new HashMap<>(options);
    // Struct keys do not allow renames.
    all.put("key.format", "string");
    all.put(name, value);
    return new HistoryReader(world, all).changes(first);
  }

  private static void requireRowBefore(World world, SourceRecord envelope, boolean derived) {
    Struct value = (Struct) envelope.value();
    value.validate();
    Struct before = value.getStruct("before");
    long version = Published.version(envelope);
    Published record = Published.of(withValue(envelope, before), world);
    if (before == null) {
      boolean create = value.getString("op").equals("c");
      assertThat(create || (!derived && !hasPreimage(world, record)))
          .as("%s of key %d in version %d has no row before", value, record.key(), version)
          .isTrue();
      return;
    }
    Map<Integer, Object> row = world.plainRows(version - 1).get(record.key());
    assertThat(record.row())
        .as("row before version %d", version)
        .isEqualTo(record.type().equals("delete") ? row : RowsBefore.of(world, version, row));
  }

  private static SourceRecord withValue(SourceRecord record, Struct value) {
    return record.newRecord(
        record.topic(),
        null,
        record.keySchema(),
        record.key(),
        value == null ? null : value.schema(),
        value,
        null);
  }

  /** Some writers omit preimages. */
  private static boolean hasPreimage(World world, Published record) {
    return world.rawChanges(record.version()).stream()
        .anyMatch(change -> !change.isNew() && change.key() == record.key());
  }
}
