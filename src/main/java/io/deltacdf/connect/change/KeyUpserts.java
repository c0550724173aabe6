package io.deltacdf.connect.change;

import io.deltacdf.connect.table.ChangeType;
import io.deltacdf.connect.table.ColumnBatch;
import io.deltacdf.connect.table.TableSchema;

/**
 * Publishes the keys that a commit creates or updates. A postimage right behind the preimage of the
 * same key is one update with both rows; right behind that of another key it is a create, since
 * {@link KeyDeletes} took the old key away; without a preimage it is an update whose old row is not
 * known.
 */
final class KeyUpserts implements PassRule {
  private final ReadColumns columns;
  private KeyEquality keys;
  private ColumnBatch preimages;
  private int preimage;

  KeyUpserts(ReadColumns columns) {
    this.columns = columns;
  }

  @Override
  public void startFile(TableSchema schema) {
    keys = new KeyEquality(schema, columns.key(schema));
    preimages = null;
  }

  @Override
  public void row(ColumnBatch batch, int row, ChangeEmitter out) throws InterruptedException {
    ChangeType type = batch.changeType(row);
    if (type == ChangeType.INSERT) {
      out.upsert(Operation.CREATE, batch, row);
    } else if (type == ChangeType.UPDATE_POSTIMAGE) {
      if (preimages == null) {
        out.upsert(Operation.UPDATE, batch, row);
      } else if (keys.equal(preimages, preimage, batch, row)) {
        out.update(preimages, preimage, batch, row);
      } else {
        out.upsert(Operation.CREATE, batch, row);
      }
    }
    preimages = type == ChangeType.UPDATE_PREIMAGE ? batch : null;
    preimage = row;
  }
}
