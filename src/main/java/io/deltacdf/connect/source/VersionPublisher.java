package io.deltacdf.connect.source;

import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.VersionChanges;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.metrics.EventCounts;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.offset.KeyCount;
import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.RecordFactory;
import io.deltacdf.connect.record.RecordSink;
import io.deltacdf.connect.record.VersionContext;
import io.deltacdf.connect.record.transaction.CommitMarkers;
import io.deltacdf.connect.source.memory.ReaderMemory;
import io.deltacdf.connect.source.notification.SnapshotNotifications;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the versions of a table, one after the other: the changes of a version become records,
 * and the last record carries the offset of the completed version. After a failure a version
 * resumes right after the last change that was published; after one of the store, only the file
 * that could not be read is read again. Not thread-safe.
 */
final class VersionPublisher implements AutoCloseable {
  /** Opens the changes of a version after a position, or from the beginning if it is null. */
  @FunctionalInterface
  interface ChangesOpener {
    VersionChanges open(@Nullable Position from);
  }

  /** A version that is being published. */
  private record Version(VersionContext context, ChangesOpener opener) {}

  private static final Logger LOG = LoggerFactory.getLogger(VersionPublisher.class);

  /** How often to check whether other tables wait for memory: more often costs time. */
  private static final int CHANGES_BETWEEN_CHECKS = 16;

  private final String table;
  private final RecordFactory records;
  private final LastRecordBuffer out;
  private final ReaderMemory.Table memory;
  private final SnapshotNotifications notifications;
  private final TableMetrics metrics;
  private final EventCounts events = new EventCounts();
  private @Nullable Version version;
  private @Nullable Position from;
  private @Nullable VersionChanges changes;
  private @Nullable SourceOffset unreported;
  private @Nullable SourceOffset pinned;
  private long publishedChanges;
  private long progress;

  /** The highest progress of the changes of the version, which may be opened several times. */
  private long versionProgress;

  /**
   * @param memory what the table may hold in memory between two batches
   * @param metrics what is measured of the table
   */
  VersionPublisher(
      String table,
      RecordFactory records,
      RecordSink sink,
      ReaderMemory.Table memory,
      SnapshotNotifications notifications,
      TableMetrics metrics) {
    this.memory = memory;
    this.notifications = notifications;
    this.metrics = metrics;
    this.table = table;
    this.records = records;
    this.out = new LastRecordBuffer(sink);
  }

  /**
   * Starts a version. The version before it must be completed or abandoned. Does no I/O.
   *
   * @param newFrom the position of the last change that is published already; null if none is
   */
  void start(VersionContext context, @Nullable Position newFrom, ChangesOpener opener) {
    records.startVersion(context, newFrom);
    version = new Version(context, opener);
    from = newFrom;
    publishedChanges = 0;
    versionProgress = 0;
    progress++;
  }

  /** See {@link RecordFactory#keys}. */
  Optional<KeyCount> keys() {
    return records.keys();
  }

  /** See {@link RecordFactory#marksCommits}. */
  boolean marksCommits() {
    return records.marksCommits();
  }

  /** See {@link RecordFactory#mark}. */
  SourceOffset mark(SourceOffset offset) {
    return records.mark(offset);
  }

  /** See {@link RecordFactory#checkResumed}. */
  void checkResumed(TableSchema schema, long at) {
    records.checkResumed(schema, at);
  }

  /** Returns whether a version is started and not completed. */
  boolean isActive() {
    return version != null;
  }

  /** Returns the version that is started and not completed, if there is one. */
  OptionalLong activeVersion() {
    return version == null ? OptionalLong.empty() : OptionalLong.of(version.context().version());
  }

  /**
   * Publishes the next batch of the started version, unless it has to wait for memory: see {@link
   * #pauseNanos}.
   *
   * @return false if the version is completed
   */
  boolean next() throws InterruptedException {
    if (version == null) {
      throw new IllegalStateException("No version is started");
    }
    VersionChanges current = changes == null ? version.opener().open(from) : changes;
    changes = current;
    if (publishBatch(current)) {
      return true;
    }
    SourceRecord last = out.held();
    if (last != null) {
      records.markLast(last);
    }
    // Before the version is completed, from which on the count of keys is another one.
    SourceOffset reached = notifications.isStarted() ? reachedOffset() : null;
    SourceOffset completed = records.completed();
    if (notifications.isStarted()) {
      notifications.completed(publishedChanges, reached, completed, out);
    }
    accept(records.end());
    unreported = out.complete(completed) ? null : completed;
    out.versionEnded();
    countRepeatedKeys(version.context(), current.repeatedKeys());
    countOrphanPreimages(version.context(), current.orphanPreimages());
    metrics.streaming().read(version.context().version());
    changes = null;
    version = null;
    memory.release();
    progress++;
    return false;
  }

  private void countRepeatedKeys(VersionContext context, long count) {
    if (count > 0) {
      LOG.warn(
          "Table '{}': version {} has more than one new row for some keys ({} in all), so the key"
              + " columns do not identify a row. All rows are published in order; the last row of"
              + " a key is the one that stays",
          table,
          context.version(),
          count);
    }
    metrics.streaming().repeatedKeys(count);
  }

  private void countOrphanPreimages(VersionContext context, long count) {
    if (count > 0) {
      LOG.warn(
          "Table '{}': version {} has {} more rows before updates (update_preimage) than rows after"
              + " updates (update_postimage), so its writer mislabels rows or leaves some out. With"
              + " 'commit.consolidation=key', keys that have no new row in the version are"
              + " published as deletes. With 'commit.consolidation=none' no deletes are published"
              + " for these rows; set 'include.preimages=true' to publish them as preimages",
          table,
          context.version(),
          count);
    }
    metrics.streaming().orphanPreimages(count);
  }

