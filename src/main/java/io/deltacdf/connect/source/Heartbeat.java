package io.deltacdf.connect.source;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.HeartbeatRecords;
import io.deltacdf.connect.record.RecordSink;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports offsets that no record of the table carries: Connect stores an offset only with a record.
 * Sends at most one heartbeat in {@code heartbeat.interval.ms}, and none without progress.
 */
final class Heartbeat {
  private final HeartbeatRecords records;
  private final RecordSink sink;
  private final long intervalNanos;
  private final LongSupplier nanoTime;
  private @Nullable SourceOffset lastReported;
  private long lastNanos;

  /**
   * @param sink the sink of the table's records, so that heartbeats keep their order among them
   * @param interval zero for no heartbeats
   * @param nanoTime the clock, as {@link System#nanoTime}
   */
  Heartbeat(HeartbeatRecords records, RecordSink sink, Duration interval, LongSupplier nanoTime) {
    this.records = records;
    this.sink = sink;
    this.intervalNanos = interval.toNanos();
    this.nanoTime = nanoTime;
  }

  /**
   * Reports an offset if the interval since the last heartbeat is over.
   *
   * @param unreported the offset that the table has reached and that no record carries; null if
   *     there is none
   */
  void report(@Nullable SourceOffset unreported) throws InterruptedException {
    if (lastReported == null || nanoTime.getAsLong() - lastNanos >= intervalNanos) {
      reportNow(unreported);
    }
  }

  /** Reports an offset at once, because nothing follows it. */
  void reportNow(@Nullable SourceOffset unreported) throws InterruptedException {
    if (intervalNanos == 0 || unreported == null || unreported.equals(lastReported)) {
      return;
    }
    sink.accept(records.at(unreported, System.currentTimeMillis()), HeartbeatRecords.RECORD_BYTES);
    lastReported = unreported;
    lastNanos = nanoTime.getAsLong();
  }
}
