package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.util.List;

/** A column that the file does not have: all rows are null. */
final class NullColumn implements Column {
  private final DataType type;
  private final List<Column> fields;

  NullColumn(RequestedColumn wanted) {
    this.type = wanted.type();
    this.fields =
        wanted.type() instanceof DataType.Struct
            ? wanted.parts().stream().map(part -> (Column) new NullColumn(part)).toList()
            : List.of();
  }

  @Override
  public DataType type() {
    return type;
  }

  @Override
  public boolean isNullAt(int row) {
    return true;
  }

  @Override
  public Column fieldAt(int ordinal) {
    return fields.get(ordinal);
  }
}
