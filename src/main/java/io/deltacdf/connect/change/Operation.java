package io.deltacdf.connect.change;

/** What happened to a row: Debezium's four operations, and preimages. */
public enum Operation {
  /** The row is part of a snapshot. */
  READ,
  CREATE,
  UPDATE,
  /** The row before an update, as a change of its own. */
  PREIMAGE,
  DELETE
}
