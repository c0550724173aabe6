package io.deltacdf.connect.table.log;

import static io.delta.kernel.internal.replay.LogReplay.ADD_FILE_ORDINAL;
import static io.delta.kernel.internal.replay.LogReplay.REMOVE_FILE_ORDINAL;

import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.data.StructRow;
import io.delta.kernel.internal.replay.ActionWrapper;
import io.delta.kernel.internal.replay.ActionsIterator;
import io.delta.kernel.internal.replay.ActiveAddFilesIterator;
import io.delta.kernel.utils.CloseableIterator;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeletionVectors;
import io.deltacdf.connect.table.KernelFailures;
import io.deltacdf.connect.table.PartitionValues;
import io.deltacdf.connect.table.TableContext;
import io.deltacdf.connect.table.TableErrors;
import io.deltacdf.connect.table.TableLocation;
import io.deltacdf.connect.table.TableState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Replays a log to find the files of a snapshot. Delta Kernel compares paths as the log has them;
 * this compares the identities of files, as {@link CommitFiles} does, so that a snapshot and the
 * changes agree if a file is added and removed by different paths.
 *
 * <p>The log is read from the newest commit to the checkpoint. The newest action of a file and its
 * deletion vector counts: adding a file of the table again is legal, for example to add statistics.
 * Within a commit, an add action counts more than a remove action.
 */
public final class ActiveFiles {
  /** Inline, at a path relative to the table, and at an absolute path. */
  private static final Set<String> STORAGE_TYPES = Set.of("i", "u", "p");

  private final TableContext table;
  private final TableState state;
  private final long version;
  private final PartitionValues partitions = new PartitionValues();
  private final List<ChangedFile> active = new ArrayList<>();

  /** The identities, with deletion vectors, that commits newer than the current one name. */
  private final Set<String> seen = new HashSet<>();

  /** The version of the commit or checkpoint that is being read. */
  private long current = -1;

  /** Whether it is a checkpoint, which nothing older follows. */
  private boolean checkpoint;

  /** The identities, with deletion vectors, that the current commit names. */
  private final Set<String> named = new HashSet<>();

  /** The files that the current commit or checkpoint adds, by the identities of their paths. */
  private final Map<String, ChangedFile> added = new HashMap<>();

  private ActiveFiles(TableContext table, TableState state, long version) {
    this.table = table;
    this.state = state;
    this.version = version;
  }

  /** Lists the files of a snapshot, sorted by path. */
  public static List<ChangedFile> of(TableContext table, SnapshotImpl snapshot, TableState state) {
    long version = snapshot.getVersion();
    String doing = "listing the files of version " + version;
    try {
      return DamagedCheckpoints.avoid(
          table,
          doing,
          engine -> {
            SnapshotImpl readable = engine.hidesFiles() ? load(table, version, engine) : snapshot;
            return list(table, engine, readable, state);
          });
    } catch (RuntimeException e) {
      throw KernelFailures.translate(table.location(), doing, e);
    }
  }

  private static SnapshotImpl load(TableContext table, long version, LogEngine engine) {
    return (SnapshotImpl) TableManager.loadSnapshot(table.path()).atVersion(version).build(engine);
  }

