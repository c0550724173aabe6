package io.deltacdf.connect.source;

import io.deltacdf.connect.source.transaction.RecordQueue;
import io.deltacdf.connect.source.transaction.TableSink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * The records of all tables of a task that are read but not yet polled. The queue is limited in
 * bytes: readers wait while it is full. Each waiting reader has a ticket, and readers are admitted
 * in the order of their tickets, whatever the sizes of their records. The record that is admitted
 * last may exceed the limit; otherwise a large record would wait until the queue is empty, which
 * never happens beside a busy table.
 *
 * <p>A poll that waits gets the records of a small commit together: it is woken when a version
 * ends, when no record follows for a time, and when there are enough records. Waking it for each
 * record costs more than the record. Thread-safe.
 */
final class ChangeEventQueue implements RecordQueue, TableSink {
  /**
   * @param joinsNext whether the next record belongs to the same change
   */
  private record Entry(SourceRecord record, int sizeInBytes, boolean joinsNext) {}

  /** A poll that waits is woken when there are as many records. */
  static final int ENOUGH_RECORDS = 64;

  private final long maxBytes;
  private final int maxRecords;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final ArrayDeque<Entry> entries = new ArrayDeque<>();

  /** The tickets of the waiting readers; each is signalled when it is the first and has room. */
  private final ArrayDeque<Condition> tickets = new ArrayDeque<>();

  private long bytes;
  private boolean closed;

  ChangeEventQueue(long maxBytes) {
    this(maxBytes, Integer.MAX_VALUE);
  }

  /**
   * @param maxRecords how many records are handed over at a time
   */
  ChangeEventQueue(long maxBytes, int maxRecords) {
    this.maxBytes = maxBytes;
    this.maxRecords = maxRecords;
  }

  @Override
  public TableSink table(String name) {
    return this;
  }

  /** Adds a record; waits while the queue is full. A closed queue drops the record. */
  @Override
  public void accept(SourceRecord record, int sizeInBytes) throws InterruptedException {
    add(new Entry(record, sizeInBytes, false), null);
  }

  @Override
  public void acceptPair(SourceRecord first, int firstSize, SourceRecord second, int secondSize)
      throws InterruptedException {
    add(new Entry(first, firstSize, true), new Entry(second, secondSize, false));
  }

  private void add(Entry entry, @Nullable Entry second) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!closed && (isFull() || !tickets.isEmpty())) {
        awaitAdmission();
      }
      if (closed) {
        return;
      }
      entries.add(entry);
      bytes += entry.sizeInBytes();
      if (second != null) {
        entries.add(second);
        bytes += second.sizeInBytes();
      }
      if (entries.size() >= ENOUGH_RECORDS || isFull()) {
        notEmpty.signal();
      }
      admitNext();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void versionEnded() {
    wakePoll();
  }

  @Override
  public void versionAbandoned() {
    wakePoll();
  }

  @Override
  public void paused(long nanos) {
    wakePoll();
  }

  private void wakePoll() {
    lock.lock();
    try {
      if (!entries.isEmpty()) {
        notEmpty.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitAdmission() throws InterruptedException {
    Condition ticket = lock.newCondition();
    tickets.add(ticket);
    try {
      while (!closed && (isFull() || tickets.peek() != ticket)) {
        ticket.await();
      }
      tickets.remove(ticket);
    } catch (InterruptedException e) {
      tickets.remove(ticket);
      admitNext();
      throw e;
    }
  }

  private boolean isFull() {
    return bytes >= maxBytes;
  }

  private void admitNext() {
    Condition first = tickets.peek();
    if (first != null && !isFull()) {
      first.signal();
    }
  }

  @Override
  public int waiting() {
    lock.lock();
    try {
      return tickets.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public List<SourceRecord> drain(long timeoutNanos) throws InterruptedException {
    return drain(maxRecords, timeoutNanos);
  }

  /**
   * Removes records in order. Waits for the first record only.
   *
   * @param timeoutNanos how long to wait for the first record
   * @return at most {@code max} records, or one more if it belongs to the same change as the last;
   *     none if the time is over or the queue is closed
   */
  List<SourceRecord> drain(int max, long timeoutNanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = timeoutNanos;
      while (!closed && entries.isEmpty() && left > 0) {
        left = notEmpty.awaitNanos(left);
      }
      List<SourceRecord> records = new ArrayList<>(Math.min(max, entries.size()));
      boolean joinsNext = false;
      while (!entries.isEmpty() && (records.size() < max || joinsNext)) {
        Entry entry = entries.remove();
        bytes -= entry.sizeInBytes();
        records.add(entry.record());
        joinsNext = entry.joinsNext();
      }
      admitNext();
      return records;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      entries.clear();
      bytes = 0;
      notEmpty.signalAll();
      tickets.forEach(Condition::signal);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }
}
