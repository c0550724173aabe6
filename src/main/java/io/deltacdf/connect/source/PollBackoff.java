package io.deltacdf.connect.source;

import java.time.Duration;

/**
 * How long to wait before an idle table is looked at again: a short time right behind a commit,
 * twice as long after each look without one, up to the longest.
 */
final class PollBackoff {
  private final long minNanos;
  private final long maxNanos;
  private long nextNanos;

  PollBackoff(Duration min, Duration max) {
    maxNanos = max.toNanos();
    minNanos = Math.min(min.toNanos(), maxNanos);
    nextNanos = maxNanos;
  }

  /** Something new was found. */
  void active() {
    nextNanos = minNanos;
  }

  /** Nothing new was found; gives the nanoseconds to the next look. */
  long idleNanos() {
    long nanos = nextNanos;
    nextNanos = Math.min(Math.max(2 * nanos, 1), maxNanos);
    return nanos;
  }
}
