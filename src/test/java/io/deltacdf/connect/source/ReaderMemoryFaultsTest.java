package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.FakeTables.commits;
import static io.deltacdf.connect.source.FakeTables.expected;
import static io.deltacdf.connect.source.Orders.STATE;
import static io.deltacdf.connect.source.Orders.texts;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.removed;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.source.delivery.OffsetStore;
import io.deltacdf.connect.source.memory.ReaderMemories;
import io.deltacdf.connect.source.memory.ReaderMemory;
import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.testing.PlainRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Memory that readers share is given back whatever happens, and nobody waits for ever. */
@Timeout(120)
class ReaderMemoryFaultsTest {
  private static final long LARGE = 10 << 20;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Boolean.getBoolean("deltacdf.full") ? 500 : 12);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everythingIsGivenBackAfterFailuresAndAStopAtAnyTime(long seed) throws Exception {
    Random random = new Random(seed);
    ReaderMemory memory = ReaderMemories.fast();
    AtomicInteger accesses = new AtomicInteger();
    FakeTable[] tables =
        IntStream.range(0, 2 + random.nextInt(6))
            .mapToObj(i -> table("t" + i, random))
            .toArray(FakeTable[]::new);
    boolean permanentFailures = random.nextBoolean();
    for (FakeTable table : tables) {
      table.hook(access -> failSometimes(accesses, permanentFailures));
    }
    long limit = random.nextBoolean() ? 1 : 2 * LARGE;
    TaskReaders readers =
        start(memory, 1 + random.nextInt(3), 1 + random.nextInt(50), limit, tables);

    try {
      int polls = random.nextInt(100);
      while (polls > 0 && readers.poll() != null) {
        polls--;
      }
    } catch (DeltaCdfException e) {
      assertThat(e.code()).isIn(ErrorCode.STORAGE, ErrorCode.FILE_MISSING);
    }
    readers.stop();

    Awaitility.await().untilAsserted(() -> assertThat(memory.usedBytes()).isZero());
    for (FakeTable table : tables) {
      assertThat(table.openHandles()).isZero();
    }
  }

  private static void failSometimes(AtomicInteger accesses, boolean permanentFailures) {
    int access = accesses.incrementAndGet();
    if (access % 37 == 0) {
      throw DeltaCdfException.retriable(ErrorCode.STORAGE, "busy", null);
    } else if (permanentFailures && access % 1_000 == 999) {
      throw DeltaCdfException.permanent(ErrorCode.FILE_MISSING, "gone", null);
    } else if (ThreadLocalRandom.current().nextInt(10) == 0) {
      Thread.yield();
    }
  }

  @Test
  void manyTablesOnFewThreadsArePublishedWithRoomForOneRowGroup() throws Exception {
    ReaderMemory memory = ReaderMemories.fast();
    FakeTable[] tables =
        IntStream.range(0, 40)
            .mapToObj(i -> commits("t" + i, 2, 30).rowGroupBytes(LARGE))
            .toArray(FakeTable[]::new);
    TaskReaders readers = start(memory, 2, 100, 1, tables);

    List<SourceRecord> records = poll(readers, 40 * 60);
    readers.stop();

    for (FakeTable table : tables) {
      String topic = "delta." + table.name();
      assertThat(texts(records.stream().filter(r -> r.topic().equals(topic)).toList()))
          .isEqualTo(expected(2, 30));
    }
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void aConnectorThatIsPausedDoesNotStopAnother() throws Exception {
    AtomicLong ahead = new AtomicLong();
    ReaderMemory memory = ReaderMemories.withClock(() -> System.nanoTime() + ahead.get());
    TaskReaders paused = start(memory, 1, 1, 1, rewritten("paused", 200).rowGroupBytes(LARGE));
    Awaitility.await().until(() -> memory.usedBytes() > LARGE);
    TaskReaders other = start(memory, 1, 100, 1, rewritten("other", 50).rowGroupBytes(LARGE));
    assertThat(other.poll()).isNull();
    assertThat(other.poll()).isNull();

    ahead.set(Duration.ofMinutes(1).toNanos());

    assertThat(poll(other, 50)).hasSize(50);
    other.stop();
    paused.stop();
    Awaitility.await().untilAsserted(() -> assertThat(memory.usedBytes()).isZero());
  }

  @Test
  void ofTwoTablesWithManyKeysTheSecondWaitsUntilTheFirstIsPublished() throws Exception {
    ReaderMemory memory = ReaderMemories.withClock(System::nanoTime);
    ReaderMemory.Task task = memory.task(1, 2);
    List<SourceRecord> firstRecords = new ArrayList<>();
    List<SourceRecord> secondRecords = new ArrayList<>();
    try (TableReader first = reader(rewritten("first", 20), task, firstRecords);
        TableReader second = reader(rewritten("second", 20), task, secondRecords)) {
      while (memory.usedBytes() < 17_000) {
        first.step();
      }
      for (int i = 0; i < 100; i++) {
        second.step();
      }
      assertThat(second.pauseNanos()).isPositive();
      assertThat(secondRecords).isEmpty();

      ReaderRuns.runUntilIdle(first);
      ReaderRuns.runUntilIdle(second);
    }

    assertThat(texts(firstRecords)).hasSize(20);
    assertThat(texts(secondRecords)).isEqualTo(texts(firstRecords));
    assertThat(memory.usedBytes()).isZero();
  }

  private static TableReader reader(
      FakeTable table, ReaderMemory.Task task, List<SourceRecord> records) {
    return new TableReader(
        table,
        config(table),
        Options.records(),
        null,
        (record, size) -> records.add(PlainRecords.of(record)),
        task.table(),
        OffsetStore.NOT_AWAITED,
        new TableMetrics(table.name(), System::currentTimeMillis));
  }

  private static FakeTable table(String name, Random random) {
    int rows = 10 + random.nextInt(40);
    return (random.nextBoolean() ? commits(name, 3, rows) : rewritten(name, rows))
        .rowGroupBytes(random.nextBoolean() ? LARGE : 1_000);
  }

  /** Returns a table with a commit that changes all rows, and whose changes must be derived. */
  private static FakeTable rewritten(String name, int rows) {
    FakeTable table = new FakeTable(name, 1);
    FakeFile.Row[] before = new FakeFile.Row[rows];
    FakeFile.Row[] after = new FakeFile.Row[rows];
    for (int i = 0; i < rows; i++) {
      before[i] = delete((long) i, "a");
      after[i] = insert((long) i, "b");
    }
    table.commit(0, STATE, STATE, removed("a", STATE, before), added("b", STATE, after));
    table.snapshot(0, STATE);
    return table;
  }

  private static TableConfig config(FakeTable table) {
    return Options.table(table.name(), "start.version", "0", "change.feed", "derive");
  }

  private static TaskReaders start(
      ReaderMemory memory, int threads, long maxQueueBytes, long limit, FakeTable... tables) {
    return TaskReaders.start(
        List.of(tables).stream()
            .map(table -> new TaskReaders.Source(table, config(table), Optional::empty))
            .toList(),
        Options.records(),
        Options.flow(threads, maxQueueBytes, limit),
        partitions -> Map.of(),
        memory);
  }

  private static List<SourceRecord> poll(TaskReaders readers, int count)
      throws InterruptedException {
    List<SourceRecord> all = new ArrayList<>();
    while (all.size() < count) {
      List<SourceRecord> records = readers.poll();
      if (records != null) {
        all.addAll(records);
      }
    }
    return all;
  }
}
