package io.deltacdf.connect.config;

/** {@code snapshot.mode}: which rows of a table are published besides its changes. */
public enum SnapshotMode {
  /** The table's rows, then its changes. */
  INITIAL,
  /** The table's rows, then nothing more. */
  INITIAL_ONLY,
  /** The changes that follow the version at the start. */
  NO_DATA,
  /** As {@link #INITIAL}, and again in place of changes or rows that can no longer be read. */
  WHEN_NEEDED
}
