package io.deltacdf.connect.testing.histories;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The content of a table at a version, independent of files.
 *
 * @param columns in their order
 * @param rows by the number of the key; the values by column id, an absent one is null
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

  /** The id of the column of that name; null where there is none. */
  public Integer columnId(String name) {
    for (ModelColumn column : columns) {
      if (column.name().equals(name)) {
        return column.id();
      }
    }
    return null;
  }
}
