package io.deltacdf.connect.source;

import io.deltacdf.connect.error.DeltaCdfException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
  private final DelayQueue<ScheduledRun> runs = new DelayQueue<>();
  private final AtomicLong runNumbers = new AtomicLong();
  private final AtomicReference<@Nullable DeltaCdfException> failure = new AtomicReference<>();
  private final List<Thread> threads = new ArrayList<>();

  /**
   * @param stop ends the threads; the pool itself sets it after a failure
   */
  ReaderPool(StopSignal stop) {
    this.stop = stop;
  }

  /** Starts to run readers, each as soon as a thread is free. */
  void start(List<ScheduledReader> readers, int threadCount) {
    readers.forEach(reader -> schedule(reader, 0));
    Map<String, String> logContext = MDC.getCopyOfContextMap();
    for (int i = 0; i < Math.min(threadCount, readers.size()); i++) {
      Thread thread = new Thread(() -> runAll(logContext), "delta-source-reader-" + i);
      thread.setDaemon(true);
      // Libraries look up classes in the context class loader; the worker's does not see the
      // plugin's classes.
      thread.setContextClassLoader(ReaderPool.class.getClassLoader());
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  private void schedule(ScheduledReader reader, long waitNanos) {
    runs.add(new ScheduledRun(reader, System.nanoTime() + waitNanos, runNumbers.getAndIncrement()));
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
    runs.forEach(run -> run.reader.close());
    runs.clear();
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
        run(runs.take().reader);
      }
    } catch (InterruptedException e) {
      LOG.debug("Interrupted");
    }
  }

  private void run(ScheduledReader reader) throws InterruptedException {
    boolean runsAgain = false;
    try {
      OptionalLong waitNanos = reader.run();
      if (waitNanos.isPresent() && !stop.isStopping()) {
        schedule(reader, waitNanos.getAsLong());
        runsAgain = true;
      }
    } catch (DeltaCdfException e) {
      fail(e);
    } catch (RuntimeException | Error e) {
      fail(SourceErrors.unexpected(reader.table(), e));
    } finally {
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

  /** A reader and the time at which it is due. Of readers due at the same time the first wins. */
  private static final class ScheduledRun implements Delayed {
    private final ScheduledReader reader;
    private final long due;
    private final long number;

    ScheduledRun(ScheduledReader reader, long due, long number) {
      this.reader = reader;
      this.due = due;
      this.number = number;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      ScheduledRun run = (ScheduledRun) other;
      long byDue = due - run.due;
      return byDue != 0 ? Long.signum(byDue) : Long.compare(number, run.number);
    }
  }
}
