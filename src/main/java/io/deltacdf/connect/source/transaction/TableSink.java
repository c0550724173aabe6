package io.deltacdf.connect.source.transaction;

import io.deltacdf.connect.record.RecordSink;

/** Accepts the records of one table, and knows whether other tables wait for them. */
public interface TableSink extends RecordSink {
  /**
   * Whether the table has to go on without a pause, because other tables wait until its commit is
   * complete.
   */
  default boolean keepsThread() {
    return false;
  }

  /** Tells that no record follows for a time, in nanoseconds. */
  default void paused(long nanos) {}
}
