package io.deltacdf.connect.source;

import io.deltacdf.connect.record.RecordSink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * The records of all tables of a task that are read but not yet polled. The queue is limited in
 * bytes: readers wait while it is full. Each waiting reader has a ticket, and readers are admitted
 * in the order of their tickets, whatever the sizes of their records. The record that is admitted
 * last may exceed the limit; otherwise a large record would wait until the queue is empty, which
 * never happens beside a busy table. Thread-safe.
 */
final class ChangeEventQueue implements RecordSink {
  private record Entry(SourceRecord record, int sizeInBytes) {}

  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final ArrayDeque<Entry> entries = new ArrayDeque<>();

  /** The tickets of the waiting readers; each is signalled when it is the first and has room. */
  private final ArrayDeque<Condition> tickets = new ArrayDeque<>();

  private long bytes;
  private boolean closed;

  ChangeEventQueue(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Adds a record; waits while the queue is full. A closed queue drops the record. */
  @Override
  public void accept(SourceRecord record, int sizeInBytes) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!closed && (isFull() || !tickets.isEmpty())) {
        awaitAdmission();
      }
      if (closed) {
        return;
      }
      entries.add(new Entry(record, sizeInBytes));
      bytes += sizeInBytes;
      if (entries.size() == 1) {
        notEmpty.signal();
      }
      admitNext();
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

  /** Returns the number of readers that wait. */
  int waiting() {
    lock.lock();
    try {
      return tickets.size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Removes records in order. Waits for the first record only.
   *
   * @param timeoutNanos how long to wait for the first record
   * @return at most {@code maxRecords} records; none if the time is over or the queue is closed
   */
  List<SourceRecord> drain(int maxRecords, long timeoutNanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = timeoutNanos;
      while (!closed && entries.isEmpty() && left > 0) {
        left = notEmpty.awaitNanos(left);
      }
      int size = Math.min(maxRecords, entries.size());
      List<SourceRecord> records = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        Entry entry = entries.remove();
        bytes -= entry.sizeInBytes();
        records.add(entry.record());
      }
      admitNext();
      return records;
    } finally {
      lock.unlock();
    }
  }

  /** Drops all records, and from now on each record that is added. */
  void close() {
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

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the total size of the records in the queue. */
  long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }
}
