package io.deltacdf.connect.config;

import java.util.List;

/**
 * How records look; the options of the group "Records".
 *
 * @param topicPrefix {@code topic.prefix}: first part of topic and schema names
 * @param keyFormat {@code key.format}; never AUTO in the format DEBEZIUM, whose keys are structures
 * @param metadataColumns {@code value.metadata.columns}: which of {@code _change_type}, {@code
 *     _commit_version} and {@code _commit_timestamp} are fields of the value; empty in the format
 *     DEBEZIUM
 * @param deleteHandling {@code delete.tombstone.handling.mode}; in the format DEBEZIUM, where it is
 *     a row that is an event, what {@code tombstones.on.delete} says
 */
public record RecordConfig(
    String topicPrefix,
    Format format,
    KeyFormat keyFormat,
    char keyDelimiter,
    List<String> metadataColumns,
    DeleteHandling deleteHandling,
    DecimalHandling decimalHandling,
    BinaryHandling binaryHandling,
    TimePrecision timePrecision,
    Nullability nullability,
    NameAdjustment fieldNameAdjustment,
    NameAdjustment schemaNameAdjustment,
    RecordTimestamp timestamp,
    NullKeyHandling nullKeyHandling) {
  public RecordConfig {
    metadataColumns = List.copyOf(metadataColumns);
  }

  /** Whether values are Debezium's envelope, with the row before and the row after a change. */
  public boolean envelope() {
    return format == Format.DEBEZIUM;
  }

  /** The topic of the heartbeats of all tables. */
  public String heartbeatTopic() {
    return heartbeatTopic(topicPrefix);
  }

  static String heartbeatTopic(String topicPrefix) {
    return "__delta-heartbeat." + topicPrefix;
  }

  /** {@code record.format}. */
  public enum Format {
    ROW,
    DEBEZIUM
  }

  /** {@code key.format}: how several key columns become one key. */
  public enum KeyFormat {
    AUTO,
    STRUCT,
    STRING
  }

  /** {@code delete.tombstone.handling.mode}, as Debezium's ExtractNewRecordState names it. */
  public enum DeleteHandling {
    TOMBSTONE,
    REWRITE,
    REWRITE_WITH_TOMBSTONE,
    DROP
  }

  /** {@code decimal.handling.mode}. */
  public enum DecimalHandling {
    PRECISE,
    STRING,
    DOUBLE
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

  /** {@code schema.nullability}: whether all value fields are optional, or as the table says. */
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

  /** {@code null.key.handling}. */
  public enum NullKeyHandling {
    FAIL,
    SKIP
  }
}
