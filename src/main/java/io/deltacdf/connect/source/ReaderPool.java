package io.deltacdf.connect.source;

import io.deltacdf.connect.error.DeltaCdfException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The threads that run the feeds of a task. A feed is run by one thread at a time, and the one that
 * is due longest comes first. The first failure ends them all.
 */
final class ReaderPool {
  private static final Logger LOG = LoggerFactory.getLogger(ReaderPool.class);

  private final DelayQueue<Turn> turns = new DelayQueue<>();
  private final AtomicLong turnNumbers = new AtomicLong();
  private final AtomicReference<DeltaCdfException> failure = new AtomicReference<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  /** Starts to run feeds, each as soon as a thread is free for it. */
  void start(List<ScheduledReader> feeds, int threadCount) {
    feeds.forEach(feed -> turns.add(new Turn(feed, 0, turnNumbers)));
    Map<String, String> logContext = MDC.getCopyOfContextMap();
    for (int i = 0; i < Math.min(threadCount, feeds.size()); i++) {
      Thread thread = new Thread(() -> read(logContext), "delta-source-reader-" + i);
      thread.setDaemon(true);
      // Libraries look for their classes there, and the worker's loader does not see the plugin's.
      thread.setContextClassLoader(ReaderPool.class.getClassLoader());
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  /** What ended the pool, if anything did. */
  Optional<DeltaCdfException> failure() {
    return Optional.ofNullable(failure.get());
  }

  boolean isStopped() {
    return stopped;
  }

  /** Interrupts the threads and waits for them to end; closes the feeds. */
  void stop(Duration timeout) {
    interrupt();
    long end = System.nanoTime() + timeout.toNanos();
    boolean interrupted = false;
    for (Thread thread : threads) {
      interrupted |= !join(thread, end);
      if (thread.isAlive()) {
        LOG.warn(
            "Thread {} still waits for the store; it publishes nothing more, and ends when the"
                + " store answers",
            thread.getName());
      }
    }
    turns.forEach(turn -> turn.feed.close());
    turns.clear();
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
    stopped = true;
    threads.forEach(Thread::interrupt);
  }

  private void read(Map<String, String> logContext) {
    if (logContext != null) {
      MDC.setContextMap(logContext);
    }
    try {
      while (!stopped) {
        run(turns.take());
      }
    } catch (InterruptedException e) {
      LOG.debug("Stopped");
    }
  }

  private void run(Turn turn) throws InterruptedException {
    boolean goesOn = false;
    try {
      long waitNanos = turn.feed.run();
      if (waitNanos != ScheduledReader.DONE && !stopped) {
        turns.add(new Turn(turn.feed, waitNanos, turnNumbers));
        goesOn = true;
      }
    } catch (DeltaCdfException e) {
      fail(e);
    } catch (RuntimeException | Error e) {
      fail(SourceErrors.unexpected(turn.feed.table(), e));
    } finally {
      if (!goesOn) {
        turn.feed.close();
      }
    }
  }

  private void fail(DeltaCdfException e) {
    // What is read while the threads are interrupted may well fail, and means nothing.
    if (!stopped && failure.compareAndSet(null, e)) {
      interrupt();
    }
  }

  /** A feed and the time at which it is due; among those due at once the one put in first wins. */
  private static final class Turn implements Delayed {
    private final ScheduledReader feed;
    private final long due;
    private final long number;

    Turn(ScheduledReader feed, long waitNanos, AtomicLong numbers) {
      this.feed = feed;
      this.due = System.nanoTime() + waitNanos;
      this.number = numbers.getAndIncrement();
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      Turn turn = (Turn) other;
      long byDue = due - turn.due;
      return byDue != 0 ? Long.signum(byDue) : Long.compare(number, turn.number);
    }
  }
}
