package io.deltacdf.connect.change;

import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.ColumnBatch;
import java.util.EnumMap;
import java.util.Map;

/**
 * Publishes each row of some change types as a change of its own. Counts the preimages and
 * postimages of updates, also if it does not publish them.
 */
final class RowPassthrough implements RowHandler {
  private final EnumMap<ChangeType, Operation> operations;
  private long updatePreimages;
  private long updatePostimages;

  /**
   * @param operations the operations as which rows are published, by change type; rows of other
   *     types are not published
   */
  RowPassthrough(Map<ChangeType, Operation> operations) {
    this.operations = new EnumMap<>(operations);
  }

  @Override
  public void row(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException {
    ChangeType type = batch.changeType(row);
    if (type == ChangeType.UPDATE_PREIMAGE) {
      updatePreimages++;
    } else if (type == ChangeType.UPDATE_POSTIMAGE) {
      updatePostimages++;
    }
    Operation operation = operations.get(type);
    if (operation == Operation.DELETE) {
      out.delete(batch, row);
    } else if (operation == Operation.PREIMAGE) {
      out.preimage(batch, row);
    } else if (operation != null) {
      out.upsert(operation, batch, row);
    }
  }

  /** Returns how many preimages of updates lack their postimage; 0 if preimages are published. */
  long orphanPreimages() {
    return operations.containsKey(ChangeType.UPDATE_PREIMAGE)
        ? 0
        : Math.max(0, updatePreimages - updatePostimages);
  }
}
