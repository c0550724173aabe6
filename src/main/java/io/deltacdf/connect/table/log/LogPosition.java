package io.deltacdf.connect.table.log;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A place in a table's log: all versions up to {@code version} are done.
 *
 * @param version the last version done; -1 before the first
 * @param tableId the table's id at that version, where it is known
 * @param timestamp the version's adjusted timestamp in milliseconds, where it is known: the chain
 *     of monotonic timestamps goes on from there
 */
public record LogPosition(long version, Optional<String> tableId, OptionalLong timestamp) {
  /** The place just before a version, nothing else known. */
  public static LogPosition before(long version) {
    return new LogPosition(version - 1, Optional.empty(), OptionalLong.empty());
  }
}