  private boolean publishBatch(VersionChanges current) throws InterruptedException {
    long skippedChanges = records.skippedChanges();
    long skippedNullKeys = records.skippedNullKeys();
    long unchangedRows = current.unchangedRows();
    long readRows = current.readRows();
    long readBytes = current.readBytes();
    try {
      if (!admits(current)) {
        return true;
      }
      boolean more = current.next(change -> publish(change, current));
      memory.stepDone(current.isOpen(), current.heldBytes());
      unloadForOthers(current);
      return more;
    } catch (RuntimeException e) {
      if (current.continuesAfter(e)) {
        memory.stepDone(current.isOpen(), current.heldBytes());
        throw e;
      }
      from = current.position().orElse(null);
      try {
        close();
      } catch (RuntimeException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    } finally {
      noteProgress(current.progress());
      metrics.read(current.readRows() - readRows, current.readBytes() - readBytes);
      metrics.published(events);
      metrics.skipped(
          records.skippedChanges() - skippedChanges, records.skippedNullKeys() - skippedNullKeys);
      metrics.streaming().skippedUnchangedRows(current.unchangedRows() - unchangedRows);
    }
  }

  /** Counts what a version has reached; what is read again after a failure is no progress. */
  private void noteProgress(long now) {
    if (now > versionProgress) {
      progress += now - versionProgress;
      versionProgress = now;
    }
  }

  /** Loads what the next batch needs, unless other tables come first. */
  private boolean admits(VersionChanges current) throws InterruptedException {
    unloadForOthers(current);
    long bytes = current.bytesToLoad();
    if (!memory.admits(bytes, current.heldBytes())) {
      current.release();
      if (memory.startsLongWait()) {
        LOG.info(
            "Table '{}': has waited for a minute, because other tables hold as much memory as"
                + " reader.memory.max.bytes allows. It continues as soon as they give some back",
            table);
      }
      return false;
    }
    if (bytes > 0) {
      current.load();
      memory.loaded();
    }
    return true;
  }

  private void unloadForOthers(VersionChanges current) {
    if (memory.shouldUnload()) {
      current.release();
      memory.unloaded();
    }
  }

  private void publish(Change change, VersionChanges current) throws InterruptedException {
    if (publishedChanges % CHANGES_BETWEEN_CHECKS == 0) {
      // The sink may block for a long time, and the rest of the batch does not need the row group.
      unloadForOthers(current);
    }
    records.append(change, out);
    events.add(change.operation());
    publishedChanges++;
    progress++;
  }

  /** Returns how long to wait before {@link #next} finds memory; 0 if it need not wait. */
  long pauseNanos() {
    return memory.pauseNanos();
  }

  /** Passes on the record that is held back, so that readers need not wait until a failure ends. */
  void flush() throws InterruptedException {
    out.flush();
  }

  /** Makes the offsets of all versions that are started from now on carry a snapshot request. */
  void applyRequest(String request) {
    records.applySnapshotRequest(request);
  }

  /**
   * Sets the position before the first change of the started version as the offset to report, so
   * that a restart takes the same version again.
   *
   * @return the offset
   */
  SourceOffset pin(Position beginning) {
    SourceOffset offset = records.at(beginning);
    pinned = offset;
    return offset;
  }

  /** Ends what {@link #pin} began, because changes are published from now on. */
  void unpin() {
    pinned = null;
  }

  /** Sets an offset that is reached without a record, so that a heartbeat can report it. */
  void setUnreportedOffset(SourceOffset completed) {
    unreported = completed;
  }

  /**
   * Returns the offset of the last completed version if no record carries it, otherwise null. While
   * a version is in progress, returns its {@link #pin}, or null if it has none.
   */
  @Nullable SourceOffset unreportedOffset() {
    return isActive() ? pinned : unreported;
  }

  /** Returns the offset of the last change that is published; null if none is. */
  private @Nullable SourceOffset reachedOffset() {
    Position position = position();
    return position == null ? null : records.at(position);
  }

  /** Notifies that the rows of the started snapshot after a position follow. */
  void beginSnapshot(Position at) throws InterruptedException {
    notifications.begun(records.at(at));
  }

  /** See {@link SnapshotNotifications#aborted}. */
  void abortSnapshot(Optional<ErrorCode> code) throws InterruptedException {
    out.flush();
    notifications.aborted(code, notifications.isStarted() ? reachedOffset() : null);
  }

  private void accept(Optional<SourceRecord> marker) throws InterruptedException {
    if (marker.isPresent()) {
      out.accept(marker.get(), CommitMarkers.RECORD_BYTES);
    }
  }

  /** Ends the started version, if there is one, without completing it. */
  void abandonVersion() throws InterruptedException {
    accept(records.giveUp(position()));
    out.flush();
    close();
    out.versionAbandoned();
    version = null;
    unreported = null;
    pinned = null;
  }

  /** Returns the position of the last change of the version that is published; null if none is. */
  @Nullable Position position() {
    return changes == null ? from : changes.position().orElse(from);
  }

  /** Returns the number of changes of the version that were published since it was started. */
  long publishedChanges() {
    return publishedChanges;
  }

  /**
   * Returns a number that grows when a change is published, when rows are read for the first time
   * in a pass, when a file is completed, and when a version starts or ends.
   */
  long progress() {
    return progress;
  }

  @Override
  public void close() {
    try {
      if (changes != null) {
        VersionChanges closing = changes;
        changes = null;
        closing.close();
      }
    } finally {
      memory.release();
    }
  }
}
