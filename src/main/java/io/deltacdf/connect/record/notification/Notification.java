package io.deltacdf.connect.record.notification;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A notification of Debezium's form: what happens to the snapshot of a table.
 *
 * @param id the same for all notifications of a snapshot
 * @param additionalData in the order in which it is shown
 * @param timestamp the time of the notification in milliseconds since the epoch
 */
public record Notification(
    String id, Type type, Map<String, String> additionalData, long timestamp) {
  /** Debezium's name of snapshots that are not incremental, those on request included. */
  static final String AGGREGATE_TYPE = "Initial Snapshot";

  /** The types of Debezium's {@code SnapshotStatus} that snapshots of this connector have. */
  public enum Type {
    STARTED,
    IN_PROGRESS,
    TABLE_SCAN_COMPLETED,
    COMPLETED,
    ABORTED
  }

  public Notification {
    additionalData = Collections.unmodifiableMap(new LinkedHashMap<>(additionalData));
  }

  /** Returns the notification with the names of the fields of its record. */
  @Override
  public String toString() {
    return "{id="
        + id
        + ", aggregate_type="
        + AGGREGATE_TYPE
        + ", type="
        + type
        + ", additional_data="
        + additionalData
        + ", timestamp="
        + timestamp
        + "}";
  }
}
