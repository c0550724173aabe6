package io.deltacdf.connect.config;

/** {@code table.failure.policy}: what the failure of one table does to the others of its task. */
public enum TableFailurePolicy {
  /** The task fails. */
  FAIL,
  /** The table is parked and tried again later; the others go on. */
  ISOLATE
}
