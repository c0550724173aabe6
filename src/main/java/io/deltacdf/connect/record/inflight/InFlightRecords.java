package io.deltacdf.connect.record.inflight;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * The records that were polled and that Kafka has not acknowledged yet. Connect does not tell a
 * task which record could not be sent, so this is the only way to report it. Thread-safe.
 *
 * <p>Acknowledgements arrive in the order of the records for each partition of a topic only, and
 * one partition may be far behind the others. So the records form a linked list, from which each is
 * removed without a search, and which does not hold those that are acknowledged.
 */
public final class InFlightRecords {
  private @Nullable DeltaSourceRecord first;
  private @Nullable DeltaSourceRecord last;
  private int size;
  private long acknowledged;
  private int waiting;

  /**
   * Adds records that are passed to Connect, in this order.
   *
   * @param records {@link DeltaSourceRecord}s
   */
  public synchronized void add(List<? extends SourceRecord> records) {
    for (SourceRecord record : records) {
      add((DeltaSourceRecord) record);
    }
  }

  private void add(DeltaSourceRecord record) {
    if (record.inFlight) {
      throw new IllegalStateException("The record was added before: " + record.sourceOffset());
    }
    record.inFlight = true;
    record.previous = last;
    if (last == null) {
      first = record;
    } else {
      last.next = record;
    }
    last = record;
    size++;
  }

  /** Removes a record that Kafka has acknowledged, or that Connect has dropped. */
  public synchronized void remove(SourceRecord completed) {
    DeltaSourceRecord record = (DeltaSourceRecord) completed;
    acknowledged++;
    if (waiting > 0) {
      notifyAll();
    }
    if (!record.inFlight) {
      return;
    }
    DeltaSourceRecord before = record.previous;
    DeltaSourceRecord after = record.next;
    if (before == null) {
      first = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.previous = before;
    }
    record.inFlight = false;
    record.previous = null;
    record.next = null;
    size--;
  }

  /**
   * Waits until all records are acknowledged, or until no acknowledgement arrives for a while.
   *
   * @param quiet how long to wait for the next acknowledgement
   * @param longest how long to wait in total
   */
  public synchronized void awaitQuiet(Duration quiet, Duration longest)
      throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    long before = -1;
    waiting++;
    try {
      while (size > 0 && acknowledged != before && System.nanoTime() < end) {
        before = acknowledged;
        wait(quiet.toMillis());
      }
    } finally {
      waiting--;
    }
  }

  /** Returns the record that was added first. */
  public synchronized Optional<SourceRecord> first() {
    return Optional.ofNullable(first);
  }

  public synchronized int size() {
    return size;
  }
}
