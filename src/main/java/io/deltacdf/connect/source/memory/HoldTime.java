package io.deltacdf.connect.source.memory;

import java.util.concurrent.TimeUnit;

/** For how long a table has had a row group, compared with what it takes to load one. */
final class HoldTime {
  private static final long MIN_HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int HOLD_PER_LOAD = 8;

  private long loadedFrom;
  private long loadNanos;
  private long heldSince;

  /**
   * A row group is going to be loaded.
   *
   * @param continues whether it follows another one of the same file without a wait
   */
  void startLoad(boolean continues, long now) {
    loadedFrom = now;
    loadNanos = 0;
    heldSince = continues ? heldSince : now;
  }

  void endLoad(long now) {
    loadNanos = now - loadedFrom;
    heldSince = heldSince == loadedFrom ? now : heldSince;
  }

  boolean isLongEnough(long now) {
    return now - heldSince >= Math.max(MIN_HOLD_NANOS, HOLD_PER_LOAD * loadNanos);
  }
}
