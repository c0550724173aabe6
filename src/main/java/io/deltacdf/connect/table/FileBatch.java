package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;

/** One batch of a file, as {@link FileBatchReader} reads it. */
final class FileBatch implements ColumnBatch {
  private final TableSchema schema;
  private final int size;

  /** By ordinal in the schema; null where a column was not asked for. */
  private final Column[] columns;

  /** The position in the file of the first row. */
  private final long firstRow;

  private final RowSelection selection;

  /** The change type of all rows, or null where {@code changeTypes} has one for each. */
  private final ChangeType changeType;

  private final ChangeType[] changeTypes;

  /** Null where they were not asked for. */
  private final RowIds rowIds;

  FileBatch(
      TableSchema schema,
      int size,
      Column[] columns,
      long firstRow,
      RowSelection selection,
      ChangeType changeType,
      ChangeType[] changeTypes,
      RowIds rowIds) {
    this.schema = schema;
    this.size = size;
    this.columns = columns;
    this.firstRow = firstRow;
    this.selection = selection;
    this.changeType = changeType;
    this.changeTypes = changeTypes;
    this.rowIds = rowIds;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public TableSchema schema() {
    return schema;
  }

  @Override
  public Column column(int ordinal) {
    Column column = columns[ordinal];
    if (column == null) {
      throw new IllegalStateException(
          "column " + schema.fields().get(ordinal).name() + " was not asked for");
    }
    return column;
  }

  @Override
  public boolean isSelected(int row) {
    return selection.contains(firstRow + row);
  }

  @Override
  public long position(int row) {
    return firstRow + row;
  }

  @Override
  public long rowId(int row) {
    return rowIds().id(row, position(row));
  }

  @Override
  public long rowCommitVersion(int row) {
    return rowIds().commitVersion(row);
  }

  private RowIds rowIds() {
    if (rowIds == null) {
      throw new IllegalStateException("row ids were not asked for");
    }
    return rowIds;
  }

  @Override
  public ChangeType changeType(int row) {
    return changeTypes == null ? changeType : changeTypes[row];
  }
}
