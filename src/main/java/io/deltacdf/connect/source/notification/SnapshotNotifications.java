package io.deltacdf.connect.source.notification;

import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.record.RecordSink;
import io.deltacdf.connect.record.notification.Notification;
import io.deltacdf.connect.record.notification.Notification.Type;
import io.deltacdf.connect.record.notification.NotificationRecords;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells how the snapshots of a table go: writes each notification to the log, and its record to the
 * sink of the table's records, if there is a topic for it.
 *
 * <p>Each record carries the offset that the table has reached with the records before it, so that
 * no notification is lost: COMPLETED carries that of the completed version, which the last row does
 * not carry then. After a crash some may be repeated. Not thread-safe.
 */
public final class SnapshotNotifications {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotNotifications.class);

  /**
   * A snapshot that is neither completed nor aborted.
   *
   * @param reason what caused it; empty if that is not known any more
   * @param resumed whether some of its rows were published by an earlier run
   */
  public record Snapshot(String id, long version, Optional<String> reason, boolean resumed) {}

  private final String table;
  private final String topicPrefix;
  private final boolean log;
  private final @Nullable NotificationRecords records;

  private final RecordSink sink;

  /** The snapshot that this instance publishes; null if it publishes none. */
  private @Nullable Snapshot started;

  /** The snapshot whose rows are published, or were when an earlier run ended. */
  private @Nullable Snapshot open;

  /** An offset in {@link #open}. */
  private @Nullable SourceOffset openAt;

  /** Whether the rows of {@link #started} are published. */
  private boolean begun;

  /**
   * @param table the table's name in the configuration
   * @param stored the offset that Connect has stored; null if there is none
   * @param sink receives the records of the table in order
   */
  public SnapshotNotifications(
      String table, RecordConfig config, @Nullable SourceOffset stored, RecordSink sink) {
    this.table = table;
    this.topicPrefix = config.topicPrefix();
    this.log = config.notifications().log();
    this.sink = sink;
    this.records =
        config
            .notifications()
            .topic()
            .map(topic -> new NotificationRecords(table, topic))
            .orElse(null);
    if (stored != null && stored.snapshotId().isPresent()) {
      open = new Snapshot(stored.snapshotId().get(), stored.version(), Optional.empty(), true);
      openAt = stored;
    }
  }

  /** Notes that a snapshot is published from now on. */
  public void started(Snapshot snapshot) {
    started = snapshot;
  }

  /**
   * Whether a snapshot is in progress, which may be that of an earlier run.
   *
   * @param onlyOwn whether only one counts whose rows are published by this instance
   */
  public boolean isInProgress(boolean onlyOwn) {
    return open != null && (begun || !onlyOwn);
  }

  /** Whether a snapshot is started, and neither completed nor aborted. */
  public boolean isStarted() {
    return started != null;
  }

  /**
   * Tells that the rows of the started snapshot follow.
   *
   * @param at the offset before the first of these rows
   */
  public void begun(SourceOffset at) throws InterruptedException {
    begun(Objects.requireNonNull(started), at, sink);
  }

  private void begun(Snapshot snapshot, SourceOffset at, RecordSink out)
      throws InterruptedException {
    open = snapshot;
    openAt = at;
    begun = true;
    if (!snapshot.resumed()) {
      Map<String, String> data = data(snapshot);
      snapshot.reason().ifPresent(reason -> data.put("reason", reason));
      send(snapshot, Type.STARTED, data, at, out);
    }
    Map<String, String> data = data(snapshot);
    data.put("current_collection_in_progress", table);
    data.put("resumed", String.valueOf(snapshot.resumed()));
    send(snapshot, Type.IN_PROGRESS, data, at, out);
  }

  /**
   * Tells that all rows of the started snapshot are published.
   *
   * @param rows how many rows were read since it started or resumed
   * @param last the offset after the last row; null if there was none
   * @param completed the offset of the completed version, which no record before carries
   * @param out receives the records after the last row
   */
  public void completed(
      long rows, @Nullable SourceOffset last, SourceOffset completed, RecordSink out)
      throws InterruptedException {
    Snapshot snapshot = Objects.requireNonNull(started);
    if (!begun) {
      // It has no file, and so no position before the first row.
      begun(snapshot, completed, out);
    }
    SourceOffset beginning = openAt == null ? completed : openAt;
    Map<String, String> data = data(snapshot);
    data.put("scanned_collection", table);
    data.put("total_rows_scanned", String.valueOf(rows));
    data.put("status", "SUCCEEDED");
    send(snapshot, Type.TABLE_SCAN_COMPLETED, data, last == null ? beginning : last, out);
    send(snapshot, Type.COMPLETED, data(snapshot), completed, out);
    close();
  }

  /**
   * Tells that the snapshot in progress, which may be that of an earlier run, has ended without all
   * of its rows, if there is one.
   *
   * @param code the code of the failure; empty if another snapshot is published instead
   * @param at the offset of the last row that was published; null if this instance has published
   *     none
   */
  public void aborted(Optional<ErrorCode> code, @Nullable SourceOffset at)
      throws InterruptedException {
    Snapshot snapshot = open;
    SourceOffset reached = at == null ? openAt : at;
    if (snapshot != null && reached != null) {
      Map<String, String> data = data(snapshot);
      code.ifPresent(name -> data.put("error_code", name.name()));
      send(snapshot, Type.ABORTED, data, reached, sink);
    }
    close();
  }

  private void close() {
    started = null;
    begun = false;
    open = null;
    openAt = null;
  }

  private Map<String, String> data(Snapshot snapshot) {
    Map<String, String> data = new LinkedHashMap<>();
    data.put("connector_name", topicPrefix);
    data.put("data_collections", table);
    data.put("snapshot_id", snapshot.id());
    data.put("commit_version", String.valueOf(snapshot.version()));
    return data;
  }

  private void send(
      Snapshot snapshot, Type type, Map<String, String> data, SourceOffset at, RecordSink out)
      throws InterruptedException {
    Notification notification =
        new Notification(table + ":" + snapshot.id(), type, data, System.currentTimeMillis());
    if (log) {
      LOG.info("Notification {}", notification);
    }
    if (records != null) {
      out.accept(records.of(notification, at), NotificationRecords.RECORD_BYTES);
    }
  }
}
