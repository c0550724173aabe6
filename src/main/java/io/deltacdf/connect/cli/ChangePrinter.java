package io.deltacdf.connect.cli;

import java.io.IOException;

/** Prints what a table holds and how it changes, in one of the forms of {@code changes}. */
interface ChangePrinter {
  /** Prints the rows of the table as it is at a version. */
  void snapshot(long version) throws IOException, InterruptedException;

  /**
   * Prints the changes of a range of versions. Waits for a version that is not there yet, having
   * handed all lines on; a range without end does not end.
   */
  void changes(VersionRange range) throws IOException, InterruptedException;
}
