package io.deltacdf.connect.source;

import io.deltacdf.connect.change.CommitOptions;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.offset.PlanHash;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.RecordFactory;
import io.deltacdf.connect.record.RecordSink;
import io.deltacdf.connect.source.delivery.OffsetStore;
import io.deltacdf.connect.source.memory.ReaderMemory;
import io.deltacdf.connect.source.notification.SnapshotNotifications;
import io.deltacdf.connect.table.DeltaTable;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Publishes one table: first a snapshot if one is needed, then commit after commit. It works in
 * steps of bounded size, so that many tables share a few threads. Not thread-safe; different
 * threads may do steps, one after the other.
 */
public final class TableReader implements AutoCloseable {
  private final String name;
  private final TableMetrics metrics;
  private final VersionPublisher publisher;
  private final TableLifecycle lifecycle;
  private final SnapshotNotifications notifications;
  private final RecordSink sink;

  /** Makes the reader of a table that shares its memory with no other; does no I/O. */
  public TableReader(
      DeltaTable table,
      TableConfig config,
      RecordConfig recordConfig,
      @Nullable SourceOffset stored,
      RecordSink sink) {
    this(
        table,
        config,
        recordConfig,
        stored,
        sink,
        ReaderMemory.unlimited(),
        OffsetStore.NOT_AWAITED,
        new TableMetrics(config.name(), System::currentTimeMillis));
  }

  /**
   * Makes the reader of a table; does no I/O.
   *
   * @param stored the offset that Connect has stored; null if there is none
   * @param sink receives the table's records in order
   * @param memory what the table may hold in memory between two steps
   * @param offsets tells when an offset is stored that has to be stored before rows are published
   * @param metrics what is measured of the table
   */
  TableReader(
      DeltaTable table,
      TableConfig config,
      RecordConfig recordConfig,
      @Nullable SourceOffset stored,
      RecordSink sink,
      ReaderMemory.Table memory,
      OffsetStore offsets,
      TableMetrics metrics) {
    this(
        table,
        config,
        recordConfig,
        stored,
        sink,
        memory,
        offsets,
        metrics,
        System::currentTimeMillis);
  }

  /**
   * Makes the reader of a table; does no I/O.
   *
   * @param millis the clock that the times of files are compared with, as {@link
   *     System#currentTimeMillis}
   */
  TableReader(
      DeltaTable table,
      TableConfig config,
      RecordConfig recordConfig,
      @Nullable SourceOffset stored,
      RecordSink sink,
      ReaderMemory.Table memory,
      OffsetStore offsets,
      TableMetrics metrics,
      LongSupplier millis) {
    RecordFactory records = new RecordFactory(config, recordConfig);
    if (stored != null) {
      records.resume(stored);
    }
    name = config.name();
    this.metrics = metrics;
    this.sink = sink;
    notifications = new SnapshotNotifications(name, recordConfig, stored, sink);
    TableSession session =
        new TableSession(
            table,
            config,
            CommitOptions.of(config, records.needsBefore()),
            new TableColumns(records),
            recordConfig.transactionTopic().isPresent()
                ? PlanHash.ofTransactions(config, recordConfig)
                : PlanHash.ofCommits(config),
            PlanHash.ofSnapshots(config),
            new DerivedCommits(name, config.changeFeed(), metrics.streaming()),
            offsets,
            notifications,
            metrics);
    publisher = new VersionPublisher(name, records, sink, memory, notifications, metrics);
    lifecycle = new TableLifecycle(session, publisher, stored, millis);
  }

  /** Returns the table's name in the configuration. */
  public String name() {
    return name;
  }

  /**
   * Does the next piece of work: checks the log, or publishes a batch of rows.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException if the step failed; after a retriable
   *     failure the next step resumes where this one stopped, without losing or repeating a record
   * @throws InterruptedException if the sink was interrupted; the reader can only be closed then
   */
  public Progress step() throws InterruptedException {
    try {
      return lifecycle.step();
    } catch (RuntimeException e) {
      publisher.flush();
      RuntimeException failure = lifecycle.diagnose(e);
      if (lifecycle.recover(failure)) {
        return Progress.MORE;
      }
      throw failure;
    }
  }

  /**
   * Notifies that a snapshot has ended without all of its rows, because this reader will be closed
   * after a failure.
   *
   * @param known whether the failure is not the first one of the table, so that only a snapshot
   *     that this reader has begun is notified of
   */
  void failed(ErrorCode code, boolean known) throws InterruptedException {
    if (notifications.isInProgress(known)) {
      publisher.abortSnapshot(Optional.of(code));
      // Hands over what is gathered, with the notification.
      sink.versionAbandoned();
    }
  }

  /** Returns what is measured of the table. */
  public TableMetrics metrics() {
    return metrics;
  }

  /** Returns the {@link VersionPublisher#unreportedOffset}. */
  @Nullable SourceOffset unreportedOffset() {
    return publisher.unreportedOffset();
  }

  /** Returns how long to wait for memory before the next step; 0 if it need not wait. */
  long pauseNanos() {
    return publisher.pauseNanos();
  }

  /**
   * Returns a number that grows when something is published or read for the first time, and when a
   * version or phase starts.
   */
  long progress() {
    return publisher.progress() + lifecycle.transitions();
  }

  /** Returns whether a commit or a snapshot of the table was read since this reader was made. */
  boolean hasRead() {
    return publisher.progress() > 0;
  }

  /** Closes everything that is open. A record that is held back is dropped. */
  @Override
  public void close() {
    try {
      publisher.close();
    } finally {
      lifecycle.close();
    }
  }
}
