package io.deltacdf.connect.source.memory;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * The memory that readers hold between two steps: open row groups, and what the passes over a
 * commit collect, such as sets of keys. All tasks of a worker share one instance. It only delays
 * steps: what is read, and in which order, does not depend on it.
 *
 * <ul>
 *   <li>A task has no more row groups open than it has reader threads, not counting small ones, and
 *       those of tables that have done nothing for a minute.
 *   <li>A task takes no more than its own limit, and all tasks together no more than the largest of
 *       their limits. Key sets alone make others wait from three quarters of a limit on, so that
 *       row groups can still be read.
 *   <li>Something always goes on: one row group may be open, and one key set may grow, even if it
 *       is larger than the limit. Tables that have done nothing for a minute, since their connector
 *       is paused or their store does not answer, do not count as this one.
 *   <li>A table that waits for a row group is preferred to those that came a second later. Others
 *       give their row group back for it, and load it again later, once they have held it for eight
 *       times as long as it took to load.
 * </ul>
 *
 * <p>A reader never blocks its thread to wait for memory, since the reader that can give it back
 * may need this thread. Instead it asks again a little later. While a reader waits, it keeps no row
 * group, so that no two readers wait for each other. Thread-safe.
 */
public final class ReaderMemory {
  private static final ReaderMemory OF_WORKER = new ReaderMemory(System::nanoTime);

  /** Row groups up to this size do not take the place of a large one. */
  private static final long SMALL_BYTES = 1L << 20;

  /** What small row groups of a task may take; those beyond it count as large ones. */
  private static final long ALL_SMALL_BYTES = 4L << 20;

  private static final long PREFERENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A waiting table whose reader has not asked for so long cannot be preferred. */
  private static final long ASKS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long ALIVE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final long MIN_HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int HOLD_PER_LOAD = 8;

  private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** What a table waits for: a row group of its task, or any row group, or keys to be dropped. */
  private enum Wait {
    NONE,
    ROW_GROUP_OF_TASK,
    ROW_GROUP,
    KEYS
  }

  private final LongSupplier clock;
  private final Set<Task> tasks = new LinkedHashSet<>();
  private final Set<Table> waiting = new LinkedHashSet<>();
  private final Set<Table> opened = new LinkedHashSet<>();

  /** The tables with keys; the one that has had them for the longest time comes first. */
  private final Set<Table> keyed = new LinkedHashSet<>();

  private long rowGroupBytes;
  private long keyBytes;
  private final AtomicInteger waitingForAnyRowGroup = new AtomicInteger();

  /**
   * @param clock returns nanoseconds
   */
  ReaderMemory(LongSupplier clock) {
    this.clock = clock;
  }

  /** Returns the memory that all tasks in this process share. */
  public static ReaderMemory ofWorker() {
    return OF_WORKER;
  }

  /** Returns the memory of a table that shares it with no other and need not save any. */
  public static Table unlimited() {
    return new ReaderMemory(System::nanoTime).task(Long.MAX_VALUE, Integer.MAX_VALUE).table();
  }

  /**
   * Adds a task.
   *
   * @param maxBytes how many bytes its tables may take
   * @param maxRowGroups how many row groups they may have open, apart from small ones
   */
  public synchronized Task task(long maxBytes, int maxRowGroups) {
    Task task = new Task(maxBytes, maxRowGroups);
    tasks.add(task);
    return task;
  }

  /** Returns about how many bytes are in use. */
  public synchronized long usedBytes() {
    return rowGroupBytes + keyBytes;
  }

  private long maxBytes() {
    return tasks.stream().mapToLong(task -> task.maxBytes).max().orElse(0);
  }

  private static long forKeys(long maxBytes) {
    return maxBytes / 4 * 3;
  }

  private static long forRowGroups(long maxBytes, long keyBytes) {
    return maxBytes - Math.min(keyBytes, forKeys(maxBytes));
  }

  /** The share of one task. */
  public final class Task implements AutoCloseable {
    private final long maxBytes;
    private final int maxRowGroups;
    private int largeRowGroups;
    private long smallBytes;
    private long taskRowGroupBytes;
    private long taskKeyBytes;
    private final AtomicInteger waitingForRowGroup = new AtomicInteger();

