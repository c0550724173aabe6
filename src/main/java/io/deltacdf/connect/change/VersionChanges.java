package io.deltacdf.connect.change;

import io.deltacdf.connect.table.BatchReader;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.ColumnBatch;
import io.deltacdf.connect.table.DeltaTable;
import java.util.List;
import java.util.Optional;

/**
 * The changes of one version, batch by batch: pass after pass, in each the files in their order,
 * one of them open at a time. The order depends on the version and the options alone. Not
 * thread-safe. After a failure it must be closed; another one opened at {@link #position} goes on
 * right behind the last change that was taken.
 */
public final class VersionChanges implements AutoCloseable {
  private final DeltaTable table;
  private final List<ChangedFile> files;
  private final List<Pass> passes;
  private final ChangeEmitter emitter;
  private int passIndex;
  private int fileIndex = -1;
  private BatchReader reader;

  /**
   * @param from the position up to which changes are done; null for none. Its file must be the one
   *     that {@code files} has at its index
   */
  VersionChanges(DeltaTable table, List<ChangedFile> files, List<Pass> passes, Position from) {
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
    PassRule rule = passes.get(passIndex).rule();
    ColumnBatch batch = reader.next();
    if (batch == null) {
      rule.endFile(emitter);
      close();
      return true;
    }
    for (int row = 0; row < batch.size(); row++) {
      if (batch.isSelected(row)) {
        rule.row(batch, row, emitter);
      }
    }
    return true;
  }

  /** The position of the last change taken; empty where there was none and none was done before. */
  public Optional<Position> position() {
    return emitter.position();
  }

  @Override
  public void close() {
    if (reader != null) {
      BatchReader closing = reader;
      reader = null;
      closing.close();
    }
  }

  private boolean openNext() {
    for (; passIndex < passes.size(); passIndex++, fileIndex = -1) {
      Pass pass = passes.get(passIndex);
      while (++fileIndex < files.size()) {
        ChangedFile file = files.get(fileIndex);
        if (pass.files().test(file) && !emitter.isDone(pass.phase(), fileIndex)) {
          open(pass, file);
          return true;
        }
      }
    }
    return false;
  }

  private void open(Pass pass, ChangedFile file) {
    reader = table.read(file, pass.columns().apply(file.state().schema()));
    emitter.startFile(pass.phase(), fileIndex, file.path());
    pass.rule().startFile(file.state().schema());
  }
}
