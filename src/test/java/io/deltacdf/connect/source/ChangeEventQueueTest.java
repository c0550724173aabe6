package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
  void doesNotSeparateTheRecordsOfAChange() throws Exception {
    SourceRecord delete = record();
    SourceRecord tombstone = record();
    SourceRecord next = record();
    queue.acceptPair(delete, 10, tombstone, 10);
    queue.accept(next, 10);

    assertThat(queue.drain(1, SECOND)).containsExactly(delete, tombstone);
    assertThat(queue.drain(1, SECOND)).containsExactly(next);
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
  void oneRecordMayExceedTheLimit() throws Exception {
    SourceRecord large = record();
    queue.accept(record(), 99);
    queue.accept(large, 1000);
    CompletableFuture<Void> put = put(record(), 1, new AtomicReference<>());

    awaitWaiting(put);
    assertThat(queue.drain(1, SECOND)).hasSize(1);
    awaitWaiting(put);
    assertThat(queue.drain(1, SECOND)).containsExactly(large);
    put.get(5, TimeUnit.SECONDS);

    assertThat(queue.bytes()).isEqualTo(1);
  }

  @Test
  void writersAreAdmittedInTheOrderInWhichTheyBeganToWait() throws Exception {
    queue.accept(record(), 100);
    List<SourceRecord> records = new ArrayList<>();
    List<CompletableFuture<Void>> puts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      SourceRecord record = record();
      records.add(record);
      puts.add(put(record, i == 10 ? 1000 : 60, new AtomicReference<>()));
      awaitWaiting(i + 1);
    }

    List<SourceRecord> drained = new ArrayList<>(queue.drain(1, SECOND));
    while (drained.size() < 21) {
      drained.addAll(queue.drain(1, SECOND));
    }

    assertThat(drained.subList(1, 21)).isEqualTo(records);
    assertThat(puts).allSatisfy(put -> put.get(5, TimeUnit.SECONDS));
  }

  @Test
  void aRecordThatArrivesLaterDoesNotPassAWaitingOne() throws Exception {
    queue.accept(record(), 100);
    SourceRecord first = record();
    AtomicReference<Thread> interrupted = new AtomicReference<>();
    CompletableFuture<Void> gone = put(record(), 1, interrupted);
    awaitWaiting(1);
    CompletableFuture<Void> large = put(first, 1000, new AtomicReference<>());
    awaitWaiting(2);
    CompletableFuture<Void> later = put(record(), 1, new AtomicReference<>());
    awaitWaiting(3);

    interrupted.get().interrupt();
    awaitWaiting(2);
    queue.drain(1, SECOND);

    assertThat(queue.drain(1, SECOND)).containsExactly(first);
    large.get(5, TimeUnit.SECONDS);
    later.get(5, TimeUnit.SECONDS);
    assertThat(gone).isCompletedExceptionally();
  }

  @Test
  void anInterruptedWriterPassesItsAdmissionOn() throws Exception {
    for (int i = 0; i < 200; i++) {
      queue.accept(record(), 100);
      AtomicReference<Thread> first = new AtomicReference<>();
      CompletableFuture<Void> interrupted = put(record(), 100, first);
      awaitWaiting(1);
      SourceRecord record = record();
      CompletableFuture<Void> second = put(record, 100, new AtomicReference<>());
      awaitWaiting(2);

      queue.drain(1, SECOND);
      first.get().interrupt();
      interrupted.handle((done, e) -> e).get(5, TimeUnit.SECONDS);
      if (!interrupted.isCompletedExceptionally()) {
        queue.drain(1, SECOND);
      }

      assertThat(queue.drain(1, 5 * SECOND)).containsExactly(record);
      second.get(5, TimeUnit.SECONDS);
    }
  }

  /** Three writers keep the queue full for as long as the writer of large records takes. */
  @Test
  void largeRecordsGetThroughBesideBusyWriters() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    List<CompletableFuture<Void>> writers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      writers.add(
          run(
              () -> {
                while (!done.get()) {
                  queue.accept(record(), 10);
                }
              }));
    }
    Awaitility.await().until(() -> queue.waiting() > 0);
    CompletableFuture<Void> large =
        run(
            () -> {
              for (int i = 0; i < 500; i++) {
                queue.accept(record(), 200);
              }
            });
    CompletableFuture<Void> reader =
        run(
            () -> {
              while (!queue.isClosed()) {
                queue.drain(3, SECOND);
                assertThat(queue.bytes()).isLessThan(100 + 200);
              }
            });

    large.get(60, TimeUnit.SECONDS);

    done.set(true);
    for (CompletableFuture<Void> writer : writers) {
      writer.get(10, TimeUnit.SECONDS);
    }
    queue.close();
    reader.get(10, TimeUnit.SECONDS);
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

  private enum End {
    VERSION,
    ABANDONED,
    PAUSE
  }

  @ParameterizedTest
  @EnumSource
  void aWaitingPollGetsTheRecordsOfASmallCommitTogether(End end) throws Exception {
    List<SourceRecord> polled = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> poll = awaitPoll(polled);
    List<SourceRecord> records = Stream.generate(ChangeEventQueueTest::record).limit(3).toList();

    for (SourceRecord record : records) {
      queue.accept(record, 1);
    }
    switch (end) {
      case VERSION -> queue.versionEnded();
      case ABANDONED -> queue.versionAbandoned();
      case PAUSE -> queue.paused(1);
    }

    poll.get(5, TimeUnit.SECONDS);
    assertThat(polled).isEqualTo(records);
  }

  @Test
  void aWaitingPollIsWokenBeforeTheEndOfALargeCommit() throws Exception {
    List<SourceRecord> polled = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> poll = awaitPoll(polled);

    for (int i = 0; i < ChangeEventQueue.ENOUGH_RECORDS; i++) {
      queue.accept(record(), 0);
    }

    poll.get(5, TimeUnit.SECONDS);
    assertThat(polled).hasSize(ChangeEventQueue.ENOUGH_RECORDS);
  }

  @Test
  void aWaitingPollIsWokenWhenTheQueueIsFull() throws Exception {
    List<SourceRecord> polled = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> poll = awaitPoll(polled);

    queue.accept(record(), Integer.MAX_VALUE);

    poll.get(5, TimeUnit.SECONDS);
    assertThat(polled).hasSize(1);
  }

  /** Starts a poll, and returns when it waits. */
  private CompletableFuture<Void> awaitPoll(List<SourceRecord> polled) {
    AtomicReference<Thread> thread = new AtomicReference<>();
    CompletableFuture<Void> poll =
        run(
            () -> {
              thread.set(Thread.currentThread());
              polled.addAll(queue.drain(1_000, 60 * SECOND));
            });
    Awaitility.await()
        .until(() -> thread.get() != null && thread.get().getState() == Thread.State.TIMED_WAITING);
    return poll;
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
    return run(
        () -> {
          writer.set(Thread.currentThread());
          queue.accept(record, size);
        });
  }

  private interface Task {
    void run() throws InterruptedException;
  }

  private static CompletableFuture<Void> run(Task task) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    new Thread(
            () -> {
              try {
                task.run();
                done.complete(null);
              } catch (InterruptedException | RuntimeException | AssertionError e) {
                done.completeExceptionally(e);
              }
            })
        .start();
    return done;
  }

  private void awaitWaiting(int writers) {
    Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> queue.waiting() == writers);
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
