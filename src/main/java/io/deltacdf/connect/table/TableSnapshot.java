package io.deltacdf.connect.table;

import java.util.List;
import java.util.Optional;

/** A table at one version. */
public interface TableSnapshot {
  long version();

  /** The version's timestamp in milliseconds since the epoch. */
  long timestamp();

  TableState state();

  /**
   * The hash of the version's commit file as {@link io.deltacdf.connect.table.log.LogPosition} has
   * it; empty if the log no longer has the file. The first call reads the file.
   */
  Optional<String> commitHash();

  /**
   * Looks at the version's commit file again.
   *
   * @param stored the hash that the commit must have, if it is known
   * @throws io.deltacdf.connect.error.DeltaCdfException see {@link
   *     io.deltacdf.connect.table.log.CommitLog#requireSameTable}
   */
  void requireSameTable(Optional<String> stored);

  /**
   * Lists the files of the table at this version, sorted by path. Their rows have the change type
   * insert.
   */
  List<ChangedFile> files();
}
