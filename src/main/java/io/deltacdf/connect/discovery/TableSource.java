package io.deltacdf.connect.discovery;

import java.util.Set;

/** A place where tables are found: a directory, or a catalog. */
interface TableSource {
  /**
   * Finds all tables, in the order of their paths. Does not read them.
   *
   * @param known the paths of the tables that are published already
   * @throws io.deltacdf.connect.error.DeltaCdfException if the place cannot be read
   * @throws InterruptedException if the thread was interrupted
   */
  FoundTables find(Set<String> known) throws InterruptedException;

  /** Returns the part of the place that a path is in, whose tables may all be missing at once. */
  default String partOf(String path) {
    return "";
  }
}
