package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.HookedFileSystem;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import io.deltacdf.connect.testing.histories.World;
import io.deltacdf.connect.testing.tables.Replacement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.kafka.connect.source.SourceRecord;

/** Random histories of a table that is replaced by another table with another random history. */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class ReplacedHistoryPropertiesTest {
  private static final int MAX_RETRIES = 20;
  private static final long OTHER_SEED = 2;

  /**
   * When the other table appears, and how much of it.
   *
   * @param access the access of the reader to the store before which the table is dropped; at the
   *     latest, it is dropped when the reader has nothing to do
   * @param steps the steps of the other history that are applied at once; the others follow one by
   *     one
   * @param gap whether the reader looks at the path before the other table is created
   */
  record Moment(int access, int steps, boolean gap) {}

  @Provide
  Arbitrary<History> former() {
    return Histories.recorded(8);
  }

  /** The key columns of the other table keep the configured names. */
  @Provide
  Arbitrary<History> others() {
    return Histories.withoutRenames(12);
  }

  @Provide
  Arbitrary<Moment> moments() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 120),
            Arbitraries.integers().between(0, 12),
            Arbitraries.of(true, false))
        .as(Moment::new);
  }

  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void nothingOfTheOtherTableIsPublished(
      @ForAll("former") History former,
      @ForAll("others") History other,
      @ForAll("moments") Moment moment,
      @ForAll boolean snapshot) {
    HistoryTables.with(
        former,
        world -> {
          Scene scene = new Scene(world, other, moment, snapshot, "fail");
          List<String> whole = scene.former();
          Optional<DeltaCdfException> failure = scene.run();
          if (scene.recordsOfFormer().isEmpty()) {
            // Nothing was stored, so that a restart begins with whichever table there is.
            return;
          }
          assertThat(failure).as("%s", moment).isPresent();
          assertThat(failure.get().code())
              .as("%s", failure.get())
              .isIn(ErrorCode.TABLE_REPLACED, ErrorCode.COMMIT_REWRITTEN);
          assertThat(scene.recordsOfOther()).isEmpty();
          requireStartOf(whole, scene.records);
        });
  }

  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void theTopicEqualsTheOtherTableAfterItsSnapshot(
      @ForAll("former") History former,
      @ForAll("others") History other,
      @ForAll("moments") Moment moment,
      @ForAll boolean snapshot) {
    HistoryTables.with(
        former,
        world -> {
          Scene scene = new Scene(world, other, moment, snapshot, "snapshot");
          List<String> whole = scene.former();
          Optional<DeltaCdfException> failure = scene.run();
          if (scene.recordsOfFormer().isEmpty() && !scene.snapshot) {
            // The start version is one of the former table.
            return;
          }
          if (scene.recordsOfFormer().isEmpty() && isNotATable(failure)) {
            // Nothing of the former table was read before it was dropped.
            return;
          }
          if (!scene.keepsKeyNames()) {
            return;
          }
          assertThat(failure).as("%s", moment).isEmpty();
          requireStartOf(whole, scene.recordsOfFormer());
          World now = scene.other();
          Topic topic = new Topic(now, -1);
          Published.of(scene.recordsOfOther(), now).forEach(topic);
          long version = now.table().version();
          assertThat(topic.rows(version))
              .as("%s, %s", moment, now.text())
              .isEqualTo(now.plainRows(version));
        });
  }

  private static boolean isNotATable(Optional<DeltaCdfException> failure) {
    return failure.filter(it -> it.code() == ErrorCode.NOT_A_TABLE).isPresent();
  }

  private static void requireStartOf(List<String> whole, List<SourceRecord> records) {
    assertThat(HistoryLaws.texts(records))
        .as("records of the former table")
        .isEqualTo(whole.subList(0, Math.min(whole.size(), records.size())));
  }

  /** A reader of a table that is replaced. */
  private static final class Scene {
    private final World former;
    private final History next;
    private final Moment moment;
    private final boolean snapshot;
    private final Map<String, String> options;
    private final HistoryReader reader;
    private final List<SourceRecord> records = new ArrayList<>();
    private int accesses;
    private boolean dropped;
    private World other;
    private int applied;
    private Optional<SourceOffset> reported = Optional.empty();

    Scene(World former, History next, Moment moment, boolean snapshot, String replaced) {
      this.former = former;
      this.next = next.withKey(former.kind().key());
      this.moment = moment;
      long first = former.firstStart();
      long last = former.table().version();
      this.snapshot =
          snapshot && former.keyNames(Math.min(first, last)).equals(former.keyNames(last));
      options =
          this.snapshot
              ? Map.of("table.replaced", replaced)
              : Map.of("table.replaced", replaced, "start.version", String.valueOf(first));
      reader = new HistoryReader(former, Map.of());
    }

    /** Returns whether the key columns of the other table have the configured names. */
    boolean keepsKeyNames() {
      return former.keyNames(Math.max(0, former.firstStart() - 1)).equals(former.keyNames(0));
    }

    /** Returns all records of the former table. */
    List<String> former() {
      List<SourceRecord> all = new ArrayList<>();
      Storage storage = Storage.open(Map.of());
      try (TableReader whole = reader.open(storage, options, Optional.empty(), all)) {
        ReaderRuns.runUntilIdle(whole);
      } catch (InterruptedException e) {
        throw new IllegalStateException("Nothing interrupts this reader", e);
      }
      return HistoryLaws.texts(all);
    }

    /** Returns the failure that ended it, if there was one. */
    Optional<DeltaCdfException> run() {
      HookedFileSystem.hook(
          access -> {
            if (++accesses == moment.access()) {
              replace();
            }
          });
      Storage storage = Storage.open(HookedFileSystem.OPTIONS);
      try {
        Optional<DeltaCdfException> failure = run(storage);
        // A restart looks at the path again.
        return failure.isPresent() ? failure : run(storage);
      } catch (InterruptedException e) {
        throw new IllegalStateException("Nothing interrupts this reader", e);
      } finally {
        HookedFileSystem.hook(access -> {});
        storage.close();
      }
    }

    private Optional<DeltaCdfException> run(Storage storage) throws InterruptedException {
      try (TableReader running = reader.open(storage, options, stored(), records)) {
        int failures = 0;
        while (true) {
          try {
            Progress progress = running.step();
            reported = Optional.ofNullable(running.unreportedOffset());
            if (progress == Progress.IDLE && !goOn()) {
              return Optional.empty();
            }
          } catch (DeltaCdfException e) {
            if (!e.isRetriable() || ++failures > MAX_RETRIES) {
              return Optional.of(e);
            }
            if (dropped && other == null) {
              create();
            }
          }
        }
      }
    }

    /** Returns the offset of the last record or heartbeat. */
    private Optional<SourceOffset> stored() {
      return reported.isPresent() || records.isEmpty()
          ? reported
          : Optional.of(
              SourceOffsetCodec.read(
                  HistoryReader.TABLE, records.get(records.size() - 1).sourceOffset()));
    }

    private void replace() {
      if (!dropped) {
        dropped = true;
        Replacement.drop(Path.of(former.table().path()));
        if (!moment.gap()) {
          create();
        }
      }
    }

    private void create() {
      other = next.begin(Path.of(former.table().path()), OTHER_SEED);
      while (applied < moment.steps() && applied < next.steps().size()) {
        next.steps().get(applied++).apply(other);
      }
    }

    /** Does what happens next to the table; returns false if nothing does. */
    private boolean goOn() {
      if (!dropped) {
        replace();
      } else if (other == null) {
        create();
      } else if (applied < next.steps().size()) {
        next.steps().get(applied++).apply(other);
      } else {
        return false;
      }
      return true;
    }

    World other() {
      return other;
    }

    List<SourceRecord> recordsOfFormer() {
      return of(former);
    }

    List<SourceRecord> recordsOfOther() {
      return other == null ? List.of() : of(other);
    }

    private List<SourceRecord> of(World world) {
      String id = world.table().metadata().id();
      return records.stream().filter(it -> it.sourceOffset().containsValue(id)).toList();
    }
  }
}
