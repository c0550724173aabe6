package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;

/** A struct: a column for each field. */
final class StructColumn implements Column {
  private final DataType type;

  /** Null where no row is null. */
  private final boolean[] nulls;

  private final Column[] fields;

  StructColumn(DataType type, boolean[] nulls, Column[] fields) {
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
