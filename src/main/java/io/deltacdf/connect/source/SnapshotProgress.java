package io.deltacdf.connect.source;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.metrics.SnapshotMetrics;
import io.deltacdf.connect.metrics.SnapshotMetrics.Size;
import io.deltacdf.connect.metrics.StreamingMetrics;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.Retention;
import io.deltacdf.connect.table.TableSnapshot;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures how much of a snapshot is published, by its files, and for how long its files and the
 * commit after it are kept. Not thread-safe.
 */
final class SnapshotProgress {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotProgress.class);

  /** How often to look for the commit after the snapshot. */
  private static final long LOOK_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final DeltaTable table;
  private final TableSnapshot snapshot;
  private final SnapshotMetrics metrics;
  private final StreamingMetrics streaming;
  private final LongSupplier nanoTime;

  /** For each file, the bytes of the files before it; and of all files at the end. */
  private final long[] bytesBefore;

  private long lastLook;
  private boolean nextFound;

  /**
   * Notes that a snapshot starts or resumes.
   *
   * @param files its files in the order in which they are published
   * @param from the position of the last row that was published; null to begin with the first row
   * @param nanoTime the clock, as {@link System#nanoTime}
   */
  SnapshotProgress(
      DeltaTable table,
      TableSnapshot snapshot,
      List<ChangedFile> files,
      @Nullable Position from,
      TableMetrics measured,
      LongSupplier nanoTime) {
    this.table = table;
    this.snapshot = snapshot;
    this.metrics = measured.snapshot();
    this.streaming = measured.streaming();
    this.nanoTime = nanoTime;
    this.lastLook = nanoTime.getAsLong();
    this.bytesBefore = new long[files.size() + 1];
    for (int i = 0; i < files.size(); i++) {
      bytesBefore[i + 1] = bytesBefore[i] + Math.max(0, files.get(i).size());
    }
    metrics.started(snapshot.version(), sizeBefore(files.size()), before(from));
    streaming.snapshotStarted();
  }

  /**
   * Notes how far the snapshot is published.
   *
   * @param position the position of the last row that was published; null if there is none yet
   * @param rows the rows since the snapshot started or resumed
   */
  void published(@Nullable Position position, long rows) {
    metrics.published(before(position), rows);
    if (!nextFound && nanoTime.getAsLong() - lastLook >= LOOK_NANOS) {
      lookForNextCommit();
      lastLook = nanoTime.getAsLong();
    }
  }

  /**
   * The retention of the snapshot's files and of the log after it only counts from the next commit
   * on, however old the snapshot's version is.
   */
  private void lookForNextCommit() {
    long next = snapshot.version() + 1;
    try {
      OptionalLong time = table.commitTime(next);
      if (time.isPresent()) {
        nextFound = true;
        Retention.ofChanges(snapshot.state())
            .ifPresent(
                kept -> streaming.nextAfterSnapshot(next, time.getAsLong() + kept.toMillis()));
      }
    } catch (DeltaCdfException e) {
      // The snapshot does not need this commit.
      LOG.debug("Table '{}': cannot look for version {}", table.name(), next, e);
    }
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
