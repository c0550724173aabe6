package io.deltacdf.connect.offset;

import io.deltacdf.connect.table.log.LogPosition;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far a table is published, as Connect stores it. Two forms: a version that is done, and a
 * place inside a version.
 *
 * <pre>{@code
 * {"version": 41, "table_id": "6d61…", "timestamp": 1767225600000}
 * {"version": 42, "table_id": "6d61…", "timestamp": 1767225660000, "phase": "upsert",
 *  "file_index": 0, "file": "_change_data/cdc-00000….parquet", "row": 1234, "plan": "0f3a…"}
 * }</pre>
 *
 * <p>In a commit of more keys than {@code consolidation.max.keys} a place has {@code partition}
 * too, the hash partition of the keys; without it the first is meant. A snapshot has the second
 * form with phase {@code read} and {@code snapshot}, its id. A person may leave out all but the
 * version: {@code {"version": 41}} goes on with 42.
 *
 * <p>As long as a key column is called otherwise than configured, since it was renamed, both forms
 * have {@code key} too, by which it is found again. Once a {@code snapshot.request} was taken up,
 * both have it as {@code snapshot_request}.
 *
 * @param version the version that is done, or that is being published; -1 for none
 * @param tableId the table's id: after the version where it is done, before it inside
 * @param timestamp the version's adjusted timestamp in milliseconds since the epoch
 * @param position the place inside the version up to which it is published; empty where it is done
 * @param plan the {@link PlanHash} that the position was made with
 * @param snapshot the id of the snapshot that the position lies in
 * @param key the {@link KeyIdentity} of the table's key columns: after the version where it is
 *     done, before it inside
 * @param request the {@code snapshot.request} that was taken up last
 */
public record SourceOffset(
    long version,
    Optional<String> tableId,
    OptionalLong timestamp,
    Optional<Position> position,
    Optional<String> plan,
    Optional<String> snapshot,
    Optional<String> key,
    Optional<String> request) {
  static final String VERSION = "version";
  static final String TABLE_ID = "table_id";
  static final String TIMESTAMP = "timestamp";
  static final String PARTITION = "partition";
  static final String PHASE = "phase";
  static final String FILE_INDEX = "file_index";
  static final String FILE = "file";
  static final String ROW = "row";
  static final String PLAN = "plan";
  static final String SNAPSHOT = "snapshot";
  static final String KEY = "key";
  static final String REQUEST = "snapshot_request";

  private static final String TABLE = "table";

  /** The source partition of a table, by its name in the configuration. */
  public static Map<String, String> sourcePartition(String table) {
    return Collections.singletonMap(TABLE, table);
  }

  /** The table that a source partition stands for; empty where it is none of this connector's. */
  public static Optional<String> tableOf(Map<String, ?> sourcePartition) {
    return sourcePartition != null
            && sourcePartition.size() == 1
            && sourcePartition.get(TABLE) instanceof String table
        ? Optional.of(table)
        : Optional.empty();
  }

  /** The offset of a place in the log at which a table starts. */
  public static SourceOffset at(LogPosition position, Optional<String> request) {
    return new SourceOffset(
        position.version(),
        position.tableId(),
        position.timestamp(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        request);
  }

  /**
   * Reads a stored offset, or one that a person wrote: numbers may be of any integer type or text.
   *
   * @param table the table's name, for messages
   * @throws io.deltacdf.connect.error.DeltaCdfException OFFSET_INVALID
   */
  public static SourceOffset fromMap(String table, Map<String, ?> map) {
    return new OffsetReader(table, map).read();
  }

  /** Whether the version is done, so that the next one follows. */
  public boolean isCompleted() {
    return position.isEmpty();
  }

  /**
   * Where the log goes on: behind this version where it is done, else in front of it. Inside a
   * version the position's timestamp is the latest that lets the version keep its own.
   */
  public LogPosition logPosition() {
    if (isCompleted()) {
      return new LogPosition(version, tableId, timestamp);
    }
    return new LogPosition(
        version - 1,
        tableId,
        timestamp.isPresent() ? OptionalLong.of(timestamp.getAsLong() - 1) : OptionalLong.empty());
  }

  /** The offset as Connect takes it; immutable, values are {@code Long} and {@code String}. */
  public Map<String, Object> toMap() {
    Map<String, Object> shared = new LinkedHashMap<>();
    shared.put(VERSION, version);
    tableId.ifPresent(id -> shared.put(TABLE_ID, id));
    timestamp.ifPresent(time -> shared.put(TIMESTAMP, time));
    plan.ifPresent(text -> shared.put(PLAN, text));
    snapshot.ifPresent(id -> shared.put(SNAPSHOT, id));
    key.ifPresent(identity -> shared.put(KEY, identity));
    request.ifPresent(text -> shared.put(REQUEST, text));
    return position.isPresent()
        ? new OffsetMap(shared, position.get())
        : Collections.unmodifiableMap(shared);
  }
}
