package io.deltacdf.connect.testing;

import java.nio.file.Path;

/**
 * Versions of a table whose change rows are known.
 *
 * @param name unlike that of any other range of the corpus
 * @param versions the upper bound may lie beyond the table's latest version where that is the point
 */
public record CorpusRange(
    String name, Path table, VersionRange versions, CorpusExpectation expected) {

  @Override
  public String toString() {
    return name;
  }
}
