package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.STATE;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.insert;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeTable;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** Tables with many commits, readers of them, and stores that are slow or fail. */
final class FakeTables {
  /** A queue size that no test fills. */
  static final long ROOM = 1 << 20;

  private FakeTables() {}

  static TaskReaders start(int threads, long maxQueueBytes, FakeTable... tables) {
    return TaskReaders.start(
        Arrays.stream(tables)
            .map(
                table ->
                    new TaskReaders.Source(
                        table, Options.table(table.name(), "start.version", "0"), Optional::empty))
            .toList(),
        Options.records(),
        Options.flow(threads, maxQueueBytes),
        partitions -> Map.of());
  }

  /** Returns a table with commits of {@code rows} rows each, read in batches of one row. */
  static FakeTable commits(String name, int versions, int rows) {
    FakeTable table = new FakeTable(name, 1);
    for (long version = 0; version < versions; version++) {
      addCommit(table, version, rows);
    }
    table.snapshot(versions - 1, STATE);
    return table;
  }

  static void addCommit(FakeTable table, long version, int rows) {
    FakeFile.Row[] inserts =
        IntStream.range(0, rows)
            .mapToObj(row -> insert((long) row, "v" + version))
            .toArray(FakeFile.Row[]::new);
    table.commit(version, STATE, STATE, added("" + version, STATE, inserts));
  }

  static List<String> expected(int versions, int rows) {
    return IntStream.range(0, versions)
        .boxed()
        .flatMap(v -> IntStream.range(0, rows).mapToObj(row -> v + ": " + row + " v" + v))
        .toList();
  }

  static AtomicInteger countBatches(FakeTable table) {
    AtomicInteger batches = new AtomicInteger();
    table.hook(
        access -> {
          if (access.startsWith("batch ")) {
            batches.incrementAndGet();
          }
        });
    return batches;
  }

  static void awaitStable(AtomicInteger count) {
    AtomicInteger last = new AtomicInteger(-1);
    Awaitility.await()
        .pollInterval(Duration.ofMillis(200))
        .until(() -> count.get() > 0 && last.getAndSet(count.get()) == count.get());
  }

  /** Waits like a store's client: an interrupt is a failed read. */
  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw DeltaCdfException.retriable(ErrorCode.STORAGE, "interrupted", e);
    }
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw DeltaCdfException.retriable(ErrorCode.STORAGE, "interrupted", e);
    }
  }
}
