package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.source.transaction.TransactionLimits;
import io.deltacdf.connect.table.FakeTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tables whose stores fail or are slow, with transactions of the connector. */
@Timeout(60)
class TaskTransactionsTest {
  private static final Duration LONG = Duration.ofHours(1);

  private TaskReaders readers;

  @AfterEach
  void stop() {
    readers.stop();
  }

  @Test
  void manyTablesThatFillTheQueueAreNotSplit() throws Exception {
    FakeTable[] tables =
        IntStream.range(0, 8)
            .mapToObj(i -> FakeTables.commits("t" + i, 5, 30))
            .toArray(FakeTable[]::new);
    start(2, 1, LONG, tables);

    List<List<SourceRecord>> transactions = poll(8 * 5);

    assertThat(transactions)
        .allSatisfy(
            records -> {
              assertThat(records).hasSize(30);
              assertThat(records.stream().map(OnDisk::version).distinct()).hasSize(1);
              assertThat(records.stream().map(SourceRecord::topic).distinct()).hasSize(1);
            });
  }

  @Test
  void aRetryDoesNotSplitACommit() throws Exception {
    FakeTable table = FakeTables.commits("a", 3, 20);
    AtomicInteger batches = new AtomicInteger();
    table.hook(
        access -> {
          if (access.startsWith("batch ")
              && Set.of(7, 30, 70).contains(batches.incrementAndGet())) {
            throw DeltaCdfException.retriable(ErrorCode.STORAGE, "for a moment", null);
          }
        });
    start(1, FakeTables.ROOM, LONG, table);

    assertThat(poll(3)).allMatch(records -> records.size() == 20);
    assertThat(batches).hasValueGreaterThan(70);
  }

  @Test
  void nothingOfACommitThatCannotBeReadIsHandedOver() throws Exception {
    FakeTable table = FakeTables.commits("a", 3, 20);
    AtomicInteger batches = new AtomicInteger();
    table.hook(
        access -> {
          if (access.startsWith("batch ") && batches.incrementAndGet() == 30) {
            throw DeltaCdfException.permanent(ErrorCode.FILE_CORRUPT, "broken", null);
          }
        });
    start(1, FakeTables.ROOM, LONG, table);

    assertThat(poll(1).get(0)).hasSize(20);
    assertThatThrownBy(() -> poll(1))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_CORRUPT));
  }

  @Test
  void aSlowFileDoesNotHoldBackWhatIsRead() throws Exception {
    FakeTable slow = FakeTables.commits("slow", 1, 20);
    FakeTable fast = FakeTables.commits("fast", 3, 20);
    CountDownLatch latch = new CountDownLatch(1);
    AtomicInteger batches = new AtomicInteger();
    slow.hook(
        access -> {
          if (access.startsWith("batch ") && batches.incrementAndGet() == 10) {
            FakeTables.await(latch);
          }
        });
    start(2, FakeTables.ROOM, Duration.ofMillis(300), slow, fast);

    List<List<SourceRecord>> transactions = poll(4);
    assertThat(transactions)
        .filteredOn(records -> records.get(0).topic().equals("delta.fast"))
        .hasSize(3)
        .allMatch(records -> records.size() == 20);
    int early =
        transactions.stream()
            .filter(records -> records.get(0).topic().equals("delta.slow"))
            .mapToInt(List::size)
            .sum();
    assertThat(early).isBetween(1, 10);

    latch.countDown();
    int late = 0;
    while (early + late < 20) {
      late += poll(1).get(0).size();
    }
  }

  private void start(int threads, long maxQueueBytes, Duration maxTime, FakeTable... tables) {
    readers =
        TaskReaders.start(
            Arrays.stream(tables)
                .map(
                    table ->
                        new TaskReaders.Source(
                            table,
                            Options.table(table.name(), "start.version", "0"),
                            Optional::empty))
                .toList(),
            Options.records(),
            Options.flow(threads, maxQueueBytes),
            new TransactionLimits(1000, maxTime, Long.MAX_VALUE),
            partitions -> Map.of());
  }

  private List<List<SourceRecord>> poll(int transactions) throws InterruptedException {
    List<List<SourceRecord>> all = new ArrayList<>();
    while (all.size() < transactions) {
      List<SourceRecord> records = readers.poll();
      if (records != null) {
        all.add(records);
      }
    }
    return all;
  }
}
