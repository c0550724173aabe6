package io.deltacdf.connect.table;

import java.util.List;

/** A table as it was at one version. */
public interface TableSnapshot {
  long version();

  /** The version's timestamp in milliseconds since the epoch. */
  long timestamp();

  TableState state();

  /**
   * The files that make up the table at this version, sorted by path; their rows are of type
   * insert.
   */
  List<ChangedFile> files();
}
