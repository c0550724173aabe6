package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;

/**
 * Shows rows of one schema of a table as rows of another one. Columns are matched and converted as
 * {@link ColumnConversion} says; those that find no values are null.
 */
public final class RowConversion {
  private final TableSchema from;
  private final TableSchema to;
  private final ColumnConversion.Fields fields;

  public RowConversion(TableSchema from, TableSchema to) {
    this.from = from;
    this.to = to;
    this.fields = ColumnConversion.fields(from.fields(), to.fields());
  }

  public TableSchema from() {
    return from;
  }

  /** The rows of a batch, of which all columns must be there. */
  public ColumnBatch of(ColumnBatch batch) {
    return new Rows(batch);
  }

  private final class Rows implements ColumnBatch {
    private final ColumnBatch batch;

    Rows(ColumnBatch batch) {
      this.batch = batch;
    }

    @Override
    public int size() {
      return batch.size();
    }

    @Override
    public TableSchema schema() {
      return to;
    }

    @Override
    public Column column(int ordinal) {
      return fields.column(ordinal, batch::column);
    }

    @Override
    public boolean isSelected(int row) {
      return batch.isSelected(row);
    }

    @Override
    public long position(int row) {
      return batch.position(row);
    }

    @Override
    public ChangeType changeType(int row) {
      return batch.changeType(row);
    }
  }
}
