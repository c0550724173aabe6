package io.deltacdf.connect.record;

/** What a heartbeat says about a table that is not read, or was not read until now. */
public enum HeartbeatState {
  /** The table is read again. */
  RUNNING,
  /** Reading the table has failed for a while, and is retried. */
  RETRYING,
  /** The table has failed and is only tried again from time to time. */
  PARKED
}
