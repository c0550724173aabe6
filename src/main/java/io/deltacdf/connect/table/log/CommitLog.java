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
   * table that was recreated. After a commit was read, and before it is returned, the file of the
   * commit before it is looked at again.
   */
  @Nullable Commit next();

  /** The state of the table at the position; null before the first commit of the table. */
  @Nullable TableState state();

  /** The latest version that was seen in the log; that of the position before the first look. */
  long latestVersion();

  /** The position after the last commit returned, or the position that the log was opened at. */
  LogPosition position();

  /**
   * Finds out whether another table is at the path: looks at the file of the commit at the position
   * again, or at the newest version if the file is gone.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException TABLE_REPLACED if another table is at the
   *     path, COMMIT_REWRITTEN if the commit has other content now, NOT_A_TABLE if there is no
   *     table
   */
  void requireSameTable();

  @Override
  void close();
}
