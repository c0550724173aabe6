package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A Delta table that is open for reading. Thread-safe, but the logs and readers that it creates are
 * not. All failures are {@link io.deltacdf.connect.error.DeltaCdfException}s.
 */
public interface DeltaTable {
  /** The table's name in the configuration. */
  String name();

  /** The normalized path or URI. */
  String path();

  /**
   * Returns the table without anything that was cached of its files, because a file that was
   * damaged may have been replaced.
   */
  default DeltaTable reopened() {
    return this;
  }

  /** Loads the newest version of the table. */
  TableSnapshot latestSnapshot();

  /** Loads a version of the table; fails with LOG_TRUNCATED if the log no longer allows it. */
  TableSnapshot snapshotAt(long version);

  /** Returns the oldest version whose commit file is still in the log. */
  long earliestVersion();

  /**
   * Returns the first version whose timestamp is at or after {@code timestamp} (milliseconds since
   * the epoch), or empty if there is none yet.
   */
  OptionalLong versionAtOrAfter(long timestamp);

  /** Returns the modification time of a version's commit file; empty if there is no such file. */
  OptionalLong commitTime(long version);

  /**
   * Returns the latest modification time of the commit files right after a missing version; empty
   * if no version is missing.
   */
  OptionalLong timeAfterGap();

  /**
   * Follows the log from a position. The first commit returned is {@code position.version() + 1}.
   * Does no I/O yet.
   */
  CommitLog follow(LogPosition position);

  /**
   * Finds out whether another table than that of a position is at the path: see {@link
   * CommitLog#requireSameTable}. Does nothing if the position does not tell which table it is.
   */
  void requireSameTable(LogPosition position);

  /**
   * Drops what is cached of files, because another table at the path may have files of the same
   * names.
   */
  void forgetFiles();

  /**
   * Tells the table that its store has denied access, so that credentials that a catalog has handed
   * out are not used again.
   */
  default void accessDenied() {}

  /**
   * Fails with PATH_NOT_ALLOWED if one of the files, or a deletion vector of it, is in a place that
   * the table may not be read from. {@link #read} fails too, but only once it comes to the file.
   */
  default void requireAllowed(List<ChangedFile> files) {}

  /**
   * Reads a file.
   *
   * @param ordinals the columns to read, as ordinals in {@code file.state().schema()}
   */
  BatchReader read(ChangedFile file, int... ordinals);

  /**
   * Reads a file of which only rows of some change types are wanted. Row groups of a change file
   * whose statistics exclude these types are left out; other rows may be returned.
   *
   * @param ordinals as for {@link #read(ChangedFile, int...)}
   */
  default BatchReader read(ChangedFile file, Set<ChangeType> wanted, int... ordinals) {
    return read(file, ordinals);
  }

  /**
   * Reads an added or removed file of a table with row tracking, together with the ids of its rows:
   * {@link ColumnBatch#rowId} and {@link ColumnBatch#rowCommitVersion}.
   *
   * @param ordinals as for {@link #read}
   */
  BatchReader readWithRowIds(ChangedFile file, int... ordinals);

  /**
   * Whether all rows of a file are known to be inserts without reading them. This is so for an
   * added file, and for a change file whose footer shows it. Reads the footer of a change file.
   */
  boolean holdsOnlyInserts(ChangedFile file);
}
