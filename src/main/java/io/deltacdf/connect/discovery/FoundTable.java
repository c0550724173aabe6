package io.deltacdf.connect.discovery;

import java.util.List;

/**
 * A table that was found.
 *
 * @param location the path that it is read by: that of its directory, or its name in a catalog
 * @param directory the directory that a catalog gives; empty if it gives none
 * @param primaryKey the columns of its {@code PRIMARY KEY} constraint; empty if none is known
 */
public record FoundTable(String location, String directory, List<String> primaryKey) {
  public FoundTable {
    primaryKey = List.copyOf(primaryKey);
  }

  static FoundTable at(String location) {
    return new FoundTable(location, "", List.of());
  }
}
