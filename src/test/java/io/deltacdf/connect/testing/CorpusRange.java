package io.deltacdf.connect.testing;

import java.nio.file.Path;

/**
 * Versions of a table whose change rows are known.
 *
 * @param name a name that is unique in the corpus
 * @param versions the versions; a test of the upper bound may exceed the latest version
 */
public record CorpusRange(
    String name, Path table, VersionRange versions, CorpusExpectation expected) {

  @Override
  public String toString() {
    return name;
  }
}
