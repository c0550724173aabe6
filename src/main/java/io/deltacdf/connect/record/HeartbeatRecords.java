package io.deltacdf.connect.record;

import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Creates heartbeats: records that report a completed version which no record of the table reports.
 * The key is the table's name. The value contains the table, the version, the version's timestamp
 * and the time of the heartbeat, both in milliseconds since the epoch. Heartbeats have no headers.
 */
public final class HeartbeatRecords {
  /** About how many bytes a heartbeat occupies on the heap. */
  public static final int RECORD_BYTES = 1_000;

  private static final String TABLE = "table";
  private static final String VERSION = "version";
  private static final String COMMIT_TIMESTAMP = "commit_timestamp";
  private static final String TS_MS = "ts_ms";

  private static final Schema VALUE =
      SchemaBuilder.struct()
          .name("io.deltacdf.connect.Heartbeat")
          .field(TABLE, Schema.STRING_SCHEMA)
          .field(VERSION, Schema.INT64_SCHEMA)
          .field(COMMIT_TIMESTAMP, Schema.OPTIONAL_INT64_SCHEMA)
          .field(TS_MS, Schema.INT64_SCHEMA)
          .build();

  private final String table;
  private final String topic;
  private final Map<String, String> sourcePartition;

  /**
   * @param table the table's name in the configuration
   */
  public HeartbeatRecords(String table, RecordConfig records) {
    this.table = table;
    this.topic = records.heartbeatTopic();
    this.sourcePartition = SourceOffsetCodec.sourcePartition(table);
  }

  /**
   * Creates a heartbeat with the offset of a completed version.
   *
   * @param now the time of the heartbeat in milliseconds since the epoch
   */
  public SourceRecord at(SourceOffset completed, long now) {
    Struct value =
        new Struct(VALUE).put(TABLE, table).put(VERSION, completed.version()).put(TS_MS, now);
    completed.timestamp().ifPresent(timestamp -> value.put(COMMIT_TIMESTAMP, timestamp));
    return new SourceRecord(
        sourcePartition,
        SourceOffsetCodec.write(completed),
        topic,
        Schema.STRING_SCHEMA,
        table,
        VALUE,
        value);
  }
}
