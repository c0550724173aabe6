package io.deltacdf.connect.table;

import java.util.List;
import java.util.Optional;

/**
 * One version of a table's log.
 *
 * @param version the version
 * @param timestamp milliseconds since the epoch: the in-commit timestamp where the table has it,
 *     else the log file's modification time made strictly monotonic over the commits that one log
 *     has followed
 * @param operation {@code commitInfo.operation}, such as {@code MERGE}
 * @param before the table before the commit
 * @param after the table after the commit
 * @param files the files that hold the commit's changes, in the order of its actions; empty where
 *     it changes no data
 */
public record Commit(
    long version,
    long timestamp,
    Optional<String> operation,
    TableState before,
    TableState after,
    List<ChangedFile> files) {
  public Commit {
    files = List.copyOf(files);
  }

  /** Whether columns changed in any way that rows show: names, types, nullability or order. */
  public boolean changesSchema() {
    return before != after && !before.schema().hasSameColumns(after.schema());
  }
}
