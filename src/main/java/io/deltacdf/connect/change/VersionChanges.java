package io.deltacdf.connect.change;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.table.BatchReader;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one version, batch by batch. Each pass reads its files in their order, with one
 * file open at a time. Passes that only look at keys publish nothing. The order of changes depends
 * only on the version and the options.
 *
 * <p>After a failure of the store, the next call reads the current file again and continues after
 * the rows that were handled, so that the passes before are not repeated. After any other failure
 * it must be closed ({@link #continuesAfter}). Another instance that is opened at {@link #position}
 * continues after the last change that the sink accepted. Not thread-safe.
 */
public final class VersionChanges implements AutoCloseable {
  private final DeltaTable table;
  private final List<ChangedFile> files;
  private final Passes passes;
  private final ChangeEmitter emitter;
  private @Nullable Pass pass;
  private int fileIndex;

  /** Whether a file of the pass is selected whose rows are not all handled. */
  private boolean inFile;

  /** Whether the handler knows of the selected file. */
  private boolean fileStarted;

  /** The position of the last row of the selected file that was handled. */
  private long lastRow;

  /** The position of the last row of the selected file that was ever handled. */
  private long furthestRow;

  /** Null if the selected file must be opened, at first or after a failure. */
  private @Nullable BatchReader reader;

  /** Whether rows are being handled, which cannot be repeated. */
  private boolean handling;

  private long progress;
  private long readRows;
  private long readBytes;

  /**
   * @param from the position of the last change that is completed, in one of the files (see {@link
   *     #isIn}); null to start at the first change
   * @throws DeltaCdfException if the table may not be read where one of the files is
   */
  VersionChanges(
      DeltaTable table, List<ChangedFile> files, Passes passes, @Nullable Position from) {
    // Before anything of the version is published.
    table.requireAllowed(files);
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
   * if it loads nothing. Opens the selected file if it is not open.
   *
   * @throws DeltaCdfException as {@link #next}
   */
  public long bytesToLoad() {
    return inFile ? read(BatchReader::bytesToLoad) : 0;
  }

  /** Loads what {@link #bytesToLoad} measured, which otherwise {@link #next} does. */
  public void load() {
    if (inFile) {
      read(
          rows -> {
            rows.load();
            return true;
          });
    }
  }

  /** Whether anything of a file is held that later calls of {@link #next} need. */
  public boolean isOpen() {
    return reader != null && reader.isOpen();
  }

  /**
   * Drops everything that is held of the open file, also while the sink accepts a change. {@link
   * #next} opens the file again where it continues, and {@link #bytesToLoad} does so only if it
   * cannot know otherwise.
   */
  public void release() {
    if (reader != null) {
      reader.release(giveBackRow());
    }
  }

  /** Lets the handler give back the last row; returns its position, or a large number. */
  private long giveBackRow() {
    long row = handling || pass == null ? -1 : pass.handler().giveBack();
    if (row < 0) {
      return Long.MAX_VALUE;
    }
    lastRow = row - 1;
    return row;
  }

  /** Returns about how many bytes of memory are held until a pass or the version is completed. */
  public long heldBytes() {
    return passes.heldBytes();
  }

  /**
   * Publishes the changes of the next batch, if it has any.
   *
   * @return false if the version has no more changes
   * @throws DeltaCdfException if the table cannot be read; see {@link #continuesAfter}
   * @throws InterruptedException if the sink was interrupted
   */
  public boolean next(ChangeSink sink) throws InterruptedException {
    emitter.sendTo(sink);
    if (!inFile) {
      // A step of its own, so that bytesToLoad can tell what the step after it loads.
      return (pass == null && passes.prepare()) || selectNextFile();
    }
    Pass current = Objects.requireNonNull(pass);
    ColumnBatch batch = read(BatchReader::next);
    handling = true;
    boolean ends = batch == null ? endFile(current) : handle(batch, current);
    handling = false;
    if (ends) {
      inFile = false;
      closeReader();
    } else if (reader != null && !reader.isLoaded()) {
      // Drops the batch.
      reader.unload();
    }
    return true;
  }

  private boolean endFile(Pass current) throws InterruptedException {
    current.handler().endFile(emitter);
    emitter.endBatch();
    progress++;
    readBytes += Math.max(0, files.get(fileIndex).size());
    return true;
  }

  /**
   * Handles the rows of a batch that are not handled yet. Returns whether the pass is suspended.
   */
  private boolean handle(ColumnBatch batch, Pass current) throws InterruptedException {
    RowHandler handler = current.handler();
    int row = 0;
    while (row < batch.size() && batch.position(row) <= lastRow) {
      row++;
    }
    readRows += batch.size() - row;
    long last = batch.position(batch.size() - 1);
    progress += last > furthestRow ? 1 : 0;
    furthestRow = Math.max(furthestRow, last);
    for (; row < batch.size() && !handler.isSuspended(); row++) {
      if (batch.isSelected(row)) {
        handler.row(batch, row, emitter);
      }
    }
    emitter.endBatch();
    if (handler.isSuspended()) {
      pass = null;
      emitter.completeAccepted();
      return true;
    }
    lastRow = Math.max(lastRow, last);
    return false;
  }

  /**
   * Returns whether {@link #next} can be called again after it threw a failure. If not, this must
   * be closed.
   */
  public boolean continuesAfter(RuntimeException failure) {
    return !handling && failure instanceof DeltaCdfException known && known.isRetriable();
  }

  /**
   * Returns a number that grows when rows are read for the first time in their pass, and when a
   * file is completed, also in passes that publish nothing.
   */
  public long progress() {
    return progress + passes.progress();
  }

  /** Returns the rows of all batches that were read; a row counts once in each pass. */
  public long readRows() {
    return readRows;
  }

  /** Returns the bytes of the files that were read to their ends, in each pass. */
  public long readBytes() {
    return readBytes;
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
   * published as preimages.
   */
  public long orphanPreimages() {
    return passes.orphanPreimages();
  }

  /**
   * Returns how many rows this instance has left out because the commit writes them again without a
   * change. Rows of a pass that is repeated count again.
   */
  public long unchangedRows() {
    return emitter.unchangedRows();
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

  /** Selects the next file of the current or a later pass; returns false if there is none. */
  private boolean selectNextFile() {
    if (pass == null) {
      startNextPass();
    }
    while (pass != null) {
      while (++fileIndex < files.size()) {
        if (needs(pass, files.get(fileIndex))) {
          inFile = true;
          fileStarted = false;
          lastRow = -1;
          furthestRow = -1;
          return true;
        }
      }
      startNextPass();
    }
    return false;
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

  /** Reads from the selected file, and opens it first if it is not open. A failure closes it. */
  private <T extends @Nullable Object> T read(Function<BatchReader, T> read) {
    try {
      return read.apply(reader == null ? open(Objects.requireNonNull(pass)) : reader);
    } catch (RuntimeException e) {
      giveBackRow();
      try {
        closeReader();
      } catch (RuntimeException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  private BatchReader open(Pass current) {
    ChangedFile file = files.get(fileIndex);
    TableSchema schema = file.state().schema();
    int[] ordinals = current.columns().apply(schema);
    BatchReader opened =
        current.rowIds()
            ? table.readWithRowIds(file, ordinals)
            : table.read(file, current.types(), ordinals);
    reader = opened;
    if (!fileStarted) {
      emitter.startFile(current.partition(), current.phase(), fileIndex, file.path());
      current.handler().startFile(schema);
      fileStarted = true;
    }
    return opened;
  }
}
