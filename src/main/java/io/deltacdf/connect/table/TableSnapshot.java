package io.deltacdf.connect.table;

import java.util.List;

/** A table at one version. */
public interface TableSnapshot {
  long version();

  /** The version's timestamp in milliseconds since the epoch. */
  long timestamp();

  TableState state();

  /**
   * Lists the files of the table at this version, sorted by path. Their rows have the change type
   * insert.
   */
  List<ChangedFile> files();
}
