package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;

/** Compares rows with the same schema by some of their columns. Null equals null. */
public final class RowEquality {
  private final int[] ordinals;
  private final ValueEquality[] values;

  public RowEquality(TableSchema schema, int[] ordinals) {
    this.ordinals = ordinals;
    values = new ValueEquality[ordinals.length];
    for (int i = 0; i < ordinals.length; i++) {
      values[i] = ValueEquality.of(schema.fields().get(ordinals[i]).type());
    }
  }

  public boolean equal(ColumnBatch batch, int row, ColumnBatch otherBatch, int otherRow) {
    for (int i = 0; i < ordinals.length; i++) {
      if (!values[i].equalNullable(
          batch.column(ordinals[i]), row, otherBatch.column(ordinals[i]), otherRow)) {
        return false;
      }
    }
    return true;
  }
}
