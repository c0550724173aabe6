package io.deltacdf.connect.table.storage.ahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.table.storage.ahead.AheadReads.Batch;
import java.io.FileNotFoundException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AheadReadsTest {
  private final AheadReads reads = new AheadReads();
  private final Batch batch = new Batch();
  private final AtomicInteger read = new AtomicInteger();
  private final CountDownLatch answer = new CountDownLatch(1);
  private final CountDownLatch begun = new CountDownLatch(4);

  @AfterEach
  void close() {
    answer.countDown();
    reads.close();
  }

  private static Path path(int file) {
    return new Path("s3a://bucket/" + file);
  }

  /** Starts to read a file whose bytes all have its number. */
  private void start(int file, int length) {
    reads.start(
        batch,
        path(file),
        length,
        () -> {
          byte[] bytes = new byte[length];
          Arrays.fill(bytes, (byte) file);
          return bytes;
        },
        bytes -> read.incrementAndGet());
  }

  /** Starts to read a file of a store that does not answer. */
  private void startHanging(int file) {
    reads.start(
        batch,
        path(file),
        1,
        () -> {
          begun.countDown();
          try {
            answer.await();
          } catch (InterruptedException e) {
            throw new InterruptedIOException();
          }
          return new byte[] {9};
        },
        bytes -> read.incrementAndGet());
  }

  private void awaitRead(int count) {
    Awaitility.await().until(() -> read.get() == count);
  }

  @Test
  void aFileIsTakenOnce() throws Exception {
    start(1, 2);
    awaitRead(1);

    assertThat(reads.take(path(1), 3)).isNull();
    assertThat(reads.take(path(1), 2)).containsExactly(1, 1);
    assertThat(reads.take(path(1), 2)).isNull();
  }

  @Test
  void aReadThatHasBegunIsAwaited() throws Exception {
    startHanging(1);
    Awaitility.await().until(() -> begun.getCount() == 3);
    new Thread(
            () -> {
              Awaitility.await().pollDelay(50, TimeUnit.MILLISECONDS).until(() -> true);
              answer.countDown();
            })
        .start();

    assertThat(reads.take(path(1), 1)).containsExactly(9);
  }

  @Test
  void aReadThatHasNotBegunIsLeftToTheCaller() throws Exception {
    for (int file = 0; file < 4; file++) {
      startHanging(file);
    }
    begun.await();
    start(5, 1);

    assertThat(reads.take(path(5), 1)).isNull();
    answer.countDown();
    awaitRead(4);
    assertThat(reads.take(path(5), 1)).as("is not read later").isNull();
  }

  @Test
  void aReadThatIsDroppedWhileItIsTakenIsNotAwaited() throws Exception {
    for (int file = 0; file < 4; file++) {
      startHanging(file);
    }
    begun.await();
    ExecutorService taker = Executors.newSingleThreadExecutor();
    try {
      for (int i = 0; i < 5_000; i++) {
        start(5, 1);
        CyclicBarrier together = new CyclicBarrier(2);
        Future<byte[]> taken =
            taker.submit(
                () -> {
                  together.await();
                  return reads.take(path(5), 1);
                });
        together.await();
        reads.clear();
        assertThat(taken.get(10, TimeUnit.SECONDS)).isNull();
      }
    } finally {
      taker.shutdownNow();
    }
  }

  @Test
  void aThreadThatIsInterruptedDoesNotWait() {
    startHanging(1);
    Awaitility.await().until(() -> begun.getCount() == 3);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> reads.take(path(1), 1)).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aReadThatFailsIsLeftToTheCaller() throws Exception {
    reads.start(
        batch,
        path(1),
        1,
        () -> {
          read.incrementAndGet();
          throw new FileNotFoundException();
        },
        bytes -> {});
    awaitRead(1);

    assertThat(reads.take(path(1), 1)).isNull();
    start(1, 1);
    awaitRead(2);
    assertThat(reads.take(path(1), 1)).as("it can be read ahead again").containsExactly(1);
  }

  @Test
  void theBytesThatWaitAreLimited() throws Exception {
    int quarter = (int) (AheadReads.MAX_BYTES / 4);
    for (int file = 0; file < 6; file++) {
      start(file, quarter);
    }
    awaitRead(4);

    assertThat(reads.take(path(4), quarter)).isNull();
    assertThat(reads.take(path(0), quarter)).hasSize(quarter);
    start(4, quarter);
    awaitRead(5);
    assertThat(reads.take(path(4), quarter)).hasSize(quarter);
  }

  @Test
  void aBatchIsDropped() throws Exception {
    start(1, 4);
    awaitRead(1);
    reads.drop(batch);
    start(2, 4);

    assertThat(reads.take(path(1), 4)).isNull();
    assertThat(reads.take(path(2), 4)).as("nothing more is read for the batch").isNull();
    reads.start(new Batch(), path(3), 4, () -> new byte[4], bytes -> read.incrementAndGet());
    awaitRead(2);
    reads.clear();
    assertThat(reads.take(path(3), 4)).isNull();
  }
}
