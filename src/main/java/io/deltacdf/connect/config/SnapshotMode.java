package io.deltacdf.connect.config;

/** {@code snapshot.mode}: which rows of a table are published besides its changes. */
public enum SnapshotMode {
  /** The table's rows, then its changes. */
  INITIAL,
  /** The table's rows and nothing else. */
  INITIAL_ONLY,
  /** No rows, only the changes that follow the newest version at the start. */
  NO_DATA,
  /** The same as {@link #INITIAL}, and again if changes or rows can no longer be read. */
  WHEN_NEEDED
}
