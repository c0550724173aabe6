package io.deltacdf.connect.metrics;

import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.error.ErrorCode;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What is measured of one table in any phase. The threads that read the table write, and clients of
 * the outlets read at any time. Thread-safe.
 */
public final class TableMetrics {
  private final String table;
  private final Clock clock;
  private final StreamingMetrics streaming;
  private final SnapshotMetrics snapshot;
  private final Map<Operation, LongAdder> events = new EnumMap<>(Operation.class);
  private final Map<ErrorCode, LongAdder> errors = new EnumMap<>(ErrorCode.class);
  private final LongAdder readRows = new LongAdder();
  private final LongAdder readBytes = new LongAdder();
  private final LongAdder filtered = new LongAdder();
  private final LongAdder nullKeys = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private volatile Activity activity = Activity.STARTING;
  private volatile @Nullable ErrorCode error;
  private volatile long lastLook = Clock.NEVER;
  private volatile long lastEvent = Clock.NEVER;

  /**
   * @param table the table's name in the configuration
   * @param millis the clock, as {@link System#currentTimeMillis}
   */
  public TableMetrics(String table, LongSupplier millis) {
    this.table = table;
    this.clock = new Clock(millis);
    this.streaming = new StreamingMetrics(clock);
    this.snapshot = new SnapshotMetrics(clock);
    for (Operation operation : Operation.values()) {
      events.put(operation, new LongAdder());
    }
    for (ErrorCode code : ErrorCode.values()) {
      errors.put(code, new LongAdder());
    }
  }

  public String table() {
    return table;
  }

  /** Returns the time in milliseconds by the clock of the measurements. */
  public long now() {
    return clock.now();
  }

  public StreamingMetrics streaming() {
    return streaming;
  }

  public SnapshotMetrics snapshot() {
    return snapshot;
  }

  /** Notes what the reader does now. The last failure is over. */
  public void setActivity(Activity now) {
    error = null;
    activity = now;
  }

  /** Notes a failure after which the table is retried. */
  public void retried(ErrorCode code) {
    retries.increment();
    failed(code, Activity.RETRYING);
  }

  /** Notes a failure that no retry overcomes for now. */
  public void parked(ErrorCode code) {
    failed(code, Activity.PARKED);
  }

  private void failed(ErrorCode code, Activity now) {
    count(errors, code).increment();
    error = code;
    activity = now;
  }

  /** Notes that the store has answered what the log or the files of the table contain. */
  public void looked() {
    lastLook = clock.now();
  }

  /**
   * Adds what a step of the reader has read.
   *
   * @param rows the rows, in each pass over them
   * @param bytes the size of the files that are read to their ends
   */
  public void read(long rows, long bytes) {
    readRows.add(rows);
    readBytes.add(bytes);
  }

  /** Adds the events that a step of the reader has published, and clears their counts. */
  public void published(EventCounts step) {
    if (step.total() > 0) {
      lastEvent = clock.now();
      for (Operation operation : Operation.values()) {
        count(events, operation).add(step.get(operation));
      }
    }
    step.clear();
  }

  /**
   * Adds events that were not published.
   *
   * @param changes those that {@code skipped.operations} leaves out
   * @param withoutKey rows with a null in a key column
   */
  public void skipped(long changes, long withoutKey) {
    filtered.add(changes);
    nullKeys.add(withoutKey);
  }

  Activity activity() {
    return activity;
  }

  String errorCode() {
    ErrorCode current = error;
    return current == null ? "" : current.name();
  }

  long retries() {
    return retries.sum();
  }

  long errors() {
    return errors.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Returns the number of failures by code, of those codes that there were. */
  Map<String, Long> errorsByCode() {
    Map<String, Long> counts = new TreeMap<>();
    errors.forEach((code, count) -> counts.put(code.name(), count.sum()));
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  long events() {
    return events.values().stream().mapToLong(LongAdder::sum).sum();
  }

  long events(Operation operation) {
    return count(events, operation).sum();
  }

  long readRows() {
    return readRows.sum();
  }

  long readBytes() {
    return readBytes.sum();
  }

  long filtered() {
    return filtered.sum();
  }

  long nullKeys() {
    return nullKeys.sum();
  }

  /** Returns the milliseconds since the last event; -1 if there was none. */
  long sinceLastEvent() {
    return clock.since(lastEvent);
  }

  /** Returns the milliseconds since the last successful look; -1 if there was none. */
  long sinceLastLook() {
    return clock.since(lastLook);
  }

  private static <K> LongAdder count(Map<K, LongAdder> counts, K key) {
    LongAdder count = counts.get(key);
    if (count == null) {
      throw new IllegalArgumentException("Not counted: " + key);
    }
    return count;
  }
}
