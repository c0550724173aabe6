package io.deltacdf.connect.offset;

/** The phases in which a version is published, in their order. */
public enum VersionPhase {
  /** The rows of a snapshot. */
  READ,
  /** The keys that the commit deletes. */
  DELETE,
  /** The keys that the commit creates or updates; all rows if the table has no key. */
  UPSERT
}
