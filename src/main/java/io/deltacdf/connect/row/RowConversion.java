package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.List;

/**
 * Shows rows of one schema of a table as rows of another one. Columns are matched and converted as
 * {@link ColumnConversions} says; a column is null if the first schema has no values for it.
 */
public final class RowConversion {
  private final TableSchema from;
  private final TableSchema to;
  private final List<FieldSource> sources;

  public RowConversion(TableSchema from, TableSchema to) {
    this.from = from;
    this.to = to;
    this.sources = ColumnConversions.ofFields(from.fields(), to.fields());
  }

  public TableSchema from() {
    return from;
  }

  /** Converts a batch, which must have all columns of its schema. */
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
      return sources.get(ordinal).column(batch::column);
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
