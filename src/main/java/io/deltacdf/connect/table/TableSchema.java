package io.deltacdf.connect.table;

import java.util.List;

/**
 * The columns of a table at one version, in the table's order, partition columns included.
 *
 * @param fields the top-level columns
 * @param partitionColumns logical names of the partition columns, spelled as in {@code fields}
 */
public record TableSchema(List<Field> fields, List<String> partitionColumns) {
  public TableSchema {
    fields = List.copyOf(fields);
    partitionColumns = List.copyOf(partitionColumns);
  }

  /** The ordinal of the column with this name whatever its case, or -1 where there is none. */
  public int ordinalOf(String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  public int size() {
    return fields.size();
  }
}
