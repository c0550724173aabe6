package io.deltacdf.connect.table;

import io.delta.kernel.data.MapValue;
import io.delta.kernel.internal.util.VectorUtils;
import java.util.HashMap;
import java.util.Map;

/**
 * The partition values of a listing's files: files with the same values share one map, as there may
 * be hundreds of thousands of files. The maps must not be changed.
 */
public final class PartitionValues {
  private final Map<Map<String, String>, Map<String, String>> seen = new HashMap<>();

  /** The values by physical name; none for null. */
  public Map<String, String> of(MapValue map) {
    if (map == null || map.getSize() == 0) {
      return Map.of();
    }
    Map<String, String> values = VectorUtils.toJavaMap(map);
    Map<String, String> same = seen.putIfAbsent(values, values);
    return same == null ? values : same;
  }
}
