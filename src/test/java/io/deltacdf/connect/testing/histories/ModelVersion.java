package io.deltacdf.connect.testing.histories;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The content of a table at a version, independent of its files.
 *
 * @param columns the columns in their order
 * @param rows the rows by the number of the key; a row has values by column id, and a missing value
 *     is null
 * @param changeFeed whether the change data feed is on
 */
public record ModelVersion(
    List<ModelColumn> columns, SortedMap<Integer, Map<Integer, Object>> rows, boolean changeFeed) {
  public ModelVersion {
    columns = List.copyOf(columns);
    rows = Collections.unmodifiableSortedMap(new TreeMap<>(rows));
  }

  ModelVersion withRows(SortedMap<Integer, Map<Integer, Object>> newRows) {
    return new ModelVersion(columns, newRows, changeFeed);
  }

  ModelVersion withColumns(List<ModelColumn> newColumns) {
    return new ModelVersion(newColumns, rows, changeFeed);
  }

  ModelVersion withChangeFeed(boolean on) {
    return new ModelVersion(columns, rows, on);
  }

  /** Returns the id of the column with this name; null if there is none. */
  public Integer columnId(String name) {
    for (ModelColumn column : columns) {
      if (column.name().equals(name)) {
        return column.id();
      }
    }
    return null;
  }
}
