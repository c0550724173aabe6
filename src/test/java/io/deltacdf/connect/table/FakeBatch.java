package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.TableSchema;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** The rows of a {@link FakeFile} as columns; provides only the columns that were requested. */
final class FakeBatch implements ColumnBatch {
  private final TableSchema schema;
  private final List<FakeFile.Row> rows;
  private final long firstPosition;
  private final Set<Integer> ordinals;
  private boolean hasRowIds;

  FakeBatch(
      TableSchema schema, List<FakeFile.Row> rows, long firstPosition, Set<Integer> ordinals) {
    this.schema = schema;
    this.rows = rows;
    this.firstPosition = firstPosition;
    this.ordinals = ordinals;
  }

  FakeBatch withRowIds() {
    hasRowIds = true;
    return this;
  }

  @Override
  public int size() {
    return rows.size();
  }

  @Override
  public TableSchema schema() {
    return schema;
  }

  @Override
  public Column column(int ordinal) {
    if (!ordinals.contains(ordinal)) {
      throw new IllegalStateException("Column " + ordinal + " was not requested");
    }
    return new RowColumn(ordinal);
  }

  @Override
  public boolean isSelected(int row) {
    return rows.get(row).selected();
  }

  @Override
  public long position(int row) {
    return firstPosition + row;
  }

  @Override
  public long rowId(int row) {
    requireRowIds();
    return rows.get(row).rowId();
  }

  @Override
  public long rowCommitVersion(int row) {
    requireRowIds();
    return rows.get(row).rowCommitVersion();
  }

  private void requireRowIds() {
    if (!hasRowIds) {
      throw new IllegalStateException("Row ids were not requested");
    }
  }

  @Override
  public ChangeType changeType(int row) {
    return rows.get(row).type();
  }

  private final class RowColumn implements Column {
    private final int ordinal;

    RowColumn(int ordinal) {
      this.ordinal = ordinal;
    }

    private Object value(int row) {
      return rows.get(row).values().get(ordinal);
    }

    @Override
    public DataType type() {
      return schema.fields().get(ordinal).type();
    }

    @Override
    public boolean isNullAt(int row) {
      return value(row) == null;
    }

    @Override
    public boolean booleanAt(int row) {
      return (Boolean) value(row);
    }

    @Override
    public int intAt(int row) {
      return ((Number) value(row)).intValue();
    }

    @Override
    public long longAt(int row) {
      return ((Number) value(row)).longValue();
    }

    @Override
    public float floatAt(int row) {
      return (Float) value(row);
    }

    @Override
    public double doubleAt(int row) {
      return (Double) value(row);
    }

    @Override
    public String stringAt(int row) {
      return (String) value(row);
    }

    @Override
    public byte[] bytesAt(int row) {
      Object value = value(row);
      return value instanceof byte[] bytes
          ? bytes
          : ((String) value).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public BigDecimal decimalAt(int row) {
      return (BigDecimal) value(row);
    }
  }
}
