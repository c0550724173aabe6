package io.deltacdf.connect.config;

/** Where a table without a stored offset starts. */
public sealed interface StartPosition {
  /** No {@code start.*} option is set: {@code snapshot.mode} rules. */
  record Snapshot() implements StartPosition {}

  /** {@code start.version}: the first version whose changes are published. */
  record Version(long version) implements StartPosition {}

  /**
   * {@code start.timestamp}: the first commit at or after this time, in milliseconds since the
   * epoch.
   */
  record Timestamp(long millis) implements StartPosition {}

  /** {@code start.version=latest}: the next commit. */
  record Latest() implements StartPosition {}
}
