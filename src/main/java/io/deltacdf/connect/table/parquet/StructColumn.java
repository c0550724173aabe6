package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import org.jspecify.annotations.Nullable;

/** Structs, with a column for each field. */
final class StructColumn implements Column {
  private final DataType type;

  /** Says which rows are null; null if none of them is. */
  private final boolean @Nullable [] nulls;

  private final Column[] fields;

  StructColumn(DataType type, boolean @Nullable [] nulls, Column[] fields) {
    this.type = type;
    this.nulls = nulls;
    this.fields = fields;
  }

  @Override
  public DataType type() {
    return type;
  }

  @Override
  public boolean isNullAt(int row) {
    return nulls != null && nulls[row];
  }

  @Override
  public Column fieldAt(int ordinal) {
    return fields[ordinal];
  }
}
