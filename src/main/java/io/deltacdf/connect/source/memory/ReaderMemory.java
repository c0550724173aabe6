package io.deltacdf.connect.source.memory;

import io.deltacdf.connect.source.memory.TableWait.Reason;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * The memory that readers hold between two steps: open row groups, with the footer and the deletion
 * vectors of their file, and what the passes over a commit collect, such as sets of keys. All tasks
 * of a worker share one instance. It only delays steps: what is read, and in which order, does not
 * depend on it.
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
 * may need this thread. Instead it asks again a little later. While a reader waits, it keeps
 * nothing of a file, so that no two readers wait for each other. Thread-safe.
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

  private final LongSupplier clock;
  private final Set<Task> tasks = new LinkedHashSet<>();
  private final Set<Table> waiting = new LinkedHashSet<>();
  private final Set<Table> opened = new LinkedHashSet<>();

  /** The tables with keys; the one that has had them for the longest time comes first. */
  private final Set<Table> keyed = new LinkedHashSet<>();

  private final HeldBytes held = new HeldBytes();
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
    return held.total();
  }

  private long maxBytes() {
    return tasks.stream().mapToLong(task -> task.maxBytes).max().orElse(0);
  }

  /** The share of one task. */
  public final class Task implements AutoCloseable {
    private final long maxBytes;
    private final int maxRowGroups;
    private int largeRowGroups;
    private long smallBytes;
    private final HeldBytes taskHeld = new HeldBytes();
    private long waitedNanos;
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

    public long maxBytes() {
      return maxBytes;
    }

    /** Returns about how many bytes the tables of the task hold. */
    public long usedBytes() {
      synchronized (ReaderMemory.this) {
        return taskHeld.total();
      }
    }

    /** Returns for how long the tables of the task have waited, in all. */
    public long waitedMillis() {
      synchronized (ReaderMemory.this) {
        return TimeUnit.NANOSECONDS.toMillis(waitedNanos);
      }
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

    /** The size of the open row group, with what else is held of its file, or 0. */
    private long rowGroup;

    private boolean isSmall;
    private final HoldTime holdTime = new HoldTime();
    private long keys;

    /** The size of the keys when they were last allowed to grow. */
    private long allowedKeys;

    private final TableWait wait = new TableWait();
    private long activeAt;

    private Table(Task task) {
      this.task = task;
    }

    /**
     * Asks whether the next step may be done. If not, the caller releases its file, and asks again
     * after {@link #pauseNanos}.
     *
     * @param bytesToLoad the size of the row group that the step loads; 0 if it loads none
     * @param heldBytes the size of the keys that are held
     */
    public boolean admits(long bytesToLoad, long heldBytes) {
      synchronized (ReaderMemory.this) {
        long now = clock.getAsLong();
        activeAt = now;
        hold(heldBytes);
        boolean continues = rowGroup > 0;
        if (bytesToLoad > 0) {
          // The step replaces it.
          closeRowGroup();
        }
        Reason reason = reasonToWait(bytesToLoad, now);
        waitFor(reason, now);
        if (reason != Reason.NONE) {
          closeRowGroup();
          return false;
        }
        allowedKeys = heldBytes;
        if (bytesToLoad > 0) {
          openRowGroup(bytesToLoad);
          holdTime.startLoad(continues, now);
        }
        return true;
      }
    }

    private Reason reasonToWait(long bytesToLoad, long now) {
      if (keys > allowedKeys && !mayHoldKeys(now)) {
        return Reason.KEYS;
      } else if (bytesToLoad == 0) {
        return Reason.NONE;
      }
      boolean small = isSmall(bytesToLoad);
      if (!small && task.hasMaxRowGroups(now)) {
        return Reason.ROW_GROUP_OF_TASK;
      } else if (!mayOpen(bytesToLoad, now)) {
        return Reason.ROW_GROUP;
      }
      long since = wait.since(now);
      for (Table other : waiting) {
        if (other != this
            && since - other.wait.since(now) > PREFERENCE_NANOS
            && now - other.activeAt < ASKS_NANOS) {
          if (other.wait.reason() == Reason.ROW_GROUP) {
            return Reason.ROW_GROUP;
          } else if (other.wait.reason() == Reason.ROW_GROUP_OF_TASK
              && other.task == task
              && !small) {
            return Reason.ROW_GROUP_OF_TASK;
          }
        }
      }
      return Reason.NONE;
    }

    private boolean isSmall(long bytes) {
      return bytes <= SMALL_BYTES && task.smallBytes + bytes <= ALL_SMALL_BYTES;
    }

    private boolean mayHoldKeys(long now) {
      return (held.allowKeys(maxBytes()) && task.taskHeld.allowKeys(task.maxBytes))
          || isFirstAlive(keyed, now);
    }

    private boolean mayOpen(long bytes, long now) {
      return (held.allowRowGroup(bytes, maxBytes())
              && task.taskHeld.allowRowGroup(bytes, task.maxBytes))
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

    private void waitFor(Reason reason, long now) {
      if (reason == Reason.NONE) {
        waiting.remove(this);
      } else {
        waiting.add(this);
      }
      countWait(-1);
      task.waitedNanos += wait.change(reason, now);
      countWait(1);
    }

    private void countWait(int count) {
      if (wait.reason() == Reason.ROW_GROUP_OF_TASK) {
        task.waitingForRowGroup.addAndGet(count);
      } else if (wait.reason() == Reason.ROW_GROUP) {
        waitingForAnyRowGroup.addAndGet(count);
      }
    }

    /** The row group of the admitted step is loaded. */
    public void loaded() {
      synchronized (ReaderMemory.this) {
        long now = clock.getAsLong();
        activeAt = now;
        holdTime.endLoad(now);
      }
    }

    /**
     * Whether another table waits for a row group, and this one has held its own long enough. The
     * caller releases it and calls {@link #unloaded}. Fast enough to be called for every row.
     */
    public boolean shouldUnload() {
      return (task.waitingForRowGroup.get() > 0 || waitingForAnyRowGroup.get() > 0)
          && rowGroup > 0
          && holdTime.isLongEnough(clock.getAsLong());
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
     * @param isOpen whether anything of the file is still held
     * @param heldBytes the size of the keys that are held
     */
    public void stepDone(boolean isOpen, long heldBytes) {
      synchronized (ReaderMemory.this) {
        activeAt = clock.getAsLong();
        if (!isOpen) {
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
        waitFor(Reason.NONE, clock.getAsLong());
      }
    }

    /** Returns the nanoseconds until the reader should ask again; 0 if it does not wait. */
    public long pauseNanos() {
      return wait.pauseNanos(clock.getAsLong());
    }

    /**
     * Whether the table has waited for a minute because a limit in bytes is reached. True once for
     * each wait.
     */
    public boolean startsLongWait() {
      return wait.startsLongWait(clock.getAsLong());
    }

    private void openRowGroup(long bytes) {
      isSmall = isSmall(bytes);
      rowGroup = bytes;
      held.addRowGroup(bytes);
      task.taskHeld.addRowGroup(bytes);
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
      held.addRowGroup(-rowGroup);
      task.taskHeld.addRowGroup(-rowGroup);
      if (isSmall) {
        task.smallBytes -= rowGroup;
      } else {
        task.largeRowGroups--;
      }
      rowGroup = 0;
      opened.remove(this);
    }

    private void hold(long bytes) {
      held.addKeys(bytes - keys);
      task.taskHeld.addKeys(bytes - keys);
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
