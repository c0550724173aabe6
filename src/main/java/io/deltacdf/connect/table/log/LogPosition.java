package io.deltacdf.connect.table.log;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A position in a table's log.
 *
 * @param version the last completed version; -1 if no version is completed
 * @param tableId the table's id at that version, if it is known
 * @param timestamp the version's adjusted timestamp in milliseconds since the epoch, if it is
 *     known; the timestamps of later commits are adjusted to be greater
 * @param commitHash the version and the hash of the bytes of its commit file, if it is known, such
 *     as {@code 41:0123456789abcdef}
 * @param catalogTableId the table's id in the catalog that it was found in; empty if it is given by
 *     its path, or if the id is not known
 */
public record LogPosition(
    long version,
    Optional<String> tableId,
    OptionalLong timestamp,
    Optional<String> commitHash,
    Optional<String> catalogTableId) {
  /** Creates a position in a table that is given by its path. */
  public LogPosition(
      long version, Optional<String> tableId, OptionalLong timestamp, Optional<String> commitHash) {
    this(version, tableId, timestamp, commitHash, Optional.empty());
  }

  /** Creates a position without the hash of its commit. */
  public LogPosition(long version, Optional<String> tableId, OptionalLong timestamp) {
    this(version, tableId, timestamp, Optional.empty(), Optional.empty());
  }

  /** Returns the position before a version, with unknown table id and timestamp. */
  public static LogPosition before(long version) {
    return new LogPosition(version - 1, Optional.empty(), OptionalLong.empty());
  }
}
