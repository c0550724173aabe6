package io.deltacdf.connect.discovery;

/** A place where tables are found: a directory, or a catalog. */
interface TableSource {
  /**
   * Finds all tables, in the order of their paths. Does not read them.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException if the place cannot be read
   */
  FoundTables find();
}
