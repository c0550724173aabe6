package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.VersionPhase;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.log.Commit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The passes over a commit that compare its rows by a set of keys, or of row ids:
 *
 * <ol>
 *   <li>The preimages are counted, and with them the hash partitions of keys that are needed, so
 *       that the set of each partition fits into memory.
 *   <li>For each partition the set of its preimages' keys is built.
 *   <li>The postimages are looked up in it.
 *   <li>Deletes are published.
 *   <li>Preimages that updates need are buffered.
 *   <li>Creates and updates are published. If this pass stops at an update whose preimage is not
 *       buffered, preimages are read and buffered again, and it continues.
 * </ol>
 *
 * <p>Steps of which a commit has no need are left out. When a version is resumed within a
 * partition, the partitions before it are left out, and its set is built again.
 */
abstract class PartitionedPasses implements Passes {
  private final String table;
  private final long version;
  private final boolean rowIds;
  private final @Nullable Position from;
  private Step step = Step.COUNT;
  private int partition;
  private int partitions = 1;
  private @Nullable PreimageBuffer preimages;

  private enum Step {
    COUNT,
    PARTITION,
    BUILD_SET,
    PROBE,
    DELETE,
    BUFFER,
    UPSERT,
    BUFFER_MORE,
    NEXT_PARTITION,
    COMPLETED
  }

  /**
   * @param rowIds whether files are read with row ids
   * @param from the position of the last change that is completed; null if there is none
   */
  PartitionedPasses(String table, Commit commit, boolean rowIds, @Nullable Position from) {
    this.table = table;
    this.version = commit.version();
    this.rowIds = rowIds;
    this.from = from;
  }

  /** Counts the preimages. */
  abstract @Nullable Pass count();

  /** Returns how many partitions positions have; called once the preimages are counted. */
  abstract int partitions();

  /** Returns how many bytes the current set takes. */
  abstract long setBytes();

  /** Builds the set of the partition's keys; null if the first pass did. */
  abstract @Nullable Pass buildSet();

  /** Looks up the postimages in the set. */
  abstract @Nullable Pass probe();

  /** Publishes deletes; may already buffer preimages. */
  abstract @Nullable Pass deletes();

  /** Buffers preimages, unless {@link #deletes} does. */
  abstract @Nullable Pass buffer();

  /** Publishes creates and updates. */
  abstract @Nullable Pass upserts();

  /** Buffers preimages of the next window. */
  abstract Pass bufferMore(PreimageBuffer buffer);

  @Override
  public final @Nullable Pass next() {
    Pass pass = null;
    while (pass == null && step != Step.COMPLETED) {
      pass = advance();
    }
    return pass;
  }

  /** Takes one step and returns its pass, or null if the step needs no pass. */
  private @Nullable Pass advance() {
    return switch (step) {
      case COUNT -> {
        // Counting may fail, and is then done again.
        Pass count = count();
        step = Step.PARTITION;
        yield count;
      }
      case PARTITION -> {
        step = Step.BUILD_SET;
        startPartitions();
        yield null;
      }
      case BUILD_SET -> {
        step = Step.PROBE;
        yield buildSet();
      }
      case PROBE -> {
        step = Step.DELETE;
        yield probe();
      }
      case DELETE -> {
        step = Step.BUFFER;
        yield deletes();
      }
      case BUFFER -> {
        step = Step.UPSERT;
        yield buffer();
      }
      case UPSERT -> {
        step = Step.BUFFER_MORE;
        yield upserts();
      }
      case BUFFER_MORE -> {
        if (preimages == null || !preimages.isMissing()) {
          step = Step.NEXT_PARTITION;
          yield null;
        }
        step = Step.UPSERT;
        preimages.startNextWindow();
        yield bufferMore(preimages);
      }
      case NEXT_PARTITION -> {
        partition++;
        close();
        step = partition == partitions ? Step.COMPLETED : Step.BUILD_SET;
        yield null;
      }
      case COMPLETED -> null;
    };
  }

  private void startPartitions() {
    partition = from == null ? 0 : from.partition();
    partitions = partitions();
    if (partition >= partitions) {
      throw ChangeErrors.noSuchPartition(table, version, partition, partitions);
    }
  }

  /** Returns the current partition as positions name it. */
  final int partition() {
    return partition;
  }

  final void startBuffer(PreimageBuffer buffer) {
    preimages = buffer;
  }

  /** Returns the buffer of the current partition; null if no update needs a preimage. */
  final @Nullable PreimageBuffer preimages() {
    return preimages;
  }

  /** Returns a pass whose handler needs all rows, and publishes deletes or nothing. */
  final Pass allRows(
      Predicate<ChangedFile> files, Function<TableSchema, int[]> columns, RowHandler handler) {
    return new Pass(
        partition, VersionPhase.DELETE, true, files, ChangeType.ALL, rowIds, columns, handler);
  }

  /** Returns a pass that skips files whose changes are completed. */
  final Pass remainingRows(
      VersionPhase phase,
      Predicate<ChangedFile> files,
      Function<TableSchema, int[]> columns,
      RowHandler handler) {
    return new Pass(partition, phase, false, files, ChangeType.ALL, rowIds, columns, handler);
  }

  @Override
  public final long heldBytes() {
    return setBytes() + (preimages == null ? 0 : preimages.heldBytes());
  }

  /**
   * Clears the buffered preimages early: readers may hold references to them after this object is
   * closed.
   */
  @Override
  public final void close() {
    if (preimages != null) {
      preimages.clear();
      preimages = null;
    }
  }
}
