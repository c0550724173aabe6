package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.table.BatchReader;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one version, batch by batch. Each pass reads its files in their order, with one
 * file open at a time. Passes that only look at keys publish nothing. The order of changes depends
 * only on the version and the options.
 *
 * <p>After a failure it must be closed. Another instance that is opened at {@link #position}
 * continues after the last change that the sink accepted. Not thread-safe.
 */
public final class VersionChanges implements AutoCloseable {
  private final DeltaTable table;
  private final List<ChangedFile> files;
  private final Passes passes;
  private final ChangeEmitter emitter;
  private @Nullable Pass pass;
  private int fileIndex;
  private @Nullable BatchReader reader;

  /**
   * @param from the position of the last change that is completed, in one of the files (see {@link
   *     #isIn}); null to start at the first change
   */
  VersionChanges(
      DeltaTable table, List<ChangedFile> files, Passes passes, @Nullable Position from) {
    this.table = table;
    this.files = files;
    this.passes = passes;
    this.emitter = new ChangeEmitter(from);
  }

  /** Whether a position is in one of these files. A stored position may be in other files. */
  public static boolean isIn(List<ChangedFile> files, Position position) {
    int index = position.fileIndex();
    return index >= 0 && index < files.size() && files.get(index).path().equals(position.file());
  }

  /**
   * Returns about how many bytes {@link #next} loads into memory and keeps there for later calls; 0
   * if it loads nothing. Opens the next file if none is open.
   */
  public long bytesToLoad() throws InterruptedException {
    if (reader == null) {
      openNextFile();
    }
    return reader == null ? 0 : reader.bytesToLoad();
  }

  /** Loads what {@link #bytesToLoad} measured, which otherwise {@link #next} does. */
  public void load() {
    if (reader != null) {
      reader.load();
    }
  }

  /** Whether anything of the open file is loaded that later calls of {@link #next} need. */
  public boolean isLoaded() {
    return reader != null && reader.isLoaded();
  }

  /**
   * Drops what is loaded of the open file, also while the sink accepts a change. {@link #next}
   * loads again what it needs.
   */
  public void unload() {
    if (reader != null) {
      reader.unload();
    }
  }

  /** Returns about how many bytes of memory are held until a pass or the version is completed. */
  public long heldBytes() {
    return passes.heldBytes();
  }

  /**
   * Publishes the changes of the next batch, if it has any.
   *
   * @return false if the version has no more changes
   * @throws InterruptedException if the sink was interrupted
   */
  public boolean next(ChangeSink sink) throws InterruptedException {
    emitter.sendTo(sink);
    if (pass == null && passes.prepare()) {
      return true;
    }
    if (reader == null) {
      openNextFile();
    }
    BatchReader open = reader;
    if (open == null || pass == null) {
      return false;
    }
    RowHandler handler = pass.handler();
    ColumnBatch batch = open.next();
    if (batch == null) {
      handler.endFile(emitter);
      emitter.endBatch();
      closeReader();
      return true;
    }
    for (int row = 0; row < batch.size() && !handler.isSuspended(); row++) {
      if (batch.isSelected(row)) {
        handler.row(batch, row, emitter);
      }
    }
    emitter.endBatch();
    if (handler.isSuspended()) {
      closeReader();
      pass = null;
      emitter.completeAccepted();
    } else if (!open.isLoaded()) {
      // Drops the batch.
      open.unload();
    }
    return true;
  }

  /**
   * Returns the number of keys seen so far that have several postimages in the version, so that the
   * key columns do not identify a row. Only keys that also have a preimage in the version are
   * counted.
   */
  public long repeatedKeys() {
    return passes.repeatedKeys();
  }

  /**
   * Returns how many preimages of updates lack their postimage, once all changes are published: the
   * version records that rows were updated, but not to what. They are not counted if they are
   * published as preimages, or in a version that an earlier run began without consolidation.
   */
  public long orphanPreimages() {
    return passes.orphanPreimages();
  }

  /** Returns the position of the last change that is completed or that the sink accepted. */
  public Optional<Position> position() {
    return emitter.position();
  }

  @Override
  public void close() {
    passes.close();
    closeReader();
  }

  private void closeReader() {
    if (reader != null) {
      BatchReader closing = reader;
      reader = null;
      closing.close();
    }
  }

  /** Opens the next file of the current or a later pass, if there is one. */
  private void openNextFile() {
    if (pass == null) {
      startNextPass();
    }
    while (pass != null) {
      while (++fileIndex < files.size()) {
        ChangedFile file = files.get(fileIndex);
        if (needs(pass, file)) {
          open(pass, file);
          return;
        }
      }
      startNextPass();
    }
  }

  private void startNextPass() {
    pass = passes.next();
    fileIndex = -1;
  }

  private boolean needs(Pass current, ChangedFile file) {
    return current.files().test(file)
        && (current.readsCompleted()
            || !emitter.isCompleted(current.partition(), current.phase(), fileIndex));
  }

  private void open(Pass current, ChangedFile file) {
    TableSchema schema = file.state().schema();
    int[] ordinals = current.columns().apply(schema);
    reader = current.rowIds() ? table.readWithRowIds(file, ordinals) : table.read(file, ordinals);
    emitter.startFile(current.partition(), current.phase(), fileIndex, file.path());
    current.handler().startFile(schema);
  }
}