  private static List<ChangedFile> list(
      TableContext table, LogEngine engine, SnapshotImpl snapshot, TableState state) {
    ActiveFiles files = new ActiveFiles(table, state, snapshot.getVersion());
    CheckpointActions checkpoint = new CheckpointActions(engine);
    try (CloseableIterator<ActionWrapper> batches =
        new ActionsIterator(
            engine,
            snapshot.getLogSegment().allLogFilesReversed(),
            CheckpointActions.SCHEMA,
            Optional.empty())) {
      while (batches.hasNext()) {
        ActionWrapper batch = batches.next();
        if (batch.isFromCheckpoint()) {
          checkpoint.check(batch.getColumnarBatch());
        }
        files.replay(batch);
      }
      checkpoint.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    files.active.sort(Comparator.comparing(ChangedFile::path));
    return files.active;
  }

  /**
   * Fails with UNSUPPORTED_FEATURE if a deletion vector is stored in a way that is not known.
   *
   * @param version the version whose commit or checkpoint names it
   */
  static void requireKnownStorage(
      TableLocation table, long version, Optional<DeletionVectorDescriptor> vector) {
    if (vector.isPresent() && !STORAGE_TYPES.contains(vector.get().getStorageType())) {
      throw TableErrors.unsupportedFeature(
          table,
          "deletion vectors of the storage type '"
              + vector.get().getStorageType()
              + "' (found in version "
              + version
              + ")",
          null);
    }
  }

  /** Returns the failure for a commit or checkpoint that adds a file twice in different ways. */
  static DeltaCdfException contradiction(TableLocation table, long version, String path) {
    return TableErrors.corruptTable(
        table,
        version,
        "the log adds the file '"
            + path
            + "' twice in version "
            + version
            + ", with different deletion vectors, sizes or partition"
            + " values, so that it is not known which rows the table has",
        null);
  }

  private void replay(ActionWrapper batch) {
    if (batch.getVersion() != current || batch.isFromCheckpoint() != checkpoint) {
      seen.addAll(named);
      named.clear();
      added.clear();
      current = batch.getVersion();
      checkpoint = batch.isFromCheckpoint();
    }
    ColumnarBatch actions = batch.getColumnarBatch();
    ColumnVector adds = actions.getColumnVector(ADD_FILE_ORDINAL);
    for (int row = 0; row < actions.getSize(); row++) {
      if (!adds.isNullAt(row)) {
        add(adds, row);
      }
    }
    if (!batch.isFromCheckpoint()) {
      ColumnVector removes = actions.getColumnVector(REMOVE_FILE_ORDINAL);
      for (int row = 0; row < actions.getSize(); row++) {
        if (!removes.isNullAt(row)) {
          String path = ActiveAddFilesIterator.getRemoveFilePath(removes, row);
          DeletionVectorDescriptor vector = ActiveAddFilesIterator.getRemoveFileDV(removes, row);
          named.add(table.logFiles().identity(path, Optional.ofNullable(vector)));
        }
      }
    }
  }

  private void add(ColumnVector adds, int row) {
    String path = ActiveAddFilesIterator.getAddFilePath(adds, row);
    Optional<DeletionVectorDescriptor> vector =
        Optional.ofNullable(ActiveAddFilesIterator.getAddFileDV(adds, row));
    requireKnownStorage(table.location(), current, vector);
    String identity = table.logFiles().identity(path, vector);
    if (seen.contains(identity)) {
      return;
    }
    ChangedFile file = file(new AddFile(StructRow.fromStructVector(adds, row)), path, vector);
    String pathIdentity = vector.isEmpty() ? identity : table.logFiles().identity(path);
    ChangedFile other = added.putIfAbsent(pathIdentity, file);
    if (other == null) {
      active.add(file);
      if (!checkpoint) {
        named.add(identity);
      }
    } else if (contradict(file, other, identity)) {
      throw contradiction(table.location(), current, path);
    }
  }

  private boolean contradict(ChangedFile file, ChangedFile other, String identity) {
    Optional<DeletionVectorDescriptor> vector =
        other.deletionVectors().flatMap(DeletionVectors::hidden);
    return file.size() != other.size()
        || !Objects.equals(file.partitionValues(), other.partitionValues())
        || !identity.equals(table.logFiles().identity(other.path(), vector));
  }

  private ChangedFile file(AddFile add, String path, Optional<DeletionVectorDescriptor> vector) {
    return new ChangedFile(
        version,
        ChangedFile.Kind.ADDED,
        path,
        partitions.of(add.getPartitionValues()),
        add.getSize(),
        state,
        vector.map(dv -> new DeletionVectors(Optional.empty(), Optional.of(dv))));
  }
}
