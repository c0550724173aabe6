package io.deltacdf.connect.source;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.HeartbeatRecords;
import io.deltacdf.connect.record.RecordSink;
import io.deltacdf.connect.source.delivery.PendingHeartbeats;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports offsets that no record of the table carries: Connect stores an offset only with a record.
 * Sends at most one heartbeat in {@code heartbeat.interval.ms}, and none without progress. The
 * first heartbeat is the first record of the table: it shows that heartbeats can be written.
 */
final class Heartbeat {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

  private static final long FIRST_WARNING_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final HeartbeatRecords records;
  private final RecordSink sink;
  private final long intervalNanos;
  private final LongSupplier nanoTime;
  private final PendingHeartbeats pending;
  private @Nullable SourceOffset lastReported;
  private long lastNanos;
  private @Nullable SourceRecord first;
  private long firstWarningNanos;

  /**
   * @param sink the sink of the table's records, so that heartbeats keep their order among them
   * @param interval zero for no heartbeats
   * @param nanoTime the clock, as {@link System#nanoTime}
   * @param pending the heartbeats that are not acknowledged
   */
  Heartbeat(
      HeartbeatRecords records,
      RecordSink sink,
      Duration interval,
      LongSupplier nanoTime,
      PendingHeartbeats pending) {
    this.records = records;
    this.sink = sink;
    this.intervalNanos = interval.toNanos();
    this.nanoTime = nanoTime;
    this.pending = pending;
  }

  /**
   * Reports an offset if the interval since the last heartbeat is over.
   *
   * @param unreported the offset that the table has reached and that no record carries; null if
   *     there is none
   */
  void report(@Nullable SourceOffset unreported) throws InterruptedException {
    checkFirst();
    if (lastReported == null || nanoTime.getAsLong() - lastNanos >= intervalNanos) {
      reportNow(unreported);
    }
  }

  /** Reports an offset at once, because nothing follows it. */
  void reportNow(@Nullable SourceOffset unreported) throws InterruptedException {
    checkFirst();
    if (intervalNanos == 0 || unreported == null || unreported.equals(lastReported)) {
      return;
    }
    SourceRecord heartbeat = records.at(unreported, System.currentTimeMillis());
    long now = nanoTime.getAsLong();
    if (lastReported == null) {
      pending.add(heartbeat);
      first = heartbeat;
      firstWarningNanos = now + FIRST_WARNING_NANOS;
      // It tells nothing new, so that the first progress need not wait.
      lastNanos = now - intervalNanos;
    } else {
      lastNanos = now;
    }
    sink.accept(heartbeat, HeartbeatRecords.RECORD_BYTES);
    lastReported = unreported;
  }

  /**
   * Says which record Kafka does not acknowledge if it is the first heartbeat. Connect says nothing
   * while the producer waits for a topic that does not exist.
   */
  private void checkFirst() {
    if (first == null) {
      return;
    }
    if (!pending.contains(first)) {
      first = null;
    } else if (nanoTime.getAsLong() - firstWarningNanos >= 0) {
      firstWarningNanos = nanoTime.getAsLong() + FIRST_WARNING_NANOS;
      LOG.error(
          "Table '{}': Kafka has not acknowledged the first heartbeat for more than a minute, and"
              + " nothing is published before. Check that the brokers can be reached, and that the"
              + " topic '{}' exists, or that topic.creation.* or the brokers create it, and that"
              + " the connector may write to it",
          first.key(),
          first.topic());
    }
  }
}
