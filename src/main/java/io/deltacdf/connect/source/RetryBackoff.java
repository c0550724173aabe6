package io.deltacdf.connect.source;

import io.deltacdf.connect.config.FlowConfig;
import java.util.OptionalLong;

/**
 * Counts the retries since the last success and determines how long to wait for the next one: twice
 * as long each time, up to a maximum.
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
    nextNanos = initialNanos;
  }

  /** Starts counting again. */
  void succeeded() {
    attempts = 0;
    nextNanos = initialNanos;
  }

  /**
   * Returns the nanoseconds until the next retry after a failed attempt; empty if no retry is left.
   */
  OptionalLong failed() {
    if (maxAttempts >= 0 && attempts >= maxAttempts) {
      return OptionalLong.empty();
    }
    attempts++;
    long nanos = nextNanos;
    nextNanos = Math.min(2 * nanos, maxNanos);
    return OptionalLong.of(nanos);
  }

  /** Returns the number of retries since the last success. */
  int attempts() {
    return attempts;
  }
}
