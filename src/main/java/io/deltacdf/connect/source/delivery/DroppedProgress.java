package io.deltacdf.connect.source.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the progress of records that Connect drops, because a transform filters them out or
 * because {@code errors.tolerance=all} skips them. Connect stores no offset for such a record. So
 * if the record that was handed over last of a table is dropped, a heartbeat with its offset
 * follows. A later record of the table would store more progress, and a heartbeat after it would
 * take the table back. Thread-safe.
 *
 * <p>With exactly-once support, Connect reports dropped records with the next transaction, which
 * never comes if all records are dropped. Until then it keeps them on the heap. So a heartbeat
 * follows also if nothing is known of the last record for a long time, or of very many records. It
 * repeats the offset of that record, and Connect keeps the order of the offsets of a table. A table
 * that waits until its heartbeat is stored hands over nothing else, so {@link #committed} tells
 * that the heartbeat was dropped.
 */
public final class DroppedProgress {
  private static final Logger LOG = LoggerFactory.getLogger(DroppedProgress.class);

  /** More records than this are not kept by Connect without a heartbeat. */
  private static final int MAX_UNKNOWN = 100_000;

  private enum Fate {
    UNKNOWN,
    ACKNOWLEDGED,
    DROPPED
  }

  /** The record of a table that was handed over last. */
  private static final class Table {
    private @Nullable SourceRecord last;
    private Fate fate = Fate.UNKNOWN;
    private long handedOverNanos;
    private long heartbeatNanos;
    private boolean hadHeartbeat;
  }

  private final Predicate<SourceRecord> isHeartbeat;
  private final UnaryOperator<SourceRecord> heartbeatOf;
  private final long intervalNanos;
  private final LongSupplier nanoTime;
  private final Map<Map<String, ?>, Table> tables = new HashMap<>();

  /** The table that was looked for last. Most records are of the same table as the one before. */
  private @Nullable Table recent;

  private @Nullable Map<String, ?> recentPartition;
  private boolean warned;

  /** The records of which nothing is known. */
  private int unknown;

  /**
   * @param isHeartbeat whether a record is a heartbeat
   * @param heartbeatOf makes a heartbeat with the offset of a record
   * @param interval the minimum time between two heartbeats of a table that are made here; zero for
   *     no heartbeats
   * @param nanoTime the clock, as {@link System#nanoTime}
   */
  public DroppedProgress(
      Predicate<SourceRecord> isHeartbeat,
      UnaryOperator<SourceRecord> heartbeatOf,
      Duration interval,
      LongSupplier nanoTime) {
    this.isHeartbeat = isHeartbeat;
    this.heartbeatOf = heartbeatOf;
    this.intervalNanos = interval.toNanos();
    this.nanoTime = nanoTime;
  }

  /** Notes records that are handed over now, and returns them with the heartbeats that are due. */
  public synchronized List<SourceRecord> handOver(List<SourceRecord> records) {
    if (intervalNanos == 0) {
      return records;
    }
    long now = nanoTime.getAsLong();
    for (int i = 0; i < records.size(); i++) {
      // The records of a table mostly share their source partition and follow each other.
      if (i + 1 == records.size()
          || records.get(i).sourcePartition() != records.get(i + 1).sourcePartition()) {
        note(records.get(i), now);
      }
    }
    List<SourceRecord> all = records;
    unknown += records.size();
    if (unknown >= MAX_UNKNOWN && !records.isEmpty()) {
      SourceRecord last = records.get(records.size() - 1);
      if (!isHeartbeat.test(last)) {
        unknown = 0;
        all = new ArrayList<>(records);
        all.add(heartbeatAfter(last, now));
      }
    }
    for (Table table : tables.values()) {
      SourceRecord last = table.last;
      if (last != null && isDue(table, last, now)) {
        table.hadHeartbeat = true;
        table.heartbeatNanos = now;
        all = all == records ? new ArrayList<>(records) : all;
        all.add(heartbeatAfter(last, now));
      }
    }
    return all;
  }

  private SourceRecord heartbeatAfter(SourceRecord last, long now) {
    SourceRecord heartbeat = heartbeatOf.apply(last);
    note(heartbeat, now);
    return heartbeat;
  }

  private void note(SourceRecord record, long now) {
    Table table = tables.computeIfAbsent(record.sourcePartition(), any -> new Table());
    table.last = record;
    table.fate = Fate.UNKNOWN;
    table.handedOverNanos = now;
  }

  private @Nullable Table tableOf(SourceRecord record) {
    Map<String, ?> partition = record.sourcePartition();
    if (recent == null || recentPartition != partition) {
      recent = tables.get(partition);
      recentPartition = partition;
    }
    return recent;
  }

  private boolean isDue(Table table, SourceRecord last, long now) {
    boolean isLost =
        switch (table.fate) {
          case DROPPED -> true;
          case UNKNOWN -> now - table.handedOverNanos >= 2 * intervalNanos;
          case ACKNOWLEDGED -> false;
        };
    return isLost
        && !isHeartbeat.test(last)
        && (!table.hadHeartbeat || now - table.heartbeatNanos >= intervalNanos);
  }

  /**
   * Notes that Kafka has acknowledged a record, or that Connect has dropped it.
   *
   * @return whether it is a heartbeat that was dropped
   */
  public synchronized boolean completed(SourceRecord record, boolean dropped) {
    unknown = Math.max(0, unknown - 1);
    Table table = tableOf(record);
    if (table != null && table.last == record) {
      table.fate = dropped ? Fate.DROPPED : Fate.ACKNOWLEDGED;
    }
    if (!dropped || !isHeartbeat.test(record)) {
      return false;
    }
    warn(record);
    return true;
  }

  /**
   * Notes that everything that was handed over is committed in transactions. Connect reports the
   * records of a transaction before that, so a record of which nothing is known was dropped.
   *
   * @return the dropped heartbeats that were handed over last of their tables
   */
  public synchronized List<SourceRecord> committed() {
    List<SourceRecord> dropped = new ArrayList<>();
    for (Table table : tables.values()) {
      SourceRecord last = table.last;
      if (last != null && table.fate == Fate.UNKNOWN && isHeartbeat.test(last)) {
        table.fate = Fate.DROPPED;
        warn(last);
        dropped.add(last);
      }
    }
    return dropped;
  }

  private void warn(SourceRecord heartbeat) {
    if (!warned) {
      warned = true;
      LOG.warn(
          "A heartbeat of the table with the source partition {} was dropped by a transform, or"
              + " skipped because of errors.tolerance=all. Heartbeats store progress that no record"
              + " stores, so this progress is lost. Exclude records without the header"
              + " delta.change.type from the transforms with a predicate",
          heartbeat.sourcePartition());
    }
  }
}
