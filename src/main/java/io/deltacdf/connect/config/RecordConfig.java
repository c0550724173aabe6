package io.deltacdf.connect.config;

import java.util.List;
import java.util.Optional;

/**
 * The form of records; the options of the group "Records".
 *
 * @param topicPrefix {@code topic.prefix}: the prefix of topic and schema names
 * @param heartbeatTopicPrefix {@code topic.heartbeat.prefix}
 * @param transactionTopic the topic of the records that mark commits, from {@code
 *     topic.transaction}; empty without {@code provide.transaction.metadata}
 * @param notifications where notifications of snapshots go
 * @param keyFormat {@code key.format}; never AUTO with the format DEBEZIUM, whose keys are structs
 * @param metadataColumns {@code value.metadata.columns}: which of {@code _change_type}, {@code
 *     _commit_version} and {@code _commit_timestamp} are fields of the value; empty with the format
 *     DEBEZIUM
 * @param deleteHandling {@code delete.tombstone.handling.mode}. With the format DEBEZIUM, {@code
 *     tombstones.on.delete} decides: a delete event is REWRITE or REWRITE_WITH_TOMBSTONE
 */
public record RecordConfig(
    String topicPrefix,
    String heartbeatTopicPrefix,
    Optional<String> transactionTopic,
    Notifications notifications,
    Format format,
    KeyFormat keyFormat,
    char keyDelimiter,
    List<String> metadataColumns,
    DeleteHandling deleteHandling,
    DecimalHandling decimalHandling,
    FloatHandling floatHandling,
    BinaryHandling binaryHandling,
    TimePrecision timePrecision,
    Nullability nullability,
    NameAdjustment fieldNameAdjustment,
    NameAdjustment schemaNameAdjustment,
    RecordTimestamp timestamp,
    HeaderRecords headers,
    NullKeyHandling nullKeyHandling) {
  public RecordConfig {
    metadataColumns = List.copyOf(metadataColumns);
  }

  /** Returns whether values are Debezium's envelope with the row before and after a change. */
  public boolean envelope() {
    return format == Format.DEBEZIUM;
  }

  /** Returns the topic of the heartbeats of all tables. */
  public String heartbeatTopic() {
    return heartbeatTopic(heartbeatTopicPrefix, topicPrefix);
  }

  static String heartbeatTopic(String heartbeatTopicPrefix, String topicPrefix) {
    return heartbeatTopicPrefix + "." + topicPrefix;
  }

  static String transactionTopic(String topicPrefix, String topicTransaction) {
    return topicPrefix + "." + topicTransaction;
  }

  /**
   * {@code notification.enabled.channels} and {@code notification.sink.topic.name}.
   *
   * @param log whether they go to the log
   * @param topic the topic to which they go; empty if they go to none
   */
  public record Notifications(boolean log, Optional<String> topic) {
    static final String LOG_CHANNEL = "log";
    static final String SINK_CHANNEL = "sink";
  }

  /** {@code record.format}. */
  public enum Format {
    ROW,
    DEBEZIUM
  }

  /** {@code key.format}: how key columns become a key. */
  public enum KeyFormat {
    AUTO,
    STRUCT,
    STRING
  }

  /** {@code delete.tombstone.handling.mode}, named as in Debezium's ExtractNewRecordState. */
  public enum DeleteHandling {
    TOMBSTONE,
    REWRITE,
    REWRITE_WITH_TOMBSTONE,
    DROP;

    /** Returns whether a delete is published as the deleted row. */
    boolean isRewrite() {
      return this == REWRITE || this == REWRITE_WITH_TOMBSTONE;
    }
  }

  /** {@code decimal.handling.mode}. */
  public enum DecimalHandling {
    PRECISE,
    STRING,
    DOUBLE
  }

  /** {@code float.special.handling}: what becomes of NaN and the infinities. */
  public enum FloatHandling {
    PASS,
    NULL,
    FAIL,
    TEXT
  }

  /** {@code binary.handling.mode}. */
  public enum BinaryHandling {
    BYTES,
    BASE64,
    BASE64_URL_SAFE,
    HEX
  }

  /** {@code time.precision.mode}. */
  public enum TimePrecision {
    ADAPTIVE,
    CONNECT,
    ISOSTRING,
    MICROSECONDS
  }

  /** {@code schema.nullability}: which fields of the value are optional. */
  public enum Nullability {
    OPTIONAL,
    TABLE
  }

  /** {@code field.name.adjustment.mode} and {@code schema.name.adjustment.mode}. */
  public enum NameAdjustment {
    NONE,
    AVRO,
    AVRO_UNICODE
  }

  /** {@code record.timestamp}. */
  public enum RecordTimestamp {
    INGEST,
    COMMIT
  }

  /** {@code record.headers}: which records have headers. */
  public enum HeaderRecords {
    ALL,
    TOMBSTONES,
    NONE
  }

  /** {@code null.key.handling}. */
  public enum NullKeyHandling {
    FAIL,
    SKIP
  }
}
