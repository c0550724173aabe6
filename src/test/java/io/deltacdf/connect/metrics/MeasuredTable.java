package io.deltacdf.connect.metrics;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reads measurements of a table by the names of their attributes. */
public final class MeasuredTable {
  private MeasuredTable() {}

  /** Returns the values of some attributes, in this order. */
  public static Map<String, Object> values(TableMetrics table, String... attributes) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (String attribute : attributes) {
      values.put(attribute, value(table, attribute));
    }
    return values;
  }

  public static Object value(TableMetrics table, String attribute) {
    return TableMetricList.all().stream()
        .filter(metric -> metric.attribute().equals(attribute))
        .findFirst()
        .orElseThrow()
        .value()
        .apply(table);
  }
}
