package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.util.List;

/** Assembles a column of the current batch after its leaves have been read. */
@FunctionalInterface
interface ColumnNode {
  Column column();

  static ColumnNode struct(DataType type, GroupLevels levels, List<ColumnNode> fields) {
    return () ->
        new StructColumn(
            type, levels.nulls(), fields.stream().map(ColumnNode::column).toArray(Column[]::new));
  }

  static ColumnNode array(DataType type, GroupLevels levels, ColumnNode element) {
    return () -> new RepeatedColumn(type, levels.lists(), element.column(), null);
  }

  static ColumnNode map(DataType type, GroupLevels levels, ColumnNode key, ColumnNode value) {
    return () -> new RepeatedColumn(type, levels.lists(), key.column(), value.column());
  }
}
