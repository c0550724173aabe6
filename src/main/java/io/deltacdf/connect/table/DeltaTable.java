package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import java.util.OptionalLong;

/**
 * A Delta table at a path, opened for reading. Opening does no I/O. Thread-safe; the logs and
 * readers it makes are not. All failures are {@link io.deltacdf.connect.error.DeltaCdfException}s.
 */
public interface DeltaTable {
  String name();

  /** The path or URI, normalized. */
  String path();

  TableSnapshot latestSnapshot();

  /** The table at a version; fails with LOG_TRUNCATED where that can no longer be built. */
  TableSnapshot snapshotAt(long version);

  /** The oldest version whose commit file is still in the log. */
  long earliestVersion();

  /**
   * The first version whose timestamp is at or after {@code timestamp} (ms since the epoch); empty
   * where it is yet to come.
   */
  OptionalLong versionAtOrAfter(long timestamp);

  /**
   * Follows the log from a position: the first commit given out is {@code position.version() + 1}.
   * Does no I/O yet.
   */
  CommitLog follow(LogPosition position);

  /**
   * Reads a file.
   *
   * @param ordinals the columns that are wanted, as ordinals of {@code file.state().schema()}
   */
  BatchReader read(ChangedFile file, int... ordinals);

  /**
   * Reads an added or removed file of a table whose row tracking is on, with the ids of its rows:
   * {@link ColumnBatch#rowId} and {@link ColumnBatch#rowCommitVersion}.
   *
   * @param ordinals as for {@link #read}
   */
  BatchReader readWithRowIds(ChangedFile file, int... ordinals);

  /**
   * Whether a file's rows are inserts as far as that is known without reading them: an added file,
   * or a change file whose footer says so. Reads the footer of a change file.
   */
  boolean holdsOnlyInserts(ChangedFile file);
}
