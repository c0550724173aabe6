package io.deltacdf.connect.config;

import java.time.Duration;
import java.util.List;

/**
 * Where a table may be read, and what to do if its path holds something else than the table that
 * was published.
 *
 * @param replaced what to do if it is another table
 * @param replicationGrace how long files of a new commit, and commits before it, may be missing
 * @param missing what to do if there is no table yet
 * @param allowedPaths the places outside of the table's own store where its files may be
 */
public record PathPolicy(
    Replaced replaced, Duration replicationGrace, Missing missing, List<String> allowedPaths) {
  public PathPolicy {
    allowedPaths = List.copyOf(allowedPaths);
  }

  /** {@code table.missing}: what to do if there is no table at the path yet. */
  public enum Missing {
    /** The table stops with NOT_A_TABLE. */
    FAIL,
    /** The table is looked for until it is there. */
    WAIT
  }

  /** {@code table.replaced}: what to do if another table is at the path. */
  public enum Replaced {
    /** The table stops with TABLE_REPLACED. */
    FAIL,
    /** A snapshot of the other table is taken, with a warning. */
    SNAPSHOT
  }
}
