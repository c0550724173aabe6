package io.deltacdf.connect.source.transaction;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * A queue that hands over one commit of one table at a time, for connectors that define their
 * transactions. The records of a commit are gathered until it is complete, and then handed over all
 * at once, so that a transaction of Kafka is only open while Connect sends them: it never waits for
 * a table, and a failure, a pause of the connector or its end never meets one. Tables take turns,
 * so that a table waits for at most one transaction of each other table.
 *
 * <p>A commit is handed over in several transactions if it is too large or takes too long: see
 * {@link TransactionLimits}. A snapshot is handed over in transactions of the same size.
 *
 * <p>The queue is limited in bytes, and readers wait while it is full, in the order in which they
 * came. But it may be full of commits that are not complete, and then nothing would ever leave it.
 * So one table at a time may exceed the limit until its transaction is complete; meanwhile it
 * {@link TableSink#keepsThread keeps its thread}. A table that has less than its share in the queue
 * need not wait for the tables that fill it. Thread-safe.
 */
public final class TransactionQueue implements RecordQueue {
  private final long maxBytes;
  private final TransactionLimits limits;
  private final Predicate<SourceRecord> isHeartbeat;
  private final Consumer<String> onSplit;
  private final LongSupplier nanoTime;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ready = lock.newCondition();
  private final Map<String, Table> tables = new HashMap<>();

  /** The tables with complete transactions, in the order of their turns. */
  private final ArrayDeque<Table> turns = new ArrayDeque<>();

  /** The tickets of the waiting readers; each is signalled when it is the first and may go on. */
  private final ArrayDeque<Condition> tickets = new ArrayDeque<>();

  /** The table that may exceed the limit until its transaction is complete. */
  private @Nullable Table exempt;

  private long bytes;
  private boolean closed;

  /**
   * @param maxBytes the size of the records of all tables at which readers wait
   * @param isHeartbeat whether a record belongs to no commit
   * @param onSplit is given a table whenever one of its commits goes on in another transaction
   * @param nanoTime the clock, as {@link System#nanoTime}
   */
  public TransactionQueue(
      long maxBytes,
      TransactionLimits limits,
      Predicate<SourceRecord> isHeartbeat,
      Consumer<String> onSplit,
      LongSupplier nanoTime) {
    this.maxBytes = maxBytes;
    this.limits = limits;
    this.isHeartbeat = isHeartbeat;
    this.onSplit = onSplit;
    this.nanoTime = nanoTime;
  }

  /** Records that are handed over at once. */
  private static final class Transaction {
    private final List<SourceRecord> records = new ArrayList<>();
    private final long startNanos;
    private long bytes;

    Transaction(long startNanos) {
      this.startNanos = startNanos;
    }
  }

  /** A table with the transaction that it fills, and those that are complete. */
  private final class Table implements TableSink {
    private final SplitNotices notices;
    private final ArrayDeque<Transaction> complete = new ArrayDeque<>();
    private @Nullable Transaction open;
    private long tableBytes;
    private boolean paused;

    Table(String name) {
      notices = new SplitNotices(name, limits, onSplit);
    }

    @Override
    public void accept(SourceRecord record, int sizeInBytes) throws InterruptedException {
      add(record, null, sizeInBytes);
    }

    @Override
    public void acceptPair(SourceRecord first, int firstSize, SourceRecord second, int secondSize)
        throws InterruptedException {
      add(first, second, firstSize + secondSize);
    }

    private void add(SourceRecord record, @Nullable SourceRecord second, int size)
        throws InterruptedException {
      lock.lockInterruptibly();
      try {
        paused = false;
        int count = second == null ? 1 : 2;
        if (open != null && open.records.size() + count > limits.maxRecords()) {
          split(Split.RECORDS);
        } else if (open != null && open.bytes + size > limits.maxBytes()) {
          split(Split.BYTES);
        }
        if (!closed && !mayAdd() && !mayAddInTurn(tickets.isEmpty())) {
          awaitAdmission();
        }
        if (closed) {
          return;
        }
        // A wait for admission may have ended the transaction.
        boolean isAlone = open == null && isHeartbeat.test(record);
        Transaction transaction = open == null ? new Transaction(nanoTime.getAsLong()) : open;
        open = transaction;
        transaction.records.add(record);
        if (second != null) {
          transaction.records.add(second);
        }
        transaction.bytes += size;
        tableBytes += size;
        bytes += size;
        if (isAlone) {
          complete(transaction);
        }
        admitNext();
      } finally {
        lock.unlock();
      }
    }

    private boolean mayAdd() {
      return exempt == this || (tableBytes < maxBytes / tables.size() && bytes < 2 * maxBytes);
    }

    private boolean mayAddInTurn(boolean isFirst) {
      if (!isFirst) {
        return false;
      }
      if (bytes < maxBytes) {
        return true;
      }
      if (exempt != null && exempt.paused) {
        exempt.split(Split.PAUSE);
      }
      if (exempt == null && turns.isEmpty()) {
        exempt = this;
        return true;
      }
      return false;
    }

    private void awaitAdmission() throws InterruptedException {
      Condition ticket = lock.newCondition();
      tickets.add(ticket);
      try {
        while (!closed && !mayAdd() && !mayAddInTurn(tickets.peek() == ticket)) {
          ticket.await();
        }
      } finally {
        tickets.remove(ticket);
        admitNext();
      }
    }

    @Override
    public void versionEnded() {
      lock.lock();
      try {
        if (open != null) {
          complete(open);
        }
        notices.versionEnded();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void versionAbandoned() {
      lock.lock();
      try {
        if (open != null) {
          split(Split.ABANDONED);
        }
        notices.versionEnded();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public boolean keepsThread() {
      lock.lock();
      try {
        return exempt == this && !closed;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void paused(long nanos) {
      lock.lock();
      try {
        if (open == null || nanos == 0) {
          return;
        }
        paused = true;
        if (nanos >= nanosLeft() || (exempt == this && !tickets.isEmpty())) {
          split(Split.PAUSE);
        }
      } finally {
        lock.unlock();
      }
    }

    /** Returns in how many nanoseconds the open transaction has to be split. */
    private long nanosLeft() {
      return open == null ? Long.MAX_VALUE : maxNanos() - (nanoTime.getAsLong() - open.startNanos);
    }

    private void split(Split cause) {
      Transaction transaction = open;
      if (transaction != null) {
        notices.split(cause, transaction.records);
        complete(transaction);
      }
    }

    private void complete(Transaction transaction) {
      open = null;
      if (exempt == this) {
        exempt = null;
      }
      if (closed) {
        return;
      }
      if (complete.isEmpty()) {
        turns.add(this);
      }
      complete.add(transaction);
      ready.signal();
      admitNext();
    }
  }

  private long maxNanos() {
    return limits.maxTime().toNanos();
  }

  @Override
  public TableSink table(String name) {
    lock.lock();
    try {
      return tables.computeIfAbsent(name, Table::new);
    } finally {
      lock.unlock();
    }
  }

  /** Wakes the reader that has waited longest, if it may go on. */
  private void admitNext() {
    Condition first = tickets.peek();
    if (first != null && (bytes < maxBytes || (exempt == null && turns.isEmpty()))) {
      first.signal();
    }
  }

  /**
   * Removes the next transaction.
   *
   * @param timeoutNanos how long to wait for one; 0 if commits that are not complete never will be
   */
  @Override
  public List<SourceRecord> drain(long timeoutNanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = timeoutNanos;
      while (!closed && left > 0 && isEmptyAfterSplits()) {
        long wait = Math.min(left, nanosUntilSplit());
        left -= wait - ready.awaitNanos(wait);
      }
      Table table = turns.poll();
      if (table == null) {
        return List.of();
      }
      Transaction transaction = table.complete.remove();
      if (!table.complete.isEmpty()) {
        turns.add(table);
      }
      table.tableBytes -= transaction.bytes;
      bytes -= transaction.bytes;
      tickets.forEach(Condition::signal);
      return transaction.records;
    } finally {
      lock.unlock();
    }
  }

  /** Splits what has been gathered for too long. */
  private boolean isEmptyAfterSplits() {
    tables.values().stream()
        .filter(table -> table.nanosLeft() <= 0)
        .forEach(table -> table.split(Split.TIME));
    return turns.isEmpty();
  }

  private long nanosUntilSplit() {
    return tables.values().stream().mapToLong(Table::nanosLeft).min().orElse(Long.MAX_VALUE);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      turns.clear();
      exempt = null;
      for (Table table : tables.values()) {
        table.open = null;
        table.complete.clear();
        table.tableBytes = 0;
      }
      bytes = 0;
      ready.signalAll();
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
  public int waiting() {
    lock.lock();
    try {
      return tickets.size();
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
