package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.log.Commit;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The passes over a commit's removed and added files that find its changes by row tracking:
 *
 * <ol>
 *   <li>The row ids of old rows are collected, each with the version that last changed the row.
 *   <li>New rows are looked up: one of the same version was only carried to another file, one of
 *       another version is an update.
 *   <li>Old rows without a new one are published as deletes.
 *   <li>New rows are published, those that were carried over left out.
 * </ol>
 *
 * <p>Where updates carry the rows before them, the old rows of updates are held for the fourth pass
 * by one more before it; and where not all can be ({@link PreimageBuffer}), it ends at the first
 * new row whose old one is not, old rows are read again, and it goes on.
 *
 * <p>Where there are more old rows than may be held, the first three are done for one hash
 * partition of the row ids after the other, and then the first and the last likewise: all deletes
 * come before all new rows, since rows of one key may have different row ids. So with n partitions
 * those of positions are 0 to n - 1 for the deletes, and n to 2n - 1 for the new rows.
 */
final class RowIdPasses implements Passes {
  private static final int[] NO_COLUMNS = {};

  private final String table;
  private final Commit commit;
  private final ReadColumns columns;
  private final boolean preimages;
  private final boolean includeBefore;
  private final Position from;
  private final long maxBytes;
  private final BuildRowIdSet survey;
  private Step step = Step.SURVEY;
  private int partitions;
  private int index;
  private BuildRowIdSet collected;
  private PreimageBuffer oldRows;

  private enum Step {
    SURVEY,
    DIVIDE,
    COLLECT,
    MARK,
    DELETE,
    HOLD,
    UPSERT,
    HOLD_MORE,
    NEXT_PARTITION,
    DONE
  }

  /**
   * @param maxBytes what old rows may take that updates carry
   */
  RowIdPasses(
      String table,
      Commit commit,
      CommitOptions options,
      ReadColumns columns,
      Position from,
      long maxBytes) {
    this.table = table;
    this.commit = commit;
    this.columns = columns;
    this.preimages = options.includePreimages();
    this.includeBefore = options.includeBefore();
    this.from = from;
    this.maxBytes = maxBytes;
    this.survey = collect(KeyPartition.WHOLE, options.maxKeys());
  }

  @Override
  public Pass next() {
    Pass pass = null;
    while (pass == null && step != Step.DONE) {
      pass = advance();
    }
    return pass;
  }

  /** Changes, and whoever reads them, may know the batches of old rows for longer. */
  @Override
  public void close() {
    if (oldRows != null) {
      oldRows.clear();
      oldRows = null;
    }
  }

  /** Does one step: gives its pass, or null where it needs none. */
  private Pass advance() {
    return switch (step) {
      case SURVEY -> {
        step = Step.DIVIDE;
        yield rowIdPass(ChangedFile::mayHoldOldRows, survey);
      }
      case DIVIDE -> {
        divide();
        step = Step.COLLECT;
        yield null;
      }
      case COLLECT -> {
        step = Step.MARK;
        collected = partitions == 1 ? survey : collect(partition(), Integer.MAX_VALUE);
        yield partitions == 1 ? null : rowIdPass(ChangedFile::mayHoldOldRows, collected);
      }
      case MARK -> {
        step = Step.DELETE;
        yield isForOldRows() || includeBefore ? mark() : null;
      }
      case DELETE -> {
        step = Step.HOLD;
        yield isForOldRows() ? oldRows() : null;
      }
      case HOLD -> {
        step = Step.UPSERT;
        yield includeBefore && isForNewRows() ? hold() : null;
      }
      case UPSERT -> {
        step = Step.HOLD_MORE;
        yield isForNewRows() ? newRows() : null;
      }
      case HOLD_MORE -> {
        boolean goesOn = oldRows != null && oldRows.isMissing();
        step = goesOn ? Step.UPSERT : Step.NEXT_PARTITION;
        yield goesOn ? holdMore() : null;
      }
      case NEXT_PARTITION -> {
        index++;
        close();
        step = index == positionPartitions() ? Step.DONE : Step.COLLECT;
        yield null;
      }
      case DONE -> null;
    };
  }

  private void divide() {
    partitions = survey.partitions();
    index = from == null ? 0 : from.partition();
    if (index >= positionPartitions()) {
      throw ChangeErrors.noSuchPartition(table, commit.version(), index, positionPartitions());
    }
  }

  /** How many partitions positions have. */
  private int positionPartitions() {
    return partitions == 1 ? 1 : 2 * partitions;
  }

  private KeyPartition partition() {
    return new KeyPartition(index % partitions, partitions);
  }

  private boolean isForOldRows() {
    return partitions == 1
        ? from == null || from.phase() != VersionPhase.UPSERT
        : index < partitions;
  }

  private boolean isForNewRows() {
    return partitions == 1 || index >= partitions;
  }

  private BuildRowIdSet collect(KeyPartition partition, int maxRowIds) {
    return new BuildRowIdSet(
        partition, maxRowIds, rowId -> ChangeErrors.repeatedRowId(table, commit.version(), rowId));
  }

  private Pass mark() {
    if (includeBefore) {
      collected.rowIds().keepNumbers();
    }
    return rowIdPass(ChangedFile::mayHoldNewRows, new ProbeRowIds(collected.rowIds()));
  }

  private Pass hold() {
    RemovedRowIds rowIds = collected.rowIds();
    if (rowIds.updated() == 0) {
      return null;
    }
    oldRows = new PreimageBuffer(rowIds.updated(), columns, maxBytes);
    return holdPass();
  }

  private Pass holdMore() {
    oldRows.goOn();
    return holdPass();
  }

  private Pass holdPass() {
    return new Pass(
        index,
        VersionPhase.DELETE,
        true,
        ChangedFile::mayHoldOldRows,
        true,
        columns::wholeRows,
        new BufferPreimages(partition(), collected.rowIds(), oldRows));
  }

  private Pass oldRows() {
    RemovedRowIds rowIds = collected.rowIds();
    if (rowIds.deleted() == 0 && !(preimages && rowIds.updated() > 0)) {
      return null;
    }
    return pass(
        VersionPhase.DELETE,
        ChangedFile::mayHoldOldRows,
        preimages || includeBefore ? columns::wholeRows : columns::deletedRows,
        new PublishPreimages(partition(), rowIds, preimages));
  }

  private Pass newRows() {
    return pass(
        VersionPhase.UPSERT,
        ChangedFile::mayHoldNewRows,
        columns::wholeRows,
        new PublishPostimages(partition(), collected.rowIds(), oldRows));
  }

  private Pass pass(
      VersionPhase phase,
      Predicate<ChangedFile> files,
      Function<TableSchema, int[]> ordinals,
      RowHandler rule) {
    return new Pass(index, phase, false, files, true, ordinals, rule);
  }

  /** A pass that publishes nothing and needs all rows: the phase plays no part in it. */
  private Pass rowIdPass(Predicate<ChangedFile> files, RowHandler rule) {
    return new Pass(index, VersionPhase.DELETE, true, files, true, schema -> NO_COLUMNS, rule);
  }
}
