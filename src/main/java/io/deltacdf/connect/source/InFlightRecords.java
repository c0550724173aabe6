package io.deltacdf.connect.source;

import java.time.Duration;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * The records that were polled and that Connect has not confirmed yet. Connect never tells a task
 * that a record could not be sent, so this is all there is to say which one it was. Thread-safe.
 */
public final class InFlightRecords {
  // By identity: records are compared by all their values, and two of them may well be equal.
  private final IdentityHashMap<SourceRecord, Long> numbers = new IdentityHashMap<>();
  private long nextNumber;
  private long confirmed;

  /** Records were handed to Connect, in this order. */
  public synchronized void add(List<SourceRecord> records) {
    for (SourceRecord record : records) {
      numbers.put(record, nextNumber++);
    }
  }

  /** Connect is done with a record. */
  public synchronized void remove(SourceRecord record) {
    numbers.remove(record);
    confirmed++;
    notifyAll();
  }

  /**
   * Waits for what is still on its way: until all is confirmed, or no confirmation came for a
   * while.
   *
   * @param longest how long to wait in all
   */
  public synchronized void awaitQuiet(Duration quiet, Duration longest)
      throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    long before = -1;
    while (!numbers.isEmpty() && confirmed != before && System.nanoTime() < end) {
      before = confirmed;
      wait(quiet.toMillis());
    }
  }

  /** The record that was handed over first. */
  public synchronized Optional<SourceRecord> first() {
    return numbers.entrySet().stream()
        .min(Comparator.comparingLong(Map.Entry::getValue))
        .map(Map.Entry::getKey);
  }

  public synchronized int size() {
    return numbers.size();
  }
}
