package io.deltacdf.connect.source;

import io.deltacdf.connect.metrics.SnapshotMetrics;
import io.deltacdf.connect.metrics.SnapshotMetrics.Size;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.table.ChangedFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures how much of a snapshot is published, by its files. Not thread-safe. */
final class SnapshotProgress {
  private final SnapshotMetrics metrics;

  /** For each file, the bytes of the files before it; and of all files at the end. */
  private final long[] bytesBefore;

  /**
   * Notes that a snapshot starts or resumes.
   *
   * @param files its files in the order in which they are published
   * @param from the position of the last row that was published; null to begin with the first row
   */
  SnapshotProgress(
      SnapshotMetrics metrics, long version, List<ChangedFile> files, @Nullable Position from) {
    this.metrics = metrics;
    this.bytesBefore = new long[files.size() + 1];
    for (int i = 0; i < files.size(); i++) {
      bytesBefore[i + 1] = bytesBefore[i] + Math.max(0, files.get(i).size());
    }
    metrics.started(version, sizeBefore(files.size()), before(from));
  }

  /**
   * Notes how far the snapshot is published.
   *
   * @param position the position of the last row that was published; null if there is none yet
   * @param rows the rows since the snapshot started or resumed
   */
  void published(@Nullable Position position, long rows) {
    metrics.published(before(position), rows);
  }

  void completed(long rows) {
    metrics.published(sizeBefore(bytesBefore.length - 1), rows);
    metrics.completed();
  }

  /** Returns the size of the files that are published completely. */
  private Size before(@Nullable Position position) {
    return position == null ? Size.NOTHING : sizeBefore(position.fileIndex());
  }

  private Size sizeBefore(int file) {
    return new Size(file, bytesBefore[file]);
  }
}
