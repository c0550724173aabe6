package io.deltacdf.connect.testing;

import java.nio.file.Path;

/**
 * The rows of a table at a version.
 *
 * @param count how many rows there are
 * @param rows all of them, or some where the table is large
 */
public record CorpusSnapshot(Path table, long version, long count, OracleRows rows) {

  /** Describes how the actual rows differ; empty if they are correct. */
  public String difference(OracleRows actual) {
    if (actual.size() != count) {
      return actual.size() + " rows, not " + count + "\n" + rows.missing(actual);
    }
    return rows.size() == count ? rows.difference(actual) : rows.missing(actual);
  }

  @Override
  public String toString() {
    return table.getFileName() + " at " + version;
  }
}
