package io.deltacdf.connect.table.log;

import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.TableState;
import java.util.List;
import java.util.Optional;

/**
 * One version of a table's log.
 *
 * @param version the version
 * @param timestamp milliseconds since the epoch: the in-commit timestamp if the table has it,
 *     otherwise the modification time of the commit file, adjusted so that the timestamps of
 *     consecutive commits increase
 * @param operation {@code commitInfo.operation}, such as {@code MERGE}
 * @param before the table before the commit
 * @param after the table after the commit
 * @param hashes the hashes of the bytes of this commit and of the one before it
 * @param changeFiles the change files in the order of the actions; empty if there are none
 * @param dataFiles the added and removed files in the order of the actions; empty if the commit
 *     changes no data
 */
public record Commit(
    long version,
    long timestamp,
    Optional<String> operation,
    TableState before,
    TableState after,
    CommitHashes hashes,
    List<ChangedFile> changeFiles,
    List<ChangedFile> dataFiles) {
  public Commit {
    changeFiles = List.copyOf(changeFiles);
    dataFiles = List.copyOf(dataFiles);
  }

  /**
   * The files that the change data feed is read from if it is enabled: only the change files if
   * there are any, otherwise the added and removed files.
   */
  public List<ChangedFile> files() {
    return changeFiles.isEmpty() ? dataFiles : changeFiles;
  }

  /** Whether the names, types, nullability or order of columns changed. */
  public boolean changesSchema() {
    return before != after && !before.schema().hasSameColumns(after.schema());
  }
}
