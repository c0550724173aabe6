package io.deltacdf.connect.change;

/** What happened to a key; Debezium's four operations. */
public enum Operation {
  /** The row is part of a snapshot. */
  READ,
  CREATE,
  UPDATE,
  DELETE
}