    private Task(long maxBytes, int maxRowGroups) {
      this.maxBytes = maxBytes;
      this.maxRowGroups = maxRowGroups;
    }

    /** Whether as many row groups as are allowed are open, by tables that do something. */
    private boolean hasMaxRowGroups(long now) {
      return largeRowGroups >= maxRowGroups
          && opened.stream()
                  .filter(table -> table.task == this && !table.isSmall && table.isAlive(now))
                  .count()
              >= maxRowGroups;
    }

    /** Adds a table. */
    public Table table() {
      return new Table(this);
    }

    /**
     * The task's limit no longer counts. What its tables still hold does, until they release it.
     */
    @Override
    public void close() {
      synchronized (ReaderMemory.this) {
        tasks.remove(this);
      }
    }
  }

  /**
   * The share of one table. Only the thread that runs the table's reader calls it, one at a time.
   */
  public final class Table {
    private final Task task;

    /** The size of the open row group, or 0. */
    private long rowGroup;

    private boolean isSmall;
    private long openedAt;
    private long loadNanos;
    private long keys;

    /** The size of the keys when they were last allowed to grow. */
    private long allowedKeys;

    private Wait wait = Wait.NONE;
    private long waitsSince;
    private boolean longWaitReported;
    private long activeAt;

    private Table(Task task) {
      this.task = task;
    }

    /**
     * Asks whether the next step may be done. If not, the caller unloads its row group, and asks
     * again after {@link #pauseNanos}.
     *
     * @param bytesToLoad the size of the row group that the step loads; 0 if it loads none
     * @param heldBytes the size of the keys that are held
     */
    public boolean admits(long bytesToLoad, long heldBytes) {
      synchronized (ReaderMemory.this) {
        long now = clock.getAsLong();
        activeAt = now;
        hold(heldBytes);
        Wait reason = reasonToWait(bytesToLoad, now);
        waitFor(reason, now);
        if (reason != Wait.NONE) {
          closeRowGroup();
          return false;
        }
        allowedKeys = heldBytes;
        if (bytesToLoad > 0) {
          openRowGroup(bytesToLoad, now);
        }
        return true;
      }
    }

    private Wait reasonToWait(long bytesToLoad, long now) {
      if (keys > allowedKeys && !mayHoldKeys(now)) {
        return Wait.KEYS;
      } else if (bytesToLoad == 0) {
        return Wait.NONE;
      }
      boolean small = isSmall(bytesToLoad);
      if (!small && task.hasMaxRowGroups(now)) {
        return Wait.ROW_GROUP_OF_TASK;
      } else if (!mayOpen(bytesToLoad, now)) {
        return Wait.ROW_GROUP;
      }
      long since = wait == Wait.NONE ? now : waitsSince;
      for (Table other : waiting) {
        if (other != this
            && since - other.waitsSince > PREFERENCE_NANOS
            && now - other.activeAt < ASKS_NANOS) {
          if (other.wait == Wait.ROW_GROUP) {
            return Wait.ROW_GROUP;
          } else if (other.wait == Wait.ROW_GROUP_OF_TASK && other.task == task && !small) {
            return Wait.ROW_GROUP_OF_TASK;
          }
        }
      }
      return Wait.NONE;
    }

    private boolean isSmall(long bytes) {
      return bytes <= SMALL_BYTES && task.smallBytes + bytes <= ALL_SMALL_BYTES;
    }

    private boolean mayHoldKeys(long now) {
      return (keyBytes <= forKeys(maxBytes()) && task.taskKeyBytes <= forKeys(task.maxBytes))
          || isFirstAlive(keyed, now);
    }

    private boolean mayOpen(long bytes, long now) {
      return (rowGroupBytes + bytes <= forRowGroups(maxBytes(), keyBytes)
              && task.taskRowGroupBytes + bytes <= forRowGroups(task.maxBytes, task.taskKeyBytes))
          || isFirstAlive(opened, now);
    }

    private boolean isAlive(long now) {
      return now - activeAt < ALIVE_NANOS;
    }

    /** Whether this is the first of some tables, or the tables before it do nothing. */
    private boolean isFirstAlive(Set<Table> tables, long now) {
      for (Table other : tables) {
        if (other == this) {
          return true;
        } else if (other.isAlive(now)) {
          return false;
        }
      }
      return true;
    }

