package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.FakeTables.ROOM;
import static io.deltacdf.connect.source.FakeTables.addCommit;
import static io.deltacdf.connect.source.FakeTables.await;
import static io.deltacdf.connect.source.FakeTables.awaitStable;
import static io.deltacdf.connect.source.FakeTables.commits;
import static io.deltacdf.connect.source.FakeTables.countBatches;
import static io.deltacdf.connect.source.FakeTables.expected;
import static io.deltacdf.connect.source.FakeTables.pause;
import static io.deltacdf.connect.source.FakeTables.start;
import static io.deltacdf.connect.source.Orders.offset;
import static io.deltacdf.connect.source.Orders.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.FakeTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TaskReadersTest {
  private static final long ROOM = 1 << 20;

  private TaskReaders readers;

  @AfterEach
  void stop() {
    if (readers != null) {
      readers.stop();
    }
  }

  @Test
  void keepsTheOrderOfEachTablesRecords() throws Exception {
    FakeTable[] tables =
        IntStream.range(0, 5).mapToObj(i -> commits("t" + i, 10, 20 + i)).toArray(FakeTable[]::new);

    readers = start(2, ROOM, tables);
    List<SourceRecord> records = poll(10 * (20 + 21 + 22 + 23 + 24));

    for (int i = 0; i < tables.length; i++) {
      String topic = "delta.t" + i;
      assertThat(texts(records.stream().filter(r -> r.topic().equals(topic)).toList()))
          .isEqualTo(expected(10, 20 + i));
    }
    assertThat(readers.poll()).isNull();
  }

  @Test
  void pollReturnsAtMostTheBatchSize() throws Exception {
    readers = start(1, ROOM, commits("orders", 2, 50));

    for (int seen = 0; seen < 100; ) {
      List<SourceRecord> records = readers.poll();
      if (records != null) {
        assertThat(records).hasSizeBetween(1, 5);
        seen += records.size();
      }
    }
  }

  @Test
  void startDoesNotWaitForTablesAndPollOnlyBriefly() throws Exception {
    FakeTable table = commits("orders", 1, 1);
    CountDownLatch answer = new CountDownLatch(1);
    table.hook(access -> await(answer));
    long before = System.nanoTime();

    readers = start(1, ROOM, table);
    assertThat(readers.poll()).isNull();

    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
    answer.countDown();
    assertThat(poll(1)).hasSize(1);
  }

  @Test
  void readersWaitWhileTheQueueIsFull() throws Exception {
    FakeTable table = commits("orders", 1, 200);
    AtomicInteger batches = countBatches(table);

    readers = start(1, 1, table);
    awaitStable(batches);
    assertThat(batches.get()).isLessThan(10);

    assertThat(texts(poll(200))).isEqualTo(expected(1, 200));
  }

  @Test
  void publishesNewCommits() throws Exception {
    FakeTable table = commits("orders", 1, 1);
    readers = start(1, ROOM, table);
    assertThat(texts(poll(1))).containsExactly("0: 0 v0");

    for (long version = 1; version < 4; version++) {
      addCommit(table, version, 1);
      assertThat(texts(poll(1))).containsExactly(version + ": 0 v" + version);
    }
  }

  @Test
  void retriesRetriableFailures() throws Exception {
    FakeTable table = commits("orders", 3, 10);
    Map<String, Integer> attempts = new ConcurrentHashMap<>();
    table.hook(
        access -> {
          if (!access.startsWith("read ") && attempts.merge(access, 1, Integer::sum) < 4) {
            throw DeltaCdfException.retriable(ErrorCode.STORAGE, "busy", null);
          }
        });

    readers = start(1, ROOM, table);

    assertThat(texts(poll(30))).isEqualTo(expected(3, 10));
  }

  @Test
  void failsAfterTheLastRetry() {
    FakeTable table = commits("orders", 3, 10);
    DeltaCdfException failure = DeltaCdfException.retriable(ErrorCode.STORAGE, "down", null);
    AtomicInteger attempts = new AtomicInteger();
    table.hook(
        access -> {
          if (access.equals("next 1")) {
            attempts.incrementAndGet();
            throw failure;
          }
        });
    readers = start(1, ROOM, table);
    List<SourceRecord> records = new ArrayList<>();

    assertThatThrownBy(() -> pollUntilFailure(records)).isSameAs(failure);

    assertThat(texts(records)).isEqualTo(expected(1, 10));
    assertThat(attempts).hasValue(4);
  }

  @Test
  void aFailureIsThrownAfterTheRecordsReadBeforeItAndLosesNothingOfOtherTables() throws Exception {
    FakeTable good = commits("orders", 2, 50);
    FakeTable bad = commits("bad", 2, 10);
    CountDownLatch goodIsRead = new CountDownLatch(1);
    good.hook(
        access -> {
          if (access.equals("next 2")) {
            goodIsRead.countDown();
          }
        });
    DeltaCdfException failure = DeltaCdfException.permanent(ErrorCode.FILE_MISSING, "gone", null);
    bad.hook(
        access -> {
          if (access.equals("batch 1 7")) {
            await(goodIsRead);
            throw failure;
          }
        });
    readers = start(2, ROOM, good, bad);
    List<SourceRecord> records = new ArrayList<>();

    assertThatThrownBy(() -> pollUntilFailure(records)).isSameAs(failure);
    assertThatThrownBy(() -> readers.poll()).isSameAs(failure);

    List<SourceRecord> ofBad = records.stream().filter(r -> r.topic().equals("delta.bad")).toList();
    assertThat(texts(ofBad)).isEqualTo(expected(2, 10).subList(0, 17));
    List<SourceRecord> ofGood =
        records.stream().filter(r -> r.topic().equals("delta.orders")).toList();
    assertThat(texts(ofGood)).isEqualTo(expected(2, 50).subList(0, ofGood.size()));
  }

  @Test
  void recordsNotPolledBeforeAFailureAreReadAgain() throws Exception {
    FakeTable table = commits("orders", 2, 10);
    table.hook(
        access -> {
          if (access.equals("batch 1 5")) {
            throw new IllegalStateException("a fault");
          }
        });
    readers = start(1, ROOM, table);
    List<SourceRecord> records = new ArrayList<>();
    assertThatThrownBy(() -> pollUntilFailure(records))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL);
              assertThat(e).hasMessageContainingAll("'orders'", "a fault");
            });
    readers.stop();
    table.hook(access -> {});

    TaskReaders.Source again =
        new TaskReaders.Source(
            table,
            Options.orders("start.version", "0"),
            () -> offset(records.get(records.size() - 1)));
    readers =
        TaskReaders.start(
            List.of(again), Options.records(), Options.flow(1, ROOM), partitions -> Map.of());

    assertThat(Stream.concat(texts(records).stream(), texts(poll(20 - records.size())).stream()))
        .containsExactlyElementsOf(expected(2, 10));
  }

  @Test
  void aLongCommitDoesNotDelayOtherTables() throws Exception {
    FakeTable large = commits("large", 1, 3000);
    large.hook(
        access -> {
          if (access.startsWith("batch ")) {
            pause(1);
          }
        });
    readers = start(1, ROOM, large, commits("small", 1, 1));

    List<SourceRecord> records = poll(3001);

    int small =
        IntStream.range(0, 3001)
            .filter(i -> records.get(i).topic().equals("delta.small"))
            .findFirst()
            .orElseThrow();
    assertThat(small).isLessThan(2000);
  }

  private List<SourceRecord> poll(int count) throws InterruptedException {
    List<SourceRecord> all = new ArrayList<>();
    while (all.size() < count) {
      List<SourceRecord> records = readers.poll();
      if (records != null) {
        all.addAll(records);
      }
    }
    assertThat(all).hasSize(count);
    return all;
  }

  private void pollUntilFailure(List<SourceRecord> all) throws InterruptedException {
    while (true) {
      List<SourceRecord> records = readers.poll();
      if (records != null) {
        all.addAll(records);
      }
    }
  }
}
