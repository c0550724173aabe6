package io.deltacdf.connect.config;

/** {@code snapshot.mode}: what the first run of a table without a start position publishes. */
public enum SnapshotMode {
  /** The table's rows, then its changes. */
  INITIAL,
  /** The table's rows, then nothing more. */
  INITIAL_ONLY,
  /** The changes that follow the version at the start. */
  NO_DATA
}
