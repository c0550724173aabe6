package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.log.Commit;
import org.jspecify.annotations.Nullable;

/**
 * The passes that derive the changes of a commit from its removed and added files by row id:
 *
 * <ol>
 *   <li>The row ids of preimages are counted and collected, each with the version that last changed
 *       the row.
 *   <li>If there are too many row ids, those of one partition at a time are collected.
 *   <li>The row ids of postimages are looked up. A row with the same version is a copied row, a row
 *       with another version was updated.
 *   <li>Preimages without a postimage are published as deletes.
 *   <li>If updates carry their preimages, these are buffered.
 *   <li>Postimages are published, except copied rows.
 * </ol>
 *
 * <p>If there are several partitions, all deletes are published before all postimages, since rows
 * with the same key may have different row ids. With n partitions of row ids, positions therefore
 * have the partitions 0 to n - 1 for the deletes, and n to 2n - 1 for the postimages.
 */
final class RowIdPasses extends PartitionedPasses {
  private static final int[] NO_COLUMNS = {};

  private final String table;
  private final Commit commit;
  private final ReadColumns columns;
  private final boolean includePreimages;
  private final boolean includeBefore;
  private final @Nullable Position from;
  private final long maxBytes;
  private final BuildRowIdSet counted;
  private RemovedRowIds rowIds = new RemovedRowIds();

  /**
   * @param from the position of the last change that is completed; null if there is none
   * @param maxBytes the number of bytes that buffered preimages may take
   */
  RowIdPasses(
      String table,
      Commit commit,
      CommitOptions options,
      ReadColumns columns,
      @Nullable Position from,
      long maxBytes) {
    super(table, commit, true, from);
    this.table = table;
    this.commit = commit;
    this.columns = columns;
    this.includePreimages = options.includePreimages();
    this.includeBefore = options.includeBefore();
    this.from = from;
    this.maxBytes = maxBytes;
    this.counted = buildSet(KeyPartition.WHOLE, new RemovedRowIds(), options.maxKeys());
  }

  private BuildRowIdSet buildSet(KeyPartition partition, RemovedRowIds set, int maxRowIds) {
    return new BuildRowIdSet(
        partition,
        set,
        maxRowIds,
        rowId -> ChangeErrors.repeatedRowId(table, commit.version(), rowId));
  }

  @Override
  Pass count() {
    return rowIdPass(counted);
  }

  private Pass rowIdPass(BuildRowIdSet handler) {
    return allRows(ChangedFile::mayHoldPreimages, schema -> NO_COLUMNS, handler);
  }

  @Override
  int partitions() {
    return isPartitioned() ? 2 * counted.partitions() : 1;
  }

  private boolean isPartitioned() {
    return counted.partitions() > 1;
  }

  private KeyPartition keyPartition() {
    return new KeyPartition(partition() % counted.partitions(), counted.partitions());
  }

  private boolean publishesDeletes() {
    return isPartitioned()
        ? partition() < counted.partitions()
        : from == null || from.phase() != VersionPhase.UPSERT;
  }

  private boolean publishesUpserts() {
    return !isPartitioned() || partition() >= counted.partitions();
  }

  /** Until the first partition starts, the row ids are those that were counted. */
  @Override
  long setBytes() {
    return Math.max(counted.setBytes(), rowIds.bytes());
  }

  @Override
  @Nullable Pass buildSet() {
    if (!isPartitioned()) {
      rowIds = counted.rowIds();
      return null;
    }
    rowIds = new RemovedRowIds();
    return rowIdPass(buildSet(keyPartition(), rowIds, Integer.MAX_VALUE));
  }

  @Override
  @Nullable Pass probe() {
    if (!publishesDeletes() && !includeBefore) {
      return null;
    }
    if (includeBefore) {
      rowIds.numberUpdates();
    }
    return allRows(ChangedFile::mayHoldPostimages, schema -> NO_COLUMNS, new ProbeRowIds(rowIds));
  }

  @Override
  @Nullable Pass deletes() {
    boolean hasChanges = rowIds.deleted() > 0 || (includePreimages && rowIds.updated() > 0);
    return publishesDeletes() && hasChanges
        ? remainingRows(
            VersionPhase.DELETE,
            ChangedFile::mayHoldPreimages,
            includePreimages || includeBefore ? columns::wholeRows : columns::deletedRows,
            new PublishPreimages(keyPartition(), rowIds, includePreimages))
        : null;
  }

  @Override
  @Nullable Pass buffer() {
    if (!includeBefore || !publishesUpserts() || rowIds.updated() == 0) {
      return null;
    }
    PreimageBuffer buffer = new PreimageBuffer(rowIds.updated(), columns, maxBytes);
    startBuffer(buffer);
    return bufferMore(buffer);
  }

  @Override
  Pass bufferMore(PreimageBuffer buffer) {
    return allRows(
        ChangedFile::mayHoldPreimages,
        columns::wholeRows,
        new BufferPreimages(keyPartition(), rowIds, buffer));
  }

  @Override
  @Nullable Pass upserts() {
    return publishesUpserts()
        ? remainingRows(
            VersionPhase.UPSERT,
            ChangedFile::mayHoldPostimages,
            columns::wholeRows,
            new PublishPostimages(keyPartition(), rowIds, preimages()))
        : null;
  }
}
