package io.deltacdf.connect.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The runs of readers that are due now or later. The run that has been due for the longest time is
 * taken first. Thread-safe.
 *
 * <p>If the tables are in several stores, stores that hang do not stop the tables of the others:
 *
 * <ul>
 *   <li>Half of the threads at most, rounded up, run tables of one store.
 *   <li>A store whose run has taken longer than a second counts as slow, whatever the run does:
 *       Delta Kernel may load a large snapshot, or a file system may wait for an answer. For each
 *       slow store, one thread more than configured may run a table.
 *   <li>The last free thread never runs a table of a slow store. So after a store has become slow,
 *       at least one thread is free for those that are not, however many are slow.
 * </ul>
 *
 * <p>While a reader waits because the task's queue is full, no store counts as slow: the tables
 * then wait for Kafka, and more threads would only need more memory.
 */
final class RunQueue {
  /** How long a run may take before its store counts as slow. */
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final BooleanSupplier queueIsFull;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Store> stores = new HashMap<>();
  private int threads = 1;
  private int idleThreads;
  private int running;
  private long runNumbers;

  /**
   * @param queueIsFull whether readers wait until their records are taken from the task's queue
   */
  RunQueue(BooleanSupplier queueIsFull) {
    this.queueIsFull = queueIsFull;
  }

  /** Sets the number of runs at a time, not counting those beside slow stores. */
  void useThreads(int count) {
    lock.lock();
    try {
      threads = count;
    } finally {
      lock.unlock();
    }
  }

  /** The waiting runs of the tables of one store, and its tables that are run now. */
  private static final class Store {
    private final PriorityQueue<Run> waiting = new PriorityQueue<>();

    /** When each run was taken, the oldest first. */
    private final Map<ParkableTable, Long> running = new LinkedHashMap<>();

    /** Returns how long until the oldest run makes the store slow; at most 0 if it is slow. */
    private long nanosUntilSlow(long now) {
      return running.isEmpty()
          ? Long.MAX_VALUE
          : running.values().iterator().next() + SLOW_NANOS - now;
    }
  }

  /** Adds a run of a reader that is due after a time. */
  void add(ParkableTable reader, long waitNanos) {
    lock.lock();
    try {
      Store store = stores.computeIfAbsent(reader.store(), name -> new Store());
      store.waiting.add(new Run(reader, System.nanoTime() + waitNanos, runNumbers++));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until a run is due, and takes it. The caller reports when it {@link #ended}. */
  ParkableTable take() throws InterruptedException {
    lock.lockInterruptibly();
    idleThreads++;
    try {
      while (true) {
        long now = System.nanoTime();
        boolean full = queueIsFull.getAsBoolean();
        Store next = nextStore(now, full);
        Run run = next == null ? null : next.waiting.peek();
        long wait = run == null ? Long.MAX_VALUE : run.due - now;
        if (next != null && run != null && wait <= 0) {
          next.waiting.remove();
          next.running.put(run.reader, now);
          running++;
          return run.reader;
        }
        changed.awaitNanos(Math.min(wait, nanosUntilSlow(now, full)));
      }
    } finally {
      idleThreads--;
      lock.unlock();
    }
  }

  /** Returns the store of the run that is due first, of those that may use another thread. */
  private @Nullable Store nextStore(long now, boolean full) {
    boolean several = stores.size() > 1;
    int limit = several ? (threads + 1) / 2 : threads;
    int free = threads - running + (several && !full ? extraThreads(now) : 0);
    Store next = null;
    Run first = null;
    for (Store store : stores.values()) {
      Run run = store.waiting.peek();
      int needed = several && store.nanosUntilSlow(now) <= 0 ? 2 : 1;
      if (run != null
          && free >= needed
          && store.running.size() < limit
          && (first == null || run.compareTo(first) < 0)) {
        next = store;
        first = run;
      }
    }
    return next;
  }

  /** Returns the number of slow stores. If all are slow, none is left to run beside the last. */
  private int extraThreads(long now) {
    long slow = stores.values().stream().filter(store -> store.nanosUntilSlow(now) <= 0).count();
    return (int) Math.min(slow, stores.size() - 1);
  }

  /** Returns after how long a store may have become slow. */
  private long nanosUntilSlow(long now, boolean full) {
    long first = Long.MAX_VALUE;
    for (Store store : stores.values()) {
      long wait = store.nanosUntilSlow(now);
      if (wait > 0 || full) {
        first = Math.min(first, wait > 0 ? wait : SLOW_NANOS);
      }
    }
    return first;
  }

  /** Returns whether all threads run a reader. */
  boolean usesAllThreads() {
    lock.lock();
    try {
      return idleThreads == 0;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Reports that the run of a reader ended, and adds its next run. This is one step: another thread
   * could take the next run before this one has ended, and would lose the mark that it runs.
   *
   * @param waitNanos after how long the next run is due, if there is one
   */
  void ended(ParkableTable reader, OptionalLong waitNanos) {
    lock.lock();
    try {
      Store store = stores.get(reader.store());
      if (store != null) {
        store.running.remove(reader);
        waitNanos.ifPresent(nanos -> add(reader, nanos));
        if (store.running.isEmpty() && store.waiting.isEmpty()) {
          stores.remove(reader.store());
        }
      }
      running--;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Removes all runs that nobody has taken, and returns their readers. */
  List<ParkableTable> removeAll() {
    lock.lock();
    try {
      List<ParkableTable> readers = new ArrayList<>();
      for (Store store : stores.values()) {
        store.waiting.forEach(run -> readers.add(run.reader));
        store.waiting.clear();
      }
      return readers;
    } finally {
      lock.unlock();
    }
  }

  /** A reader and the time at which it is due. Of readers due at the same time the first wins. */
  private record Run(ParkableTable reader, long due, long number) implements Comparable<Run> {
    @Override
    public int compareTo(Run other) {
      long byDue = due - other.due;
      return byDue != 0 ? Long.signum(byDue) : Long.compare(number, other.number);
    }
  }
}
