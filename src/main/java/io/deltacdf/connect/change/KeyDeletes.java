package io.deltacdf.connect.change;

import io.deltacdf.connect.table.ChangeType;
import io.deltacdf.connect.table.ColumnBatch;
import io.deltacdf.connect.table.TableSchema;

/**
 * Publishes the keys that a commit takes away: deleted rows, and preimages that no postimage of the
 * same key follows at once, which are the old rows of changed keys or have lost their postimage.
 */
final class KeyDeletes implements PassRule {
  private final ReadColumns columns;
  private KeyEquality keys;
  private ColumnBatch preimages;
  private int preimage;

  KeyDeletes(ReadColumns columns) {
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
    if (preimages != null) {
      boolean updated =
          type == ChangeType.UPDATE_POSTIMAGE && keys.equal(preimages, preimage, batch, row);
      if (!updated) {
        out.delete(preimages, preimage);
      }
      preimages = null;
    }
    if (type == ChangeType.DELETE) {
      out.delete(batch, row);
    } else if (type == ChangeType.UPDATE_PREIMAGE) {
      preimages = batch;
      preimage = row;
    }
  }

  @Override
  public void endFile(ChangeEmitter out) throws InterruptedException {
    if (preimages != null) {
      out.delete(preimages, preimage);
      preimages = null;
    }
  }
}
