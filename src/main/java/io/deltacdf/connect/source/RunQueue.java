package io.deltacdf.connect.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The runs of readers that are due now or later. The run that has been due for the longest time is
 * taken first. If the tables are in several stores, half of the threads at most, rounded up, run
 * tables of one store, so that a store that hangs does not stop the tables of the others.
 * Thread-safe.
 */
final class RunQueue {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Store> stores = new HashMap<>();
  private int threads = 1;
  private long runNumbers;

  /** Sets the number of threads that take runs. */
  void useThreads(int count) {
    lock.lock();
    try {
      threads = count;
    } finally {
      lock.unlock();
    }
  }

  /** The waiting runs of the tables of one store, and how many of its tables are run now. */
  private static final class Store {
    private final PriorityQueue<Run> waiting = new PriorityQueue<>();
    private int running;
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
    try {
      while (true) {
        Store next = nextStore();
        Run run = next == null ? null : next.waiting.peek();
        if (next == null || run == null) {
          changed.await();
          continue;
        }
        long wait = run.due - System.nanoTime();
        if (wait <= 0) {
          next.waiting.remove();
          next.running++;
          return run.reader;
        }
        changed.awaitNanos(wait);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the store of the run that is due first, of those that may use another thread. */
  private @Nullable Store nextStore() {
    int limit = stores.size() > 1 ? (threads + 1) / 2 : threads;
    Store next = null;
    Run first = null;
    for (Store store : stores.values()) {
      Run run = store.waiting.peek();
      if (run != null && store.running < limit && (first == null || run.compareTo(first) < 0)) {
        next = store;
        first = run;
      }
    }
    return next;
  }

  /** Reports that the run of a reader ended, after its next run was added. */
  void ended(ParkableTable reader) {
    lock.lock();
    try {
      Store store = stores.get(reader.store());
      if (store != null) {
        store.running--;
        if (store.running == 0 && store.waiting.isEmpty()) {
          stores.remove(reader.store());
        }
      }
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
