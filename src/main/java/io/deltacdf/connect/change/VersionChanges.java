package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.table.BatchReader;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.column.ColumnBatch;
import java.util.List;
import java.util.Optional;

/**
 * The changes of one version, batch by batch: pass after pass, in each the files in their order,
 * one of them open at a time. Passes that only look at keys publish nothing. The order depends on
 * the version and the options alone. Not thread-safe. After a failure it must be closed; another
 * one opened at {@link #position} goes on right behind the last change that was taken.
 */
public final class VersionChanges implements AutoCloseable {
  private final DeltaTable table;
  private final List<ChangedFile> files;
  private final Passes passes;
  private final ChangeEmitter emitter;
  private Pass pass;
  private int fileIndex;
  private BatchReader reader;

  /**
   * @param from the position up to which changes are done; null for none. Its file must be the one
   *     that {@code files} has at its index
   */
  VersionChanges(DeltaTable table, List<ChangedFile> files, Passes passes, Position from) {
    this.table = table;
    this.files = files;
    this.passes = passes;
    this.emitter = new ChangeEmitter(from);
  }

  /** Whether a position lies in one of these files: what was stored may be of other files. */
  public static boolean isIn(List<ChangedFile> files, Position position) {
    int index = position.fileIndex();
    return index >= 0 && index < files.size() && files.get(index).path().equals(position.file());
  }

  /**
   * Publishes the changes of the next batch, which may be none.
   *
   * @return false when the version has no more
   * @throws InterruptedException when the sink was interrupted
   */
  public boolean next(ChangeSink sink) throws InterruptedException {
    emitter.to(sink);
    if (reader == null && !openNext()) {
      return false;
    }
    ColumnBatch batch = reader.next();
    if (batch == null) {
      pass.rule().endFile(emitter);
      closeReader();
      return true;
    }
    RowHandler rule = pass.rule();
    for (int row = 0; row < batch.size() && !rule.isOver(); row++) {
      if (batch.isSelected(row)) {
        rule.row(batch, row, emitter);
      }
    }
    if (rule.isOver()) {
      closeReader();
      pass = null;
      emitter.goOn();
    }
    return true;
  }

  /**
   * The keys seen so far for which the version has several new rows: its key columns do not
   * identify a row. Only keys that have an old row in the version too are noticed.
   */
  public long repeatedKeys() {
    return passes.repeatedKeys();
  }

  /** The position of the last change taken; empty where there was none and none was done before. */
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

  private boolean openNext() throws InterruptedException {
    while (pass != null || startPass()) {
      while (++fileIndex < files.size()) {
        ChangedFile file = files.get(fileIndex);
        if (pass.files().test(file) && (pass.seesAll() || !emitter.isDone(pass, fileIndex))) {
          open(file);
          return true;
        }
      }
      pass = null;
    }
    return false;
  }

  private boolean startPass() throws InterruptedException {
    pass = passes.next();
    fileIndex = -1;
    return pass != null;
  }

  private void open(ChangedFile file) {
    int[] ordinals = pass.columns().apply(file.state().schema());
    reader = pass.rowIds() ? table.readWithRowIds(file, ordinals) : table.read(file, ordinals);
    emitter.startFile(pass, fileIndex, file.path());
    pass.rule().startFile(file.state().schema());
  }
}
