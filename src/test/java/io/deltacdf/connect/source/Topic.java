package io.deltacdf.connect.source;

import io.deltacdf.connect.testing.histories.World;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A compacted topic: the last row of each key. */
final class Topic implements Consumer<Published> {
  private final World world;
  private final SortedMap<Integer, Map<Integer, Object>> rows = new TreeMap<>();

  /**
   * @param version the version that it equals at first; a version before the first has no rows
   */
  Topic(World world, long version) {
    this.world = world;
    if (version >= 0) {
      rows.putAll(world.plainRows(version));
    }
  }

  @Override
  public void accept(Published record) {
    if (record.row() == null) {
      rows.remove(record.key());
    } else {
      rows.put(record.key(), record.row());
    }
  }

  /** Returns the rows with the columns and fields of a version, since a record may be older. */
  SortedMap<Integer, Map<Integer, Object>> rows(long version) {
    SortedMap<Integer, Map<Integer, Object>> shown = new TreeMap<>();
    rows.forEach((key, row) -> shown.put(key, world.shown(row, version)));
    return shown;
  }
}
