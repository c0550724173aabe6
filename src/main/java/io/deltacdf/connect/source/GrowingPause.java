package io.deltacdf.connect.source;

/** A pause that is twice as long each time, up to a maximum. Not thread-safe. */
final class GrowingPause {
  private final long firstNanos;
  private final long maxNanos;
  private long nextNanos;

  GrowingPause(long firstNanos, long maxNanos) {
    this.firstNanos = Math.min(firstNanos, maxNanos);
    this.maxNanos = maxNanos;
    this.nextNanos = this.firstNanos;
  }

  /** Returns the nanoseconds of the next pause. */
  long next() {
    long nanos = nextNanos;
    nextNanos = nanos > maxNanos / 2 ? maxNanos : 2 * nanos;
    return nanos;
  }

  /** Starts again with the shortest pause. */
  void restart() {
    nextNanos = firstNanos;
  }
}
