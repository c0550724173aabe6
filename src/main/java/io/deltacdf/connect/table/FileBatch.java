package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One batch of a file, as {@link FileBatchReader} reads it. */
final class FileBatch implements ColumnBatch {
  private final TableSchema schema;
  private final int size;

  /** By ordinal in the schema; null for columns that were not requested. */
  private final @Nullable Column[] columns;

  /** The position of the first row in the file. */
  private final long firstRow;

  private final RowSelection selection;

  /** The change type of all rows; null if {@code changeTypes} has one for each row. */
  private final @Nullable ChangeType changeType;

  private final ChangeType @Nullable [] changeTypes;

  /** Null if row ids were not requested. */
  private final @Nullable RowIds rowIds;

  FileBatch(
      TableSchema schema,
      int size,
      @Nullable Column[] columns,
      long firstRow,
      RowSelection selection,
      @Nullable ChangeType changeType,
      ChangeType @Nullable [] changeTypes,
      @Nullable RowIds rowIds) {
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
          "column " + schema.fields().get(ordinal).name() + " was not requested");
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
      throw new IllegalStateException("row ids were not requested");
    }
    return rowIds;
  }

  @Override
  public ChangeType changeType(int row) {
    return changeTypes != null ? changeTypes[row] : Objects.requireNonNull(changeType);
  }
}
