package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ChangeEventQueueTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final ChangeEventQueue queue = new ChangeEventQueue(100);

  @Test
  void returnsRecordsInOrderAndAtMostAsManyAsRequested() throws Exception {
    SourceRecord a = record();
    SourceRecord b = record();
    SourceRecord c = record();
    queue.accept(a, 10);
    queue.accept(b, 10);
    queue.accept(c, 10);

    assertThat(queue.drain(2, SECOND)).containsExactly(a, b);
    assertThat(queue.drain(2, SECOND)).containsExactly(c);
    assertThat(queue.drain(2, 0)).isEmpty();
    assertThat(queue.bytes()).isZero();
  }

  @Test
  void writersWaitWhileTheQueueIsFull() throws Exception {
    queue.accept(record(), 60);
    queue.accept(record(), 40);
    SourceRecord third = record();
    CompletableFuture<Void> put = put(third, 50, new AtomicReference<>());

    awaitWaiting(put);
    queue.drain(1, SECOND);
    put.get(5, TimeUnit.SECONDS);

    assertThat(queue.bytes()).isEqualTo(90);
    assertThat(queue.drain(5, SECOND)).hasSize(2).endsWith(third);
  }

  @Test
  void acceptsARecordLargerThanTheLimitWhenTheQueueIsEmpty() throws Exception {
    SourceRecord large = record();
    queue.accept(record(), 1);
    CompletableFuture<Void> put = put(large, 1000, new AtomicReference<>());

    awaitWaiting(put);
    assertThat(queue.drain(5, SECOND)).hasSize(1);
    put.get(5, TimeUnit.SECONDS);

    assertThat(queue.drain(5, SECOND)).containsExactly(large);
  }

  @Test
  void aWaitingWriterCanBeInterrupted() throws Exception {
    queue.accept(record(), 100);
    AtomicReference<Thread> writer = new AtomicReference<>();
    CompletableFuture<Void> put = put(record(), 1, writer);

    awaitWaiting(put);
    writer.get().interrupt();

    assertThatThrownBy(() -> put.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void closingWakesAWaitingWriterAndDropsAllRecords() throws Exception {
    queue.accept(record(), 100);
    CompletableFuture<Void> put = put(record(), 1, new AtomicReference<>());
    awaitWaiting(put);

    queue.close();

    put.get(5, TimeUnit.SECONDS);
    queue.accept(record(), 1);
    assertThat(queue.drain(5, 10 * SECOND)).isEmpty();
    assertThat(queue.bytes()).isZero();
  }

  @Test
  void closingWakesAWaitingReader() throws Exception {
    CompletableFuture<List<SourceRecord>> drain =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return queue.drain(1, 60 * SECOND);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });

    queue.close();

    assertThat(drain.get(5, TimeUnit.SECONDS)).isEmpty();
  }

  @Test
  void drainReturnsNothingWhenTheTimeoutIsOver() throws Exception {
    long start = System.nanoTime();

    assertThat(queue.drain(1, TimeUnit.MILLISECONDS.toNanos(50))).isEmpty();

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(50), Duration.ofSeconds(5));
  }

  private CompletableFuture<Void> put(
      SourceRecord record, int size, AtomicReference<Thread> writer) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                queue.accept(record, size);
                done.complete(null);
              } catch (InterruptedException e) {
                done.completeExceptionally(e);
              }
            });
    writer.set(thread);
    thread.start();
    return done;
  }

  private static void awaitWaiting(CompletableFuture<Void> put) {
    Awaitility.await()
        .during(Duration.ofMillis(50))
        .atMost(Duration.ofSeconds(5))
        .until(() -> !put.isDone());
  }

  private static SourceRecord record() {
    return new SourceRecord(Map.of(), Map.of(), "t", null, null, null, null);
  }
}
