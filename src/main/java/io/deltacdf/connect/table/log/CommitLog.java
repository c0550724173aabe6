package io.deltacdf.connect.table.log;

import io.deltacdf.connect.table.TableState;
import org.jspecify.annotations.Nullable;

/**
 * Follows a table's log from a position, commit by commit and without gaps. Not thread-safe.
 * Failures are {@link io.deltacdf.connect.error.DeltaCdfException}s. After a retriable failure,
 * {@link #next} may be called again and continues with the same commit.
 */
public interface CommitLog extends AutoCloseable {
  /**
   * Returns the next commit, or null if there is none yet. If there is no new commit, this makes
   * one status call for the next commit's file. The first call, and one call a minute after that,
   * lists the log from the position instead, to detect missing versions, a truncated log and a
   * table that was recreated.
   */
  @Nullable Commit next();

  /** The state of the table at the position; null before the first commit of the table. */
  @Nullable TableState state();

  /** The position after the last commit returned, or the position that the log was opened at. */
  LogPosition position();

  @Override
  void close();
}
