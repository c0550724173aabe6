package io.deltacdf.connect.table.log;

import io.deltacdf.connect.table.TableState;

/**
 * Follows a table's log from a position, one commit after the other, without gap. Not thread-safe.
 * Failures are {@link io.deltacdf.connect.error.DeltaCdfException}s; after a retriable one {@link
 * #next} may be called again and goes on at the same commit.
 */
public interface CommitLog extends AutoCloseable {
  /**
   * The next commit, or null where there is none yet. Without a new commit this costs one status
   * call for the next commit's file; a listing from the position looks for gaps, truncation and
   * re-creation at the start and once a minute.
   */
  Commit next();

  /** The table at the position: what the last commit left behind. */
  TableState state();

  /** The last commit given out, or the position the log was opened at. */
  LogPosition position();

  @Override
  void close();
}
