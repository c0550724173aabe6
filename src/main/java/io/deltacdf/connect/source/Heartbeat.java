package io.deltacdf.connect.source;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.HeartbeatRecords;
import io.deltacdf.connect.record.RecordSink;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Tells how far a table is published where none of its records does: Connect stores an offset only
 * with a record. At most one heartbeat in {@code heartbeat.interval.ms}, and none without progress.
 */
final class Heartbeat {
  private final HeartbeatRecords records;
  private final RecordSink sink;
  private final long intervalNanos;
  private final LongSupplier nanoTime;
  private Optional<SourceOffset> told = Optional.empty();
  private boolean beaten;
  private long lastBeat;

  /**
   * @param sink the table's own, so that heartbeats keep their place among its records
   * @param interval zero for no heartbeats
   * @param nanoTime as {@link System#nanoTime}
   */
  Heartbeat(HeartbeatRecords records, RecordSink sink, Duration interval, LongSupplier nanoTime) {
    this.records = records;
    this.sink = sink;
    this.intervalNanos = interval.toNanos();
    this.nanoTime = nanoTime;
  }

  /**
   * Tells of progress if it is time to.
   *
   * @param untold how far the table is published, where no record of it says so
   */
  void progress(Optional<SourceOffset> untold) throws InterruptedException {
    if (!beaten || nanoTime.getAsLong() - lastBeat >= intervalNanos) {
      last(untold);
    }
  }

  /** Tells of progress that nothing will follow. */
  void last(Optional<SourceOffset> untold) throws InterruptedException {
    if (intervalNanos == 0 || untold.isEmpty() || untold.equals(told)) {
      return;
    }
    sink.accept(
        records.at(untold.get(), System.currentTimeMillis()), HeartbeatRecords.RECORD_BYTES);
    told = untold;
    beaten = true;
    lastBeat = nanoTime.getAsLong();
  }
}
