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
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The threads that run the readers of a task. One thread at a time runs a reader, and the reader
 * that has been due for the longest time runs first. Beside stores that do not answer, there are
 * more threads than configured, see {@link RunQueue}. The first failure stops all readers.
 */
final class ReaderPool {
  private static final Logger LOG = LoggerFactory.getLogger(ReaderPool.class);

  private final StopSignal stop;
  private final RunQueue runs;
  private final AtomicInteger busyThreads = new AtomicInteger();
  private final AtomicReference<@Nullable DeltaCdfException> failure = new AtomicReference<>();
  private final @Nullable Map<String, String> logContext = MDC.getCopyOfContextMap();

  /** Guarded by itself. */
  private final List<Thread> threads = new ArrayList<>();

  private volatile int configuredThreads;
  private volatile int maxThreads;

  /**
   * @param stop ends the threads; the pool itself sets it after a failure
   * @param queueIsFull whether readers wait until their records are taken from the task's queue
   */
  ReaderPool(StopSignal stop, BooleanSupplier queueIsFull) {
    this.stop = stop;
    this.runs = new RunQueue(queueIsFull);
  }

  /** Starts to run readers, each as soon as a thread is free. */
  void start(List<ParkableTable> readers, int threadCount) {
    int stores = (int) readers.stream().map(ParkableTable::store).distinct().count();
    configuredThreads = Math.min(threadCount, readers.size());
    maxThreads = configuredThreads + stores - 1;
    runs.useThreads(configuredThreads);
    readers.forEach(reader -> runs.add(reader, 0));
    for (int i = 0; i < configuredThreads; i++) {
      startThread();
    }
  }

  private void startThread() {
    synchronized (threads) {
      if (stop.isStopping() || threads.size() >= maxThreads) {
        return;
      }
      Thread thread = new Thread(this::runAll, "delta-source-reader-" + threads.size());
      thread.setDaemon(true);
      // Libraries look up classes in the context class loader; the worker's does not see the
      // plugin's classes.
      thread.setContextClassLoader(ReaderPool.class.getClassLoader());
      threads.add(thread);
      thread.start();
    }
  }

  /** Returns the failure that ended the pool, if there was one. */
  Optional<DeltaCdfException> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Interrupts the threads, waits for them to end and closes the readers. */
  void stop(Duration timeout) {
    long end = System.nanoTime() + timeout.toNanos();
    boolean interrupted = false;
    for (Thread thread : interrupt()) {
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

  private List<Thread> interrupt() {
    stop.stop();
    synchronized (threads) {
      threads.forEach(Thread::interrupt);
      return List.copyOf(threads);
    }
  }

  private void runAll() {
    if (logContext != null) {
      MDC.setContextMap(logContext);
    }
    try {
      while (!stop.isStopping()) {
        ParkableTable reader = runs.take();
        OptionalLong waitNanos = OptionalLong.empty();
        try {
          waitNanos = run(reader);
        } finally {
          runs.ended(reader, waitNanos);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("Interrupted");
    }
  }

  /** Returns the number of threads, not counting those beside slow stores. */
  int threadCount() {
    return configuredThreads;
  }

  /** Returns how many threads run a reader now. */
  int busyThreads() {
    return busyThreads.get();
  }

  /** Returns after how long the reader runs again. If it does not, it is closed. */
  private OptionalLong run(ParkableTable reader) throws InterruptedException {
    boolean runsAgain = false;
    busyThreads.incrementAndGet();
    try {
      if (runs.usesAllThreads()) {
        // A thread has to be left that notices when a store becomes slow.
        startThread();
      }
      OptionalLong waitNanos = reader.run();
      if (waitNanos.isPresent() && !stop.isStopping()) {
        runsAgain = true;
        return waitNanos;
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
    return OptionalLong.empty();
  }

  private void fail(DeltaCdfException e) {
    // Stopping interrupts reads, so that failures after it mean nothing.
    if (!stop.isStopping() && failure.compareAndSet(null, e)) {
      interrupt();
    }
  }
}
