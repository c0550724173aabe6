package io.deltacdf.connect.metrics;

/** What the reader of a table does. The order of the constants is the number in the metrics. */
public enum Activity {
  /** The table is due, and its reader has not looked at it yet. */
  STARTING,
  /** The rows of a snapshot are published. */
  SNAPSHOT,
  /** Commits are published. */
  STREAMING,
  /** All commits of the table are published. */
  IDLE,
  /** A failure is retried. */
  RETRYING,
  /** The table has failed, while other tables of the task go on. */
  PARKED,
  /** The table does not exist yet. */
  WAITING,
  /** Nothing more is read: {@code end.version} is reached, or the only snapshot is completed. */
  COMPLETED
}
