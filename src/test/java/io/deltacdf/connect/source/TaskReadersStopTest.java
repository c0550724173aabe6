package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.FakeTables.ROOM;
import static io.deltacdf.connect.source.FakeTables.await;
import static io.deltacdf.connect.source.FakeTables.awaitStable;
import static io.deltacdf.connect.source.FakeTables.commits;
import static io.deltacdf.connect.source.FakeTables.countBatches;
import static io.deltacdf.connect.source.FakeTables.start;
import static io.deltacdf.connect.source.Orders.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.FakeTable;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TaskReadersStopTest {
  private TaskReaders readers;

  @AfterEach
  void stop() {
    if (readers != null) {
      readers.stop();
    }
  }

  @Test
  void stopsWhileTheQueueIsFull() throws Exception {
    FakeTable table = commits("orders", 1, 200);
    AtomicInteger batches = countBatches(table);
    readers = start(1, 1, table);
    awaitStable(batches);

    assertStopsWithin(Duration.ofSeconds(3));

    assertThat(readers.poll()).isNull();
    assertThat(table.openHandles()).isZero();
  }

  @Test
  void C54_stopsWhileATableIsBeingRead() throws Exception {
    FakeTable table = commits("orders", 1, 200);
    CountDownLatch reading = new CountDownLatch(1);
    table.hook(
        access -> {
          if (access.startsWith("batch ")) {
            reading.countDown();
            await(new CountDownLatch(1));
          }
        });
    readers = start(1, ROOM, table);
    reading.await();

    assertStopsWithin(Duration.ofSeconds(3));

    assertThat(readers.poll()).isNull();
    assertThat(table.openHandles()).isZero();
  }

  @Test
  void stopsWhileAReadIgnoresTheInterrupt() throws Exception {
    FakeTable table = commits("orders", 1, 200);
    CountDownLatch reading = new CountDownLatch(1);
    AtomicBoolean answered = new AtomicBoolean();
    table.hook(
        access -> {
          if (access.startsWith("batch ")) {
            reading.countDown();
            while (!answered.get()) {
              Thread.onSpinWait();
            }
          }
        });
    readers = start(1, ROOM, table);
    reading.await();

    assertStopsWithin(Duration.ofMillis(3500));
    answered.set(true);

    Awaitility.await().until(() -> table.openHandles() == 0);
    assertThat(readers.poll()).isNull();
  }

  @Test
  void stopWakesAPoll() throws Exception {
    FakeTable table = new FakeTable("orders", 1);
    table.snapshot(0, STATE);
    // There are no changes, so that only the stop can end the poll.
    table.commit(0, STATE, STATE);
    readers = start(1, ROOM, table);
    CompletableFuture<List<SourceRecord>> poll =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return readers.poll();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });

    readers.stop();

    assertThat(poll.get(3, TimeUnit.SECONDS)).isNull();
  }

  @Test
  void pollReturnsNothingAfterStop() throws Exception {
    FakeTable table = commits("orders", 1, 200);
    AtomicInteger batches = countBatches(table);
    readers = start(1, ROOM, table);
    awaitStable(batches);

    readers.stop();

    assertThat(readers.poll()).isNull();
  }

  @Test
  void threadsUseThePluginsClassLoaderAndAreDaemons() throws Exception {
    FakeTable table = commits("orders", 1, 1);
    AtomicReference<Thread> reader = new AtomicReference<>();
    AtomicReference<ClassLoader> loader = new AtomicReference<>();
    table.hook(
        access -> {
          reader.set(Thread.currentThread());
          loader.set(Thread.currentThread().getContextClassLoader());
        });
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader worker = new URLClassLoader(new URL[0], own)) {
      Thread.currentThread().setContextClassLoader(worker);
      readers = start(1, ROOM, table);
      assertThat(readers.poll()).hasSize(1);
    } finally {
      Thread.currentThread().setContextClassLoader(own);
    }

    assertThat(loader.get()).isSameAs(TaskReaders.class.getClassLoader());
    assertThat(reader.get().isDaemon()).isTrue();
    readers.stop();
    assertThat(reader.get().isAlive()).isFalse();
  }

  private void assertStopsWithin(Duration time) {
    long before = System.nanoTime();
    readers.stop();
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(time);
  }
}