    private void waitFor(Wait reason, long now) {
      if (wait == Wait.NONE && reason != Wait.NONE) {
        waitsSince = now;
        longWaitReported = false;
        waiting.add(this);
      } else if (reason == Wait.NONE) {
        waiting.remove(this);
      }
      countWait(-1);
      wait = reason;
      countWait(1);
    }

    private void countWait(int count) {
      if (wait == Wait.ROW_GROUP_OF_TASK) {
        task.waitingForRowGroup.addAndGet(count);
      } else if (wait == Wait.ROW_GROUP) {
        waitingForAnyRowGroup.addAndGet(count);
      }
    }

    /** The row group of the admitted step is loaded. */
    public void loaded() {
      synchronized (ReaderMemory.this) {
        long now = clock.getAsLong();
        activeAt = now;
        loadNanos = now - openedAt;
        openedAt = now;
      }
    }

    /**
     * Whether another table waits for a row group, and this one has held its own long enough. The
     * caller unloads it and calls {@link #unloaded}. Fast enough to be called for every row.
     */
    public boolean shouldUnload() {
      return (task.waitingForRowGroup.get() > 0 || waitingForAnyRowGroup.get() > 0)
          && hasHeldLongEnough();
    }

    private boolean hasHeldLongEnough() {
      return rowGroup > 0
          && clock.getAsLong() - openedAt >= Math.max(MIN_HOLD_NANOS, HOLD_PER_LOAD * loadNanos);
    }

    /** The row group is unloaded. */
    public void unloaded() {
      synchronized (ReaderMemory.this) {
        closeRowGroup();
      }
    }

    /**
     * A step is done.
     *
     * @param isLoaded whether the row group is still needed
     * @param heldBytes the size of the keys that are held
     */
    public void stepDone(boolean isLoaded, long heldBytes) {
      synchronized (ReaderMemory.this) {
        activeAt = clock.getAsLong();
        if (!isLoaded) {
          closeRowGroup();
        }
        hold(heldBytes);
      }
    }

    /** Everything is dropped, and the table no longer waits. */
    public void release() {
      synchronized (ReaderMemory.this) {
        closeRowGroup();
        hold(0);
        allowedKeys = 0;
        waitFor(Wait.NONE, 0);
      }
    }

    /** Returns the nanoseconds until the reader should ask again; 0 if it does not wait. */
    public long pauseNanos() {
      if (wait == Wait.NONE) {
        return 0;
      }
      long waited = clock.getAsLong() - waitsSince;
      return Math.max(MIN_PAUSE_NANOS, Math.min(MAX_PAUSE_NANOS, waited / 4));
    }

    /**
     * Whether the table has waited for a minute because a limit in bytes is reached. True once for
     * each wait.
     */
    public boolean startsLongWait() {
      boolean isLong =
          (wait == Wait.ROW_GROUP || wait == Wait.KEYS)
              && !longWaitReported
              && clock.getAsLong() - waitsSince >= ALIVE_NANOS;
      longWaitReported |= isLong;
      return isLong;
    }

    private void openRowGroup(long bytes, long now) {
      closeRowGroup();
      isSmall = isSmall(bytes);
      rowGroup = bytes;
      openedAt = now;
      loadNanos = 0;
      rowGroupBytes += bytes;
      task.taskRowGroupBytes += bytes;
      if (isSmall) {
        task.smallBytes += bytes;
      } else {
        task.largeRowGroups++;
      }
      opened.add(this);
    }

    private void closeRowGroup() {
      if (rowGroup == 0) {
        return;
      }
      rowGroupBytes -= rowGroup;
      task.taskRowGroupBytes -= rowGroup;
      if (isSmall) {
        task.smallBytes -= rowGroup;
      } else {
        task.largeRowGroups--;
      }
      rowGroup = 0;
      opened.remove(this);
    }

    private void hold(long bytes) {
      keyBytes += bytes - keys;
      task.taskKeyBytes += bytes - keys;
      keys = bytes;
      if (bytes == 0) {
        keyed.remove(this);
        allowedKeys = 0;
      } else {
        keyed.add(this);
      }
    }
  }
}
