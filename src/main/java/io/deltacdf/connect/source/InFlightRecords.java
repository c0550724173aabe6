package io.deltacdf.connect.source;

import java.time.Duration;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * The records that were polled and that Kafka has not acknowledged yet. Connect does not tell a
 * task which record could not be sent, so this is the only way to report it. Thread-safe.
 */
public final class InFlightRecords {
  // By identity, since two records can be equal.
  private final IdentityHashMap<SourceRecord, Long> numbers = new IdentityHashMap<>();
  private long nextNumber;
  private long acknowledged;

  /** Adds records that are passed to Connect, in this order. */
  public synchronized void add(List<SourceRecord> records) {
    for (SourceRecord record : records) {
      numbers.put(record, nextNumber++);
    }
  }

  /** Removes a record that Kafka has acknowledged, or that Connect has dropped. */
  public synchronized void remove(SourceRecord record) {
    numbers.remove(record);
    acknowledged++;
    notifyAll();
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
    while (!numbers.isEmpty() && acknowledged != before && System.nanoTime() < end) {
      before = acknowledged;
      wait(quiet.toMillis());
    }
  }

  /** Returns the record that was added first. */
  public synchronized Optional<SourceRecord> first() {
    return numbers.entrySet().stream()
        .min(Comparator.comparingLong(Map.Entry::getValue))
        .map(Map.Entry::getKey);
  }

  public synchronized int size() {
    return numbers.size();
  }
}
