package io.deltacdf.connect.source;

import java.time.Duration;

/**
 * Determines how long to wait before an idle table is checked again: a short time after a commit,
 * then twice as long after each check that finds nothing, up to a maximum.
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

  /** Starts again with the shortest wait, because something new was found. */
  void active() {
    nextNanos = minNanos;
  }

  /** Returns the nanoseconds until the next check, after one that found nothing new. */
  long idleNanos() {
    long nanos = nextNanos;
    nextNanos = Math.min(Math.max(2 * nanos, 1), maxNanos);
    return nanos;
  }
}
