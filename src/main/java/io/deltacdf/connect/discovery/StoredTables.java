package io.deltacdf.connect.discovery;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Knows which tables have been published before. */
@FunctionalInterface
interface StoredTables {
  /** Knows of no table. */
  StoredTables NONE = names -> Map.of();

  /**
   * Returns those of the tables that have a stored offset, with the id of the table that was
   * published, if the offset has it.
   */
  Map<String, Optional<String>> idsOf(Collection<String> names);
}
