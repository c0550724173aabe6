package io.deltacdf.connect.source.memory;

import java.util.concurrent.TimeUnit;

/** What a table waits for, and since when. */
final class TableWait {
  /** A row group of its task, or any row group, or keys to be dropped. */
  enum Reason {
    NONE,
    ROW_GROUP_OF_TASK,
    ROW_GROUP,
    KEYS
  }

  private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(1);

  private Reason reason = Reason.NONE;
  private long since;
  private long countedAt;
  private boolean longWaitReported;

  Reason reason() {
    return reason;
  }

  boolean isWaiting() {
    return reason != Reason.NONE;
  }

  /** Returns when the table began to wait; now if it does not wait. */
  long since(long now) {
    return isWaiting() ? since : now;
  }

  /** Sets the reason; returns for how long the table has waited since this was last called. */
  long change(Reason newReason, long now) {
    long waited = isWaiting() ? now - countedAt : 0;
    if (!isWaiting()) {
      since = now;
      longWaitReported = false;
    }
    reason = newReason;
    countedAt = now;
    return waited;
  }

  /** Returns how long to wait before asking again: longer, the longer the table has waited. */
  long pauseNanos(long now) {
    return isWaiting()
        ? Math.max(MIN_PAUSE_NANOS, Math.min(MAX_PAUSE_NANOS, (now - since) / 4))
        : 0;
  }

  /** See {@link ReaderMemory.Table#startsLongWait}. */
  boolean startsLongWait(long now) {
    boolean isLong =
        (reason == Reason.ROW_GROUP || reason == Reason.KEYS)
            && !longWaitReported
            && now - since >= LONG_NANOS;
    longWaitReported |= isLong;
    return isLong;
  }
}
