package io.deltacdf.connect.config;

/**
 * Where a table without a stored offset starts. Positions that an option names print themselves as
 * the option's value.
 */
public sealed interface StartPosition {
  /** The value of {@code start.version} that means the next commit. */
  String LATEST = "latest";

  /** Neither {@code start.*} option is set, so {@code snapshot.mode} decides. */
  record Snapshot() implements StartPosition {}

  /** {@code start.version}: the first version whose changes are published. */
  record Version(long version) implements StartPosition {
    @Override
    public String toString() {
      return Long.toString(version);
    }
  }

  /**
   * {@code start.timestamp}: the first commit at or after a time.
   *
   * @param millis the time in milliseconds since the epoch
   */
  record Timestamp(long millis) implements StartPosition {
    @Override
    public String toString() {
      return Long.toString(millis);
    }
  }

  /** {@code start.version=latest}: the next commit. */
  record Latest() implements StartPosition {
    @Override
    public String toString() {
      return LATEST;
    }
  }
}
