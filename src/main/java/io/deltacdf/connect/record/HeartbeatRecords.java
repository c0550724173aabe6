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
 * Makes records that say how far a table is published, where its own records do not. Key: the
 * table's name. Value: table, version, the version's timestamp, and the time of the heartbeat, both
 * in milliseconds since the epoch. They have none of the headers of the tables' records.
 */
public final class HeartbeatRecords {
  /** About what a record holds on the heap. */
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
   * A heartbeat with the offset of a version that is done.
   *
   * @param now milliseconds since the epoch
   */
  public SourceRecord at(SourceOffset done, long now) {
    Struct value = new Struct(VALUE).put(TABLE, table).put(VERSION, done.version()).put(TS_MS, now);
    done.timestamp().ifPresent(timestamp -> value.put(COMMIT_TIMESTAMP, timestamp));
    return new SourceRecord(
        sourcePartition,
        SourceOffsetCodec.write(done),
        topic,
        Schema.STRING_SCHEMA,
        table,
        VALUE,
        value);
  }
}
