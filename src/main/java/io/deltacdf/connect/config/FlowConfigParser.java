package io.deltacdf.connect.config;

import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionValues;
import java.time.Duration;
import java.util.OptionalInt;

/** Parses the groups "Flow" and "Errors". */
final class FlowConfigParser {
  private final OptionValues values;

  FlowConfigParser(OptionValues values) {
    this.values = values;
  }

  /** Parses valid options. */
  FlowConfig parse() {
    return new FlowConfig(
        FlowOptions.POLL_INTERVAL_MS.from(values),
        smaller(FlowOptions.POLL_INTERVAL_MIN_MS, FlowOptions.POLL_INTERVAL_MS),
        FlowOptions.MAX_BATCH_SIZE.from(values),
        FlowOptions.MAX_QUEUE_SIZE_IN_BYTES.from(values),
        FlowOptions.READER_THREADS.from(values),
        FlowOptions.READER_MEMORY_MAX_BYTES
            .find(values)
            .orElseGet(FlowOptions::defaultReaderMemory),
        FlowOptions.HEARTBEAT_INTERVAL_MS.from(values),
        FlowOptions.TRANSACTION_MAX_RECORDS.from(values),
        FlowOptions.TRANSACTION_MAX_MS.from(values),
        ErrorOptions.TABLE_FAILURE_POLICY.from(values),
        ErrorOptions.READ_RETRY_MAX_ATTEMPTS
            .find(values)
            .map(OptionalInt::of)
            .orElse(OptionalInt.empty()),
        smaller(ErrorOptions.READ_RETRY_DELAY_INITIAL_MS, ErrorOptions.READ_RETRY_DELAY_MAX_MS),
        ErrorOptions.READ_RETRY_DELAY_MAX_MS.from(values),
        FlowOptions.LOG_PROGRESS_INTERVAL_MS.from(values),
        FlowOptions.RETENTION_WARNING_MS.from(values));
  }

  /** The lower value exceeds the upper one only if it is a default; then the upper one applies. */
  private Duration smaller(Option<Duration> lower, Option<Duration> upper) {
    Duration low = lower.from(values);
    Duration high = upper.from(values);
    return low.compareTo(high) > 0 ? high : low;
  }
}
