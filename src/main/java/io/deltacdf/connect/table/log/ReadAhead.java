package io.deltacdf.connect.table.log;

import io.delta.kernel.utils.FileStatus;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.TableContext;
import io.deltacdf.connect.table.log.CommitFiles.FileAction;
import io.deltacdf.connect.table.storage.ahead.AheadReads;
import java.util.Collection;
import java.util.Iterator;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads the next commits of a table that is behind, and the small files that they name, while the
 * commit before them is published. It only brings bytes into memory, and decides nothing: each
 * commit is parsed and checked when its turn comes. So it makes no request that would not be made
 * later, unless the table is not read any further. Not thread-safe.
 */
final class ReadAhead {
  /** How many commits after the current one are read. */
  static final int COMMITS = 4;

  /** How many files of a commit are read: a commit with more is not waiting for answers. */
  private static final int FILES = 16;

  private final TableContext table;
  private AheadReads.@Nullable Batch batch;

  /** How many commits of those that wait are read or being read, from the first one on. */
  private int started;

  ReadAhead(TableContext table) {
    this.table = table;
  }

  /**
   * Starts to read the next commits, after one was taken from those that wait.
   *
   * @param waiting the commit files after the current one
   */
  void next(Collection<FileStatus> waiting) {
    started = Math.max(0, started - 1);
    Iterator<FileStatus> files = waiting.iterator();
    for (int i = 0; i < COMMITS && files.hasNext(); i++) {
      FileStatus file = files.next();
      if (i >= started) {
        start(file);
        started = i + 1;
      }
    }
  }

  private void start(FileStatus file) {
    Path path = table.storage().path(file.getPath());
    if (!table.storage().isReadAhead(path) || table.ratified().stagedFile(path).isPresent()) {
      return;
    }
    AheadReads.Batch current = batch == null ? new AheadReads.Batch() : batch;
    batch = current;
    table
        .storage()
        .readAhead(current, path, file.getSize(), content -> startFiles(current, content));
  }

  /** Runs on a thread that reads ahead. */
  private void startFiles(AheadReads.Batch current, byte[] content) {
    CommitParser commit = CommitJson.parse(content, table.logFiles());
    if (commit == null) {
      return;
    }
    commit.files().read(commit.info()).stream()
        .limit(FILES)
        .forEach(action -> startFile(current, action));
  }

  private void startFile(AheadReads.Batch current, FileAction action) {
    try {
      Path path = table.storage().path(table.logFiles().resolve(action.path()));
      table.allowed().require(-1, path);
      table.storage().readAhead(current, path, action.size(), content -> {});
    } catch (DeltaCdfException | IllegalArgumentException e) {
      // The reader of the commit reports it.
    }
  }

  /** Drops what was read and not used. */
  void clear() {
    started = 0;
    if (batch != null) {
      table.storage().drop(batch);
      batch = null;
    }
  }
}
