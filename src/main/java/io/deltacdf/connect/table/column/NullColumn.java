package io.deltacdf.connect.table.column;

import java.util.List;

/** A column that is null in every row. */
public final class NullColumn implements Column {
  private final DataType type;

  /** The fields of a struct, which are null too; empty for other types. */
  private final List<NullColumn> fields;

  public NullColumn(DataType type) {
    this.type = type;
    this.fields =
        type instanceof DataType.Struct struct
            ? struct.fields().stream().map(field -> new NullColumn(field.type())).toList()
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
