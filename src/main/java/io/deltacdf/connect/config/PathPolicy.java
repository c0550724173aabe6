package io.deltacdf.connect.config;

/**
 * What to do if the path of a table holds something else than the table that was published.
 *
 * @param replaced what to do if it is another table
 */
public record PathPolicy(Replaced replaced) {
  /** {@code table.replaced}: what to do if another table is at the path. */
  public enum Replaced {
    /** The table stops with TABLE_REPLACED. */
    FAIL,
    /** A snapshot of the other table is taken, with a warning. */
    SNAPSHOT
  }
}
