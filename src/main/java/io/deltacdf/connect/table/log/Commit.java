package io.deltacdf.connect.table.log;

import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.TableState;
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
 * @param changeFiles the change files, in the order of its actions; empty where it has none
 * @param dataFiles the added and removed files, in the order of its actions; empty where it changes
 *     no data
 */
public record Commit(
    long version,
    long timestamp,
    Optional<String> operation,
    TableState before,
    TableState after,
    List<ChangedFile> changeFiles,
    List<ChangedFile> dataFiles) {
  public Commit {
    changeFiles = List.copyOf(changeFiles);
    dataFiles = List.copyOf(dataFiles);
  }

  /**
   * The files that the change data feed is read from, where it is on: the change files alone where
   * there are any, else the added and removed files.
   */
  public List<ChangedFile> files() {
    return changeFiles.isEmpty() ? dataFiles : changeFiles;
  }

  /** Whether columns changed in any way that rows show: names, types, nullability or order. */
  public boolean changesSchema() {
    return before != after && !before.schema().hasSameColumns(after.schema());
  }
}
