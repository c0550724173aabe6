package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.ColumnBatch;
import java.util.EnumMap;
import java.util.Map;

/** Publishes each row of some change types as a change of its own. */
final class RowPassthrough implements RowHandler {
  private final EnumMap<ChangeType, Operation> operations;

  /**
   * @param operations the operations as which rows are published, by change type; rows of other
   *     types are not published
   */
  RowPassthrough(Map<ChangeType, Operation> operations) {
    this.operations = new EnumMap<>(operations);
  }

  @Override
  public void row(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException {
    Operation operation = operations.get(batch.changeType(row));
    if (operation == Operation.DELETE) {
      out.delete(batch, row);
    } else if (operation == Operation.PREIMAGE) {
      out.preimage(batch, row);
    } else if (operation != null) {
      out.upsert(operation, batch, row);
    }
  }
}
