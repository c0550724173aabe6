package io.deltacdf.connect.change;

import io.deltacdf.connect.row.Hash128;
import io.deltacdf.connect.row.RowEquality;
import io.deltacdf.connect.row.RowHasher;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;

/**
 * Publishes the new rows of one partition: as updates where the key had an old row in the commit,
 * else as creates; a postimage whose preimage the writer left out as an update without the old row.
 * Ends the pass where an old row is to be published that is not held. Leaves out updates that
 * change nothing where it is told to.
 */
final class PublishUpserts extends PreimagePairing {
  private final ReadColumns columns;
  private final KeyPartition partition;
  private final RemovedKeys keys;
  private final PreimageBuffer oldRows;
  private final boolean skipUnchanged;
  private final Operation lonePostimage;
  private RowHasher keyHasher;
  private RowHasher rowHasher;
  private RowEquality rows;

  /**
   * @param keys the keys of the partition's old rows
   * @param oldRows the old rows of these keys that updates carry; null where they carry none
   * @param skipUnchanged whether updates are left out that change no column that is published
   * @param lonePostimage what a postimage is whose key has no old row in the commit
   */
  PublishUpserts(
      ReadColumns columns,
      KeyPartition partition,
      RemovedKeys keys,
      PreimageBuffer oldRows,
      boolean skipUnchanged,
      Operation lonePostimage) {
    super(columns);
    this.columns = columns;
    this.partition = partition;
    this.keys = keys;
    this.oldRows = oldRows;
    this.skipUnchanged = skipUnchanged;
    this.lonePostimage = lonePostimage;
  }

  @Override
  void startRows(TableSchema schema, int[] key) {
    int[] whole = columns.wholeRows(schema);
    // Without old keys, and without other partitions, a row's key decides nothing.
    keyHasher = partition.count() > 1 || keys.size() > 0 ? new RowHasher(schema, key) : null;
    rowHasher = skipUnchanged ? new RowHasher(schema, whole) : null;
    rows = skipUnchanged ? new RowEquality(schema, whole) : null;
  }

  @Override
  void pair(ColumnBatch before, int beforeRow, ColumnBatch after, int afterRow, ChangeEmitter out)
      throws InterruptedException {
    Hash128 key = keyHash(after, afterRow);
    if (!partition.holds(key)) {
      return;
    }
    // A key that has still another old row is updated in any case: which one the topic holds is not
    // known.
    boolean unchanged =
        skipUnchanged
            && (key == null || !keys.contains(key))
            && rows.equal(before, beforeRow, after, afterRow);
    if (!unchanged) {
      out.update(before, beforeRow, after, afterRow);
    }
  }

  @Override
  void upsert(ColumnBatch batch, int row, boolean behindOtherKey, ChangeEmitter out)
      throws InterruptedException {
    Hash128 key = keyHash(batch, row);
    if (!partition.holds(key)) {
      return;
    }
    if (key != null && keys.contains(key)) {
      if (!skipUnchanged || !keys.isUnchanged(key, rowHasher.rowHash(batch, row))) {
        update(key, batch, row, out);
      }
    } else if (batch.changeType(row) == ChangeType.INSERT || behindOtherKey) {
      out.upsert(Operation.CREATE, batch, row);
    } else {
      out.upsert(lonePostimage, batch, row);
    }
  }

  private void update(Hash128 key, ColumnBatch batch, int row, ChangeEmitter out)
      throws InterruptedException {
    if (oldRows == null) {
      out.upsert(Operation.UPDATE, batch, row);
    } else {
      oldRows.update(keys.number(key), batch, row, out);
    }
  }

  @Override
  public boolean isOver() {
    return oldRows != null && oldRows.isMissing();
  }

  private Hash128 keyHash(ColumnBatch batch, int row) {
    return keyHasher == null ? null : keyHasher.keyHash(batch, row);
  }
}
