package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.record.HeartbeatRecords;
import io.deltacdf.connect.source.delivery.DroppedProgress;
import io.deltacdf.connect.source.delivery.PendingHeartbeats;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import io.deltacdf.connect.testing.histories.World;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/** Random histories of which Connect drops random records, as with a transform. */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class DroppedRecordPropertiesTest {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final int MAX_RUNS = 5;

  /** Enough for a heartbeat after the last record, and for its acknowledgement. */
  private static final int IDLE_ROUNDS = 6;

  @Provide
  Arbitrary<History> histories() {
    return Histories.recorded(10);
  }

  /** How many of 10 records are dropped. */
  @Provide
  Arbitrary<Integer> dropped() {
    return Arbitraries.of(2, 5, 9, 10);
  }

  @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
  void nothingElseIsLostAndAllProgressIsStored(
      @ForAll("histories") History history,
      @ForAll("dropped") int dropped,
      @ForAll boolean transactions,
      @ForAll boolean snapshot,
      @ForAll long seed) {
    HistoryTables.with(
        history,
        world -> {
          Worker worker =
              worker(world, INTERVAL, dropped, transactions, snapshot, new Random(seed));
          requireRuns(worker);
          assertThat(worker.recordsAfterStored())
              .as("records after the stored offset %s", worker.stored)
              .isEmpty();
        });
  }

  /** Without heartbeats, records that are dropped may be dropped again after a restart. */
  @Property(tries = 12, edgeCases = EdgeCasesMode.NONE)
  void nothingElseIsLostWithoutHeartbeats(
      @ForAll("histories") History history,
      @ForAll("dropped") int dropped,
      @ForAll boolean transactions,
      @ForAll boolean snapshot,
      @ForAll long seed) {
    HistoryTables.with(
        history,
        world -> {
          Worker worker =
              worker(world, Duration.ZERO, dropped, transactions, snapshot, new Random(seed));
          requireRuns(worker);
          assertThat(worker.kept(worker.recordsAfterStored()))
              .as("records after the stored offset %s", worker.stored)
              .isEmpty();
        });
  }

  private static Worker worker(
      World world,
      Duration interval,
      int dropped,
      boolean transactions,
      boolean snapshot,
      Random random) {
    HistoryReader reader = new HistoryReader(world, Map.of());
    Map<String, String> start =
        snapshot ? Map.of() : Map.of("start.version", String.valueOf(world.firstStart()));
    return new Worker(
        snapshot ? reader.at(world.table().version()) : reader,
        start,
        interval,
        dropped,
        transactions,
        random);
  }

  /** Kills the worker several times, and lets it run to the end then. */
  private static void requireRuns(Worker worker) {
    List<String> kept = worker.kept(worker.all());
    for (int run = 0; run < MAX_RUNS; run++) {
      requireRun(worker, kept, run < MAX_RUNS - 1);
    }
  }

  private static void requireRun(Worker worker, List<String> kept, boolean killed) {
    int stored = worker.keptUntilStored(kept);
    worker.run(killed ? 1 + worker.random.nextInt(8) : Integer.MAX_VALUE);
    List<String> published = worker.kept(worker.published);
    int end = killed ? Math.min(kept.size(), stored + published.size()) : kept.size();
    assertThat(published)
        .as("from record %d of %s", stored, kept)
        .isEqualTo(kept.subList(stored, end));
    assertThat(worker.keptUntilStored(kept))
        .as("stored after %d acknowledged records from record %d on", worker.acknowledged, stored)
        .isEqualTo(stored + worker.acknowledged);
  }

  /** A worker with one table, whose clock stands still while it works. */
  private static final class Worker {
    private static final RecordConfig RECORDS =
        new DeltaSourceConfig(
                Map.of(
                    "topic.prefix", "p", "tables", "t", "tables.t.path", "/t", "tables.t.key", "k"))
            .records();

    private final HistoryReader history;
    private final Map<String, String> start;
    private final Duration interval;
    private final int dropped;
    private final boolean transactions;
    private final Random random;
    private final Storage storage = Storage.open(Map.of());
    private @Nullable Map<String, ?> stored;
    private long nanoTime;

    /** The records that the last run has sent to Kafka, and how many of them are acknowledged. */
    private final List<SourceRecord> published = new ArrayList<>();

    private int acknowledged;

    /** The records that are neither acknowledged nor known to be dropped. */
    private final Deque<SourceRecord> pending = new ArrayDeque<>();

    Worker(
        HistoryReader history,
        Map<String, String> start,
        Duration interval,
        int dropped,
        boolean transactions,
        Random random) {
      this.history = history;
      this.start = start;
      this.interval = interval;
      this.dropped = dropped;
      this.transactions = transactions;
      this.random = random;
    }

    private static boolean isHeartbeat(SourceRecord record) {
      return record.topic().equals(RECORDS.heartbeatTopic());
    }

    /** A transform drops the same record each time. */
    private boolean isDropped(SourceRecord record) {
      return !isHeartbeat(record)
          && Math.floorMod(HistoryLaws.texts(List.of(record)).hashCode(), 10) < dropped;
    }

    List<SourceRecord> all() {
      return read(Optional.empty());
    }

    List<SourceRecord> recordsAfterStored() {
      return read(offset());
    }

    private List<SourceRecord> read(Optional<SourceOffset> from) {
      List<SourceRecord> records = new ArrayList<>();
      try (TableReader reader = history.open(storage, start, from, records)) {
        ReaderRuns.runUntilIdle(reader);
      } catch (InterruptedException e) {
        throw new IllegalStateException("Nothing interrupts this reader", e);
      }
      return records;
    }

    private Optional<SourceOffset> offset() {
      return Optional.ofNullable(stored)
          .map(offset -> SourceOffsetCodec.read(HistoryReader.TABLE, offset));
    }

    List<String> kept(List<SourceRecord> records) {
      return HistoryLaws.texts(
          records.stream().filter(it -> !isHeartbeat(it) && !isDropped(it)).toList());
    }

    /** Returns how many of the records that are not dropped lie before the stored offset. */
    int keptUntilStored(List<String> kept) {
      return kept.size() - kept(recordsAfterStored()).size();
    }

    /** Runs until it is killed, or until the table is published and the clock has gone on. */
    void run(int rounds) {
      published.clear();
      pending.clear();
      acknowledged = 0;
      List<SourceRecord> queue = new ArrayList<>();
      PendingHeartbeats pendingHeartbeats = new PendingHeartbeats();
      HeartbeatRecords beats = new HeartbeatRecords(HistoryReader.TABLE, RECORDS);
      Heartbeat heartbeat =
          new Heartbeat(
              beats,
              (record, size) -> queue.add(record),
              interval,
              () -> nanoTime,
              pendingHeartbeats);
      DroppedProgress progress =
          new DroppedProgress(
              Worker::isHeartbeat, record -> beats.repeat(record, 0), interval, () -> nanoTime);
      try (TableReader reader = history.open(storage, start, offset(), queue)) {
        for (int round = 0, idle = 0; round < rounds && idle < IDLE_ROUNDS; round++) {
          boolean done = reader.step() == Progress.IDLE && queue.isEmpty();
          idle = done ? idle + 1 : 0;
          heartbeat.report(reader.unreportedOffset());
          List<SourceRecord> polled =
              queue.subList(0, done ? queue.size() : random.nextInt(queue.size() + 1));
          List<SourceRecord> batch = progress.handOver(List.copyOf(polled));
          polled.clear();
          batch.forEach(record -> handOver(record, progress));
          pending.stream().filter(Worker::isHeartbeat).forEach(pendingHeartbeats::remove);
          acknowledge(done ? pending.size() : random.nextInt(pending.size() + 1), progress);
          nanoTime += done ? INTERVAL.toNanos() : random.nextLong(2 * INTERVAL.toNanos());
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException("Nothing interrupts this reader", e);
      }
    }

    private void handOver(SourceRecord record, DroppedProgress progress) {
      if (!isDropped(record)) {
        published.add(record);
        pending.add(record);
      } else if (transactions) {
        pending.add(record);
      } else {
        progress.completed(record, true);
      }
    }

    /** With transactions, nothing is acknowledged unless the transaction has a record. */
    private void acknowledge(int count, DroppedProgress progress) {
      if (transactions && pending.stream().allMatch(this::isDropped)) {
        return;
      }
      for (int i = 0; i < count; i++) {
        SourceRecord record = pending.remove();
        if (!isDropped(record)) {
          stored = record.sourceOffset();
          acknowledged += isHeartbeat(record) ? 0 : 1;
        }
        progress.completed(record, isDropped(record));
      }
    }
  }
}
