package io.deltacdf.connect.source;

import io.deltacdf.connect.config.FlowConfig;
import java.util.OptionalLong;

/**
 * Counts failed attempts since the last success, and says how long to wait for the next one: twice
 * as long each time, up to the longest.
 */
final class RetryBackoff {
  private final int maxAttempts;
  private final long initialNanos;
  private final long maxNanos;
  private int attempts;
  private long nextNanos;

  RetryBackoff(FlowConfig flow) {
    maxAttempts = flow.retryMaxAttempts();
    maxNanos = flow.retryDelayMax().toNanos();
    initialNanos = Math.min(flow.retryDelayInitial().toNanos(), maxNanos);
    succeeded();
  }

  void succeeded() {
    attempts = 0;
    nextNanos = initialNanos;
  }

  /** An attempt failed; gives the nanoseconds to the next one, or nothing where none is left. */
  OptionalLong failed() {
    if (maxAttempts >= 0 && attempts >= maxAttempts) {
      return OptionalLong.empty();
    }
    attempts++;
    long nanos = nextNanos;
    nextNanos = Math.min(2 * nanos, maxNanos);
    return OptionalLong.of(nanos);
  }

  /** How many retries were asked for since the last success. */
  int attempts() {
    return attempts;
  }
}
