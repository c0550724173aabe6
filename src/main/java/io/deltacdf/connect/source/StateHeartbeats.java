package io.deltacdf.connect.source;

import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.record.HeartbeatRecords;
import io.deltacdf.connect.record.HeartbeatState;
import io.deltacdf.connect.record.RecordSink;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The heartbeats of a table that is not read. They repeat the offset that the table has reached,
 * since a record without one would erase the stored offset. A table that has no offset yet has none
 * of these heartbeats: any offset would decide where it starts. Not thread-safe.
 */
final class StateHeartbeats {
  private final HeartbeatRecords records;
  private final RecordSink sink;
  private final long intervalNanos;
  private final LongSupplier nanoTime;
  private HeartbeatState lastState = HeartbeatState.RUNNING;
  private Optional<ErrorCode> lastCode = Optional.empty();
  private long lastNanos;

  /**
   * @param sink the sink of the table's records, so that heartbeats keep their order among them
   * @param interval zero for no heartbeats
   * @param nanoTime the clock, as {@link System#nanoTime}
   */
  StateHeartbeats(
      HeartbeatRecords records, RecordSink sink, Duration interval, LongSupplier nanoTime) {
    this.records = records;
    this.sink = sink;
    this.intervalNanos = interval.toNanos();
    this.nanoTime = nanoTime;
  }

  /**
   * Reports that the table is not read: at once if the state or the code is new, otherwise if the
   * interval since the last such heartbeat is over.
   *
   * @param reached the offset that the table has reached; null if there is none
   */
  void report(HeartbeatState state, ErrorCode code, @Nullable Map<String, ?> reached)
      throws InterruptedException {
    Optional<ErrorCode> newCode = Optional.of(code);
    if (state != lastState
        || !newCode.equals(lastCode)
        || nanoTime.getAsLong() - lastNanos >= intervalNanos) {
      send(state, newCode, reached);
    }
  }

  /** Reports that the table is read again, if the last of these heartbeats says that it is not. */
  void reportRunning(@Nullable Map<String, ?> reached) throws InterruptedException {
    if (lastState != HeartbeatState.RUNNING) {
      send(HeartbeatState.RUNNING, Optional.empty(), reached);
    }
  }

  private void send(
      HeartbeatState state, Optional<ErrorCode> code, @Nullable Map<String, ?> reached)
      throws InterruptedException {
    if (intervalNanos == 0 || reached == null) {
      return;
    }
    sink.accept(
        records.withState(reached, state, code, System.currentTimeMillis()),
        HeartbeatRecords.RECORD_BYTES);
    lastState = state;
    lastCode = code;
    lastNanos = nanoTime.getAsLong();
  }
}
