package io.deltacdf.connect.source;

import io.deltacdf.connect.record.RecordSink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * The records of all tables of a task that are read and not yet polled, bounded in bytes. Readers
 * wait while it is full; a record larger than the bound passes when it is alone. Thread-safe.
 */
final class ChangeEventQueue implements RecordSink {
  private record Entry(SourceRecord record, int sizeInBytes) {}

  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final Condition notFull = lock.newCondition();
  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private long bytes;
  private boolean closed;

  ChangeEventQueue(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Adds a record; waits while the queue is full.
   *
   * @throws InterruptedException when the thread is interrupted, or the queue is closed
   */
  @Override
  public void accept(SourceRecord record, int sizeInBytes) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed && !entries.isEmpty() && bytes + sizeInBytes > maxBytes) {
        notFull.await();
      }
      if (closed) {
        throw new InterruptedException("The feed is stopped");
      }
      entries.add(new Entry(record, sizeInBytes));
      bytes += sizeInBytes;
      if (entries.size() == 1) {
        notEmpty.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes records in their order, without waiting for more than the first.
   *
   * @param timeoutNanos how long to wait for the first
   * @return at most {@code maxRecords} records; none when the time is over or the queue is closed
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
      if (size > 0) {
        notFull.signalAll();
      }
      return records;
    } finally {
      lock.unlock();
    }
  }

  /** Drops all records; from now on nothing comes in and nothing comes out. */
  void close() {
    lock.lock();
    try {
      closed = true;
      entries.clear();
      bytes = 0;
      notEmpty.signalAll();
      notFull.signalAll();
    } finally {
      lock.unlock();
    }
  }

  long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }
}
