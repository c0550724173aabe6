package io.deltacdf.connect.source.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TransactionQueueTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(20);

  private final AtomicLong nanoTime = new AtomicLong();
  private final List<String> splits = new ArrayList<>();
  private final TransactionQueue queue = queue(100, 4, 1000);
  private final TableSink a = queue.table("a");
  private final TableSink b = queue.table("b");

  private TransactionQueue queue(long maxBytes, int maxRecords, long maxTransactionBytes) {
    return new TransactionQueue(
        maxBytes,
        new TransactionLimits(maxRecords, Duration.ofSeconds(20), maxTransactionBytes),
        record -> record.topic().equals("beats"),
        splits::add,
        nanoTime::get);
  }

  @Test
  void handsOverACommitWhenItIsComplete() throws Exception {
    a.accept(record("a", 1, "x"), 1);
    a.accept(record("a", 1, "y"), 1);
    assertThat(queue.drain(SHORT)).isEmpty();

    a.versionEnded();
    a.accept(record("a", 2, "z"), 1);

    assertThat(drain()).containsExactly("a1x", "a1y");
    assertThat(queue.drain(SHORT)).isEmpty();
    a.versionEnded();
    assertThat(drain()).containsExactly("a2z");
    assertThat(queue.bytes()).isZero();
  }

  @Test
  void aVersionWithoutRecordsIsNoTransaction() throws Exception {
    a.versionEnded();
    a.versionAbandoned();

    assertThat(queue.drain(SHORT)).isEmpty();
  }

  @Test
  void aHeartbeatNeedNotWait() throws Exception {
    a.accept(heartbeat("a", 1), 1);

    assertThat(drain()).containsExactly("a1beat");
  }

  @Test
  void aHeartbeatDoesNotPassTheCommitOfItsTable() throws Exception {
    a.accept(record("a", 1, "x"), 1);
    a.accept(heartbeat("a", 1), 1);
    b.accept(heartbeat("b", 1), 1);
    assertThat(drain()).containsExactly("b1beat");
    assertThat(queue.drain(SHORT)).isEmpty();
    a.accept(record("a", 1, "y"), 1);
    a.versionEnded();

    assertThat(drain()).containsExactly("a1x", "a1beat", "a1y");
  }

  @Test
  void tablesTakeTurns() throws Exception {
    for (int version = 1; version <= 3; version++) {
      a.accept(record("a", version, "x"), 1);
      a.versionEnded();
    }
    b.accept(record("b", 1, "x"), 1);
    b.versionEnded();
    b.accept(record("b", 2, "x"), 1);
    b.versionEnded();

    assertThat(drain()).containsExactly("a1x");
    assertThat(drain()).containsExactly("b1x");
    assertThat(drain()).containsExactly("a2x");
    assertThat(drain()).containsExactly("b2x");
    assertThat(drain()).containsExactly("a3x");
  }

  @Test
  void splitsACommitWithTooManyRecords() throws Exception {
    try (CapturedLog log = new CapturedLog(SplitNotices.class)) {
      for (int i = 0; i < 10; i++) {
        a.accept(record("a", 7, "r" + i), 1);
      }
      a.versionEnded();
      a.accept(record("a", 8, "x"), 1);
      a.versionEnded();

      assertThat(drain()).containsExactly("a7r0", "a7r1", "a7r2", "a7r3");
      assertThat(drain()).containsExactly("a7r4", "a7r5", "a7r6", "a7r7");
      assertThat(drain()).containsExactly("a7r8", "a7r9");
      assertThat(drain()).containsExactly("a8x");
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("'a'", "version 7", "more records than transaction.max.records", "=4");
      assertThat(log.lines())
          .anyMatch(line -> line.contains("another transaction of version 7"))
          .anyMatch(line -> line.contains("version 7 is complete. It had to be split 2 times"));
      assertThat(splits).as("the tables of counted splits").containsExactly("a", "a");
    }
  }

  @Test
  void aCommitWithAsManyRecordsAsAllowedIsNotSplit() throws Exception {
    try (CapturedLog log = new CapturedLog(SplitNotices.class)) {
      for (int i = 0; i < 4; i++) {
        a.accept(record("a", 7, "r" + i), 1);
      }
      a.versionEnded();

      assertThat(queue.drain(SECOND)).hasSize(4);
      assertThat(log.lines()).isEmpty();
    }
  }

  @Test
  void aSnapshotIsSplitWithoutAWarning() throws Exception {
    Map<String, Object> offset =
        SourceOffsetCodec.write(
            SourceOffset.builder(7)
                .position(Optional.of(new Position(0, VersionPhase.READ, 0, "f", 1)))
                .planHash(Optional.of("p"))
                .snapshotId(Optional.of("7-1"))
                .build());
    try (CapturedLog log = new CapturedLog(SplitNotices.class)) {
      for (int i = 0; i < 5; i++) {
        a.accept(new SourceRecord(Map.of(), offset, "a", null, "r" + i, null, "x"), 1);
      }
      a.versionEnded();

      assertThat(queue.drain(SECOND)).hasSize(4);
      assertThat(queue.drain(SECOND)).hasSize(1);
      assertThat(log.warnings()).isEmpty();
    }
  }

  @Test
  void doesNotSeparateTheRecordsOfAChange() throws Exception {
    a.accept(record("a", 1, "x"), 1);
    a.accept(record("a", 1, "y"), 1);
    a.accept(record("a", 1, "z"), 1);
    a.acceptPair(record("a", 1, "delete"), 1, record("a", 1, "tombstone"), 1);
    a.versionEnded();

    assertThat(drain()).containsExactly("a1x", "a1y", "a1z");
    assertThat(drain()).containsExactly("a1delete", "a1tombstone");
  }

  @Test
  void splitsWhatIsTooLarge() throws Exception {
    a.accept(record("a", 1, "x"), 900);
    CompletableFuture<Void> put = run(() -> a.accept(record("a", 1, "y"), 101));

    assertThat(drain()).containsExactly("a1x");
    put.get(5, TimeUnit.SECONDS);
    a.versionEnded();
    assertThat(drain()).containsExactly("a1y");
  }

  @Test
  void splitsWhatTakesTooLong() throws Exception {
    try (CapturedLog log = new CapturedLog(SplitNotices.class)) {
      a.accept(record("a", 7, "x"), 1);
      nanoTime.addAndGet(20 * SECOND);

      assertThat(drain()).containsExactly("a7x");
      a.accept(record("a", 7, "y"), 1);
      assertThat(queue.drain(SHORT)).isEmpty();
      a.versionEnded();
      assertThat(drain()).containsExactly("a7y");
      assertThat(log.warnings()).singleElement().asString().contains("transaction.max.ms=20000");
    }
  }

  @Test
  void aPauseSplitsOnlyIfItIsTooLong() throws Exception {
    a.accept(record("a", 1, "x"), 1);
    a.paused(20 * SECOND - 1);
    assertThat(queue.drain(SHORT)).isEmpty();

    a.accept(record("a", 1, "y"), 1);
    a.paused(20 * SECOND);

    assertThat(drain()).containsExactly("a1x", "a1y");
    a.paused(Long.MAX_VALUE);
    assertThat(queue.drain(SHORT)).isEmpty();
  }

  @Test
  void whatIsAbandonedEnds() throws Exception {
    a.accept(record("a", 1, "x"), 1);
    a.versionAbandoned();
    a.accept(record("a", 2, "y"), 1);
    a.versionEnded();

    assertThat(drain()).containsExactly("a1x");
    assertThat(drain()).containsExactly("a2y");
  }

  @Test
  void dropsWhatIsNotCompleteIfNothingFollows() throws Exception {
    a.accept(record("a", 1, "x"), 1);
    a.versionEnded();
    a.accept(record("a", 2, "x"), 1);
    nanoTime.addAndGet(100 * SECOND);

    assertThat(queue.drain(0)).hasSize(1);
    assertThat(queue.drain(0)).isEmpty();
  }

  @Test
  void oneTableGoesOnIfTheQueueIsFullOfCommitsThatAreNotComplete() throws Exception {
    a.accept(record("a", 1, "x"), 60);
    b.accept(record("b", 1, "x"), 60);

    a.accept(record("a", 1, "y"), 60);
    assertThat(a.keepsThread()).isTrue();
    assertThat(b.keepsThread()).isFalse();
    CompletableFuture<Void> put = run(() -> b.accept(record("b", 1, "y"), 60));
    awaitBlocked(put);
    a.accept(record("a", 1, "z"), 60);
    a.versionEnded();
    assertThat(a.keepsThread()).isFalse();
    awaitBlocked(put);

    assertThat(drain()).containsExactly("a1x", "a1y", "a1z");
    put.get(5, TimeUnit.SECONDS);
    b.versionEnded();
    assertThat(drain()).containsExactly("b1x", "b1y");
  }

  @Test
  void aTableThatKeepsOthersWaitingIsSplitWhenItPauses() throws Exception {
    a.accept(record("a", 1, "x"), 60);
    b.accept(record("b", 1, "x"), 60);
    a.accept(record("a", 1, "y"), 60);
    a.paused(1);
    assertThat(queue.drain(SHORT)).isEmpty();

    CompletableFuture<Void> put = run(() -> b.accept(record("b", 1, "y"), 60));

    assertThat(drain()).containsExactly("a1x", "a1y");
    put.get(5, TimeUnit.SECONDS);
    b.versionEnded();
    assertThat(drain()).containsExactly("b1x", "b1y");
  }

  @Test
  void aSmallCommitNeedNotWaitForATableThatFillsTheQueue() throws Exception {
    for (int version = 1; version <= 2; version++) {
      a.accept(record("a", version, "x"), 60);
      a.versionEnded();
    }
    CompletableFuture<Void> put = run(() -> a.accept(record("a", 3, "x"), 60));
    awaitBlocked(put);

    b.accept(record("b", 1, "x"), 20);
    b.versionEnded();

    assertThat(drain()).containsExactly("a1x");
    assertThat(drain()).containsExactly("b1x");
    put.get(5, TimeUnit.SECONDS);
  }

  @Test
  void closeReleasesReadersAndDropsEverything() throws Exception {
    for (int version = 1; version <= 2; version++) {
      a.accept(record("a", version, "x"), 60);
      a.versionEnded();
    }
    CompletableFuture<Void> put = run(() -> a.accept(record("a", 3, "x"), 60));
    awaitBlocked(put);

    queue.close();

    put.get(5, TimeUnit.SECONDS);
    a.versionEnded();
    assertThat(queue.isClosed()).isTrue();
    assertThat(queue.drain(SECOND)).isEmpty();
    assertThat(queue.bytes()).isZero();
  }

  @Test
  void anInterruptedReaderDoesNotStopTheOthers() throws Exception {
    a.accept(record("a", 1, "x"), 60);
    a.versionEnded();
    b.accept(record("b", 1, "x"), 60);
    b.versionEnded();
    List<Thread> writers = new ArrayList<>();
    CompletableFuture<Void> first =
        run(
            () -> {
              writers.add(Thread.currentThread());
              a.accept(record("a", 3, "x"), 60);
            });
    awaitBlocked(first);
    CompletableFuture<Void> second = run(() -> b.accept(record("b", 3, "x"), 60));
    awaitBlocked(second);

    writers.get(0).interrupt();
    Awaitility.await().until(first::isDone);
    drain();
    drain();

    second.get(5, TimeUnit.SECONDS);
    assertThat(first).isCompletedExceptionally();
  }

  private List<String> drain() throws InterruptedException {
    return queue.drain(5 * SECOND).stream().map(record -> (String) record.key()).toList();
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

  private static void awaitBlocked(CompletableFuture<Void> put) {
    Awaitility.await()
        .during(Duration.ofMillis(50))
        .atMost(Duration.ofSeconds(10))
        .until(() -> !put.isDone());
  }

  private static SourceRecord record(String table, long version, String value) {
    return new SourceRecord(
        Map.of(), Map.of("version", version), table, null, table + version + value, null, "x");
  }

  private static SourceRecord heartbeat(String table, long version) {
    return new SourceRecord(
        Map.of(), Map.of("version", version), "beats", null, table + version + "beat", null, "x");
  }
}
