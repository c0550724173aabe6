package io.deltacdf.connect.source;

import io.deltacdf.connect.error.DeltaCdfException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The threads that run the readers of a task. One thread at a time runs a reader, and the reader
 * that has been due for the longest time runs first. The first failure stops all readers.
 */
final class ReaderPool {
  private static final Logger LOG = LoggerFactory.getLogger(ReaderPool.class);

  private final StopSignal stop;
  private final RunQueue runs = new RunQueue();
  private final AtomicInteger busyThreads = new AtomicInteger();
  private final AtomicReference<@Nullable DeltaCdfException> failure = new AtomicReference<>();
  private final List<Thread> threads = new ArrayList<>();

  /**
   * @param stop ends the threads; the pool itself sets it after a failure
   */
  ReaderPool(StopSignal stop) {
    this.stop = stop;
  }

  /** Starts to run readers, each as soon as a thread is free. */
  void start(List<ParkableTable> readers, int threadCount) {
    int count = Math.min(threadCount, readers.size());
    runs.useThreads(count);
    readers.forEach(reader -> runs.add(reader, 0));
    Map<String, String> logContext = MDC.getCopyOfContextMap();
    for (int i = 0; i < count; i++) {
      Thread thread = new Thread(() -> runAll(logContext), "delta-source-reader-" + i);
      thread.setDaemon(true);
      // Libraries look up classes in the context class loader; the worker's does not see the
      // plugin's classes.
      thread.setContextClassLoader(ReaderPool.class.getClassLoader());
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  /** Returns the failure that ended the pool, if there was one. */
  Optional<DeltaCdfException> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Interrupts the threads, waits for them to end and closes the readers. */
  void stop(Duration timeout) {
    interrupt();
    long end = System.nanoTime() + timeout.toNanos();
    boolean interrupted = false;
    for (Thread thread : threads) {
      interrupted |= !join(thread, end);
      if (thread.isAlive()) {
        LOG.warn(
            "Thread {} still waits for the file system. It publishes nothing more, and ends when"
                + " the file system answers",
            thread.getName());
      }
    }
    runs.removeAll().forEach(ParkableTable::close);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean join(Thread thread, long end) {
    try {
      TimeUnit.NANOSECONDS.timedJoin(thread, end - System.nanoTime());
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void interrupt() {
    stop.stop();
    threads.forEach(Thread::interrupt);
  }

  private void runAll(@Nullable Map<String, String> logContext) {
    if (logContext != null) {
      MDC.setContextMap(logContext);
    }
    try {
      while (!stop.isStopping()) {
        ParkableTable reader = runs.take();
        try {
          run(reader);
        } finally {
          runs.ended(reader);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("Interrupted");
    }
  }

  int threadCount() {
    return threads.size();
  }

  /** Returns how many threads run a reader now. */
  int busyThreads() {
    return busyThreads.get();
  }

  private void run(ParkableTable reader) throws InterruptedException {
    boolean runsAgain = false;
    busyThreads.incrementAndGet();
    try {
      OptionalLong waitNanos = reader.run();
      if (waitNanos.isPresent() && !stop.isStopping()) {
        runs.add(reader, waitNanos.getAsLong());
        runsAgain = true;
      }
    } catch (DeltaCdfException e) {
      fail(e);
    } catch (RuntimeException | Error e) {
      fail(SourceErrors.unexpected(reader.name(), e));
    } finally {
      busyThreads.decrementAndGet();
      if (!runsAgain) {
        reader.close();
      }
    }
  }

  private void fail(DeltaCdfException e) {
    // Stopping interrupts reads, so that failures after it mean nothing.
    if (!stop.isStopping() && failure.compareAndSet(null, e)) {
      interrupt();
    }
  }
}
