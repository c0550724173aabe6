package io.deltacdf.connect.offset;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The source partition of a table. It is equal to each map with the same entry. Connect looks up
 * the partition of each record in a map, so two of them are compared by their tables alone.
 * Immutable.
 */
final class SourcePartition extends AbstractMap<String, String> {
  static final String TABLE = "table";

  private final String table;
  private final Set<Entry<String, String>> entries;

  SourcePartition(String table) {
    this.table = table;
    this.entries = Collections.singleton(Map.entry(TABLE, table));
  }

  @Override
  public Set<Entry<String, String>> entrySet() {
    return entries;
  }

  @Override
  public @Nullable String get(Object key) {
    return TABLE.equals(key) ? table : null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SourcePartition that ? table.equals(that.table) : super.equals(other);
  }

  @Override
  public int hashCode() {
    return TABLE.hashCode() ^ table.hashCode();
  }
}
