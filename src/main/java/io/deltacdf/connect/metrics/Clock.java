package io.deltacdf.connect.metrics;

import java.util.function.LongSupplier;

/**
 * Measures how long ago something happened.
 *
 * @param millis the time in milliseconds, as {@link System#currentTimeMillis}
 */
record Clock(LongSupplier millis) {
  /** The time of what has not happened, and the time since then. */
  static final long NEVER = -1;

  long now() {
    return millis.getAsLong();
  }

  /** Returns the milliseconds since a time, at least 0; {@link #NEVER} since {@link #NEVER}. */
  long since(long time) {
    return time == NEVER ? NEVER : Math.max(0, now() - time);
  }
}
