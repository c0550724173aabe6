package io.deltacdf.connect.table;

import io.delta.kernel.data.MapValue;
import io.delta.kernel.internal.util.VectorUtils;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads partition values. Files with the same values share one map, which saves memory if there are
 * hundreds of thousands of files. The maps must not be modified.
 */
public final class PartitionValues {
  private final Map<Map<String, String>, Map<String, String>> seen = new HashMap<>();

  /** Returns the values by physical name; an empty map for null. */
  public Map<String, String> of(@Nullable MapValue map) {
    if (map == null || map.getSize() == 0) {
      return Map.of();
    }
    return of(VectorUtils.<String, String>toJavaMap(map));
  }

  /** Returns the values by physical name; an empty map for null. */
  public Map<String, String> of(@Nullable Map<String, String> values) {
    if (values == null || values.isEmpty()) {
      return Map.of();
    }
    Map<String, String> same = seen.putIfAbsent(values, values);
    return same == null ? values : same;
  }
}
