package io.deltacdf.connect.config;

import java.time.Duration;
import java.util.function.Function;

/** Reads the groups "Flow" and "Errors". */
final class FlowConfigParser {
  private final Function<String, Object> options;

  FlowConfigParser(Function<String, Object> options) {
    this.options = options;
  }

  /** Reads valid options. */
  FlowConfig read() {
    return new FlowConfig(
        millis(FlowOptions.POLL_INTERVAL_MS),
        atMost(FlowOptions.POLL_INTERVAL_MIN_MS, FlowOptions.POLL_INTERVAL_MS),
        (int) options.apply(FlowOptions.MAX_BATCH_SIZE),
        (long) options.apply(FlowOptions.MAX_QUEUE_SIZE_IN_BYTES),
        (int) options.apply(FlowOptions.READER_THREADS),
        millis(FlowOptions.HEARTBEAT_INTERVAL_MS),
        (int) options.apply(ErrorOptions.READ_RETRY_MAX_ATTEMPTS),
        atMost(ErrorOptions.READ_RETRY_DELAY_INITIAL_MS, ErrorOptions.READ_RETRY_DELAY_MAX_MS),
        millis(ErrorOptions.READ_RETRY_DELAY_MAX_MS));
  }

  private Duration millis(String option) {
    return Duration.ofMillis((long) options.apply(option));
  }

  /** Where both are set validation has seen to it; here a default gives way. */
  private Duration atMost(String lower, String upper) {
    Duration low = millis(lower);
    Duration high = millis(upper);
    return low.compareTo(high) > 0 ? high : low;
  }
}
