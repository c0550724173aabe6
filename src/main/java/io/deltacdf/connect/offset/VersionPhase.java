package io.deltacdf.connect.offset;

/** The passes over a version, in the order in which they publish. */
public enum VersionPhase {
  /** Rows of a snapshot. */
  READ,
  /** Keys that the commit deletes. */
  DELETE,
  /** Keys that the commit creates or updates; without a key all rows. */
  UPSERT
}
