package io.deltacdf.connect.source;

import io.deltacdf.connect.testing.histories.ModelColumn;
import io.deltacdf.connect.testing.histories.World;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

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

  /** Returns the rows with the columns of a version, since a record may be older than a column. */
  SortedMap<Integer, Map<Integer, Object>> rows(long version) {
    Set<Integer> columns =
        world.at(version).columns().stream().map(ModelColumn::id).collect(Collectors.toSet());
    SortedMap<Integer, Map<Integer, Object>> shown = new TreeMap<>();
    rows.forEach(
        (key, row) -> {
          Map<Integer, Object> copy = new TreeMap<>(row);
          copy.keySet().retainAll(new HashSet<>(columns));
          shown.put(key, copy);
        });
    return shown;
  }
}
