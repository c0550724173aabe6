package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.FailingFileSystem;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import io.deltacdf.connect.testing.histories.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.kafka.connect.source.SourceRecord;

/** Random histories with a failure of each call of the store. */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class StoreFailurePropertiesTest {
  /** How many calls of a history fail, one at a time; all of them with {@code --full}. */
  private static final int CALLS = Boolean.getBoolean("deltacdf.full") ? Integer.MAX_VALUE : 12;

  private static final int MAX_FAILURES = 3;

  /** How a table goes on after a failure. */
  enum Recovery {
    RETRY,
    RESTART
  }

  @Provide
  Arbitrary<History> histories() {
    return Histories.histories(6);
  }

  @Provide
  Arbitrary<Map<String, String>> options() {
    return Arbitraries.of(
        List.of(
            Map.of(),
            Map.of("consolidation.max.keys", "2"),
            Map.of("change.feed", "derive"),
            Map.of("delete.tombstone.handling.mode", "rewrite-with-tombstone")));
  }

  @Property(tries = 8, edgeCases = EdgeCasesMode.NONE)
  void aFailureOfAnyCallChangesNoRecord(
      @ForAll("histories") History history,
      @ForAll("options") Map<String, String> options,
      @ForAll Recovery recovery) {
    HistoryTables.with(
        history,
        world -> {
          String first = String.valueOf(world.firstStart());
          requireSameRecords(world, options, Map.of("start.version", first), recovery);
          String last = String.valueOf(world.table().version());
          requireSameRecords(world, options, Map.of("end.version", last), recovery);
        });
  }

  private static void requireSameRecords(
      World world, Map<String, String> options, Map<String, String> start, Recovery recovery) {
    HistoryReader reader = new HistoryReader(world, options).at(world.firstStart() - 1);
    if (start.containsKey("end.version")) {
      reader = reader.at(world.table().version());
    }
    FailingFileSystem.fail(0);
    List<String> expected = HistoryLaws.texts(run(reader, start, recovery));
    long calls = FailingFileSystem.calls();
    long step = Math.max(1, calls / CALLS);
    for (long call = 1; call <= calls; call += step) {
      FailingFileSystem.fail(call);
      assertThat(HistoryLaws.texts(run(reader, start, recovery)))
          .as("records with %s after a failure of call %d of %d, %s", start, call, calls, recovery)
          .isEqualTo(expected);
    }
    FailingFileSystem.fail(0);
  }

  private static List<SourceRecord> run(
      HistoryReader history, Map<String, String> start, Recovery recovery) {
    Storage storage = Storage.open(FailingFileSystem.OPTIONS);
    List<SourceRecord> records = new ArrayList<>();
    TableReader reader = history.open(storage, start, Optional.empty(), records);
    try {
      for (int failures = 0; ; failures++) {
        try {
          ReaderRuns.runUntilIdle(reader);
          return records;
        } catch (DeltaCdfException e) {
          if (!e.isRetriable() || failures == MAX_FAILURES) {
            throw e;
          }
          if (recovery == Recovery.RESTART) {
            reader.close();
            reader = history.open(storage, start, stored(records), records);
          }
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("Nothing interrupts this reader", e);
    } finally {
      reader.close();
      storage.close();
    }
  }

  private static Optional<SourceOffset> stored(List<SourceRecord> records) {
    return records.isEmpty()
        ? Optional.empty()
        : Optional.of(
            SourceOffsetCodec.read(
                HistoryReader.TABLE, records.get(records.size() - 1).sourceOffset()));
  }
}
