package io.deltacdf.connect.cli;

import java.io.IOException;

/** Prints the rows of a table and their changes, in one of the forms of {@code changes}. */
interface ChangePrinter {
  /** Prints the rows of the table at a version. */
  void snapshot(long version) throws IOException, InterruptedException;

  /**
   * Prints the changes of a range of versions. Waits for versions that do not exist yet, after
   * flushing all lines. Does not return if the range is endless.
   */
  void changes(VersionRange range) throws IOException, InterruptedException;
}
