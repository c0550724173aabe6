package io.deltacdf.connect.table;

import java.util.Optional;

/**
 * How messages refer to a table.
 *
 * @param name the table's name in the configuration
 * @param path its normalized path or URI
 * @param catalogTableId its id in the catalog that it was found in by its name; empty if it is
 *     given by its path
 * @param catalogPath the path in the configuration that gives its name in the catalog; empty if it
 *     is given by its path
 */
public record TableLocation(
    String name, String path, Optional<String> catalogTableId, Optional<String> catalogPath) {
  /** Refers to a table that is given by its path. */
  public TableLocation(String name, String path) {
    this(name, path, Optional.empty(), Optional.empty());
  }
}
