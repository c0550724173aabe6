package io.deltacdf.connect.change;

import io.deltacdf.connect.table.ColumnBatch;
import io.deltacdf.connect.table.TableSchema;

/** Whether two rows of one file are equal in some columns. Null equals null. */
final class RowEquality {
  private final int[] ordinals;
  private final ValueEquality[] values;

  RowEquality(TableSchema schema, int[] ordinals) {
    this.ordinals = ordinals;
    values = new ValueEquality[ordinals.length];
    for (int i = 0; i < ordinals.length; i++) {
      values[i] = ValueEquality.of(schema.fields().get(ordinals[i]).type());
    }
  }

  boolean equal(ColumnBatch batch, int row, ColumnBatch otherBatch, int otherRow) {
    for (int i = 0; i < ordinals.length; i++) {
      if (!values[i].equalNullable(
          batch.column(ordinals[i]), row, otherBatch.column(ordinals[i]), otherRow)) {
        return false;
      }
    }
    return true;
  }
}
