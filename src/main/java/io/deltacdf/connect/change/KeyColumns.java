package io.deltacdf.connect.change;

import java.util.List;

/**
 * The key columns of a table in one of its schemas.
 *
 * @param ordinals their ordinals in the schema, in the order of the configuration; empty for a
 *     table without a key
 */
public record KeyColumns(List<Integer> ordinals) {
  public KeyColumns {
    ordinals = List.copyOf(ordinals);
  }

  /** Returns the ordinals as a new array. */
  public int[] toArray() {
    return ordinals.stream().mapToInt(Integer::intValue).toArray();
  }

  public boolean isEmpty() {
    return ordinals.isEmpty();
  }
}
