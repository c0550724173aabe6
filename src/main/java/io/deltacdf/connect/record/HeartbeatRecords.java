package io.deltacdf.connect.record;

import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.record.inflight.DeltaSourceRecord;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Creates heartbeats: records that report a completed version which no record of the table reports.
 * The key is the table's name. The value contains the table, the version, the version's timestamp
 * and the time of the heartbeat, both in milliseconds since the epoch. If the table is not read, or
 * was not read until now, the value also has its {@link HeartbeatState} and the code of the
 * failure. Heartbeats have no headers.
 */
public final class HeartbeatRecords {
  /** About how many bytes a heartbeat occupies on the heap. */
  public static final int RECORD_BYTES = 1_000;

  private static final String TABLE = "table";
  private static final String VERSION = "version";
  private static final String COMMIT_TIMESTAMP = "commit_timestamp";
  private static final String TS_MS = "ts_ms";
  private static final String STATE = "state";
  private static final String ERROR_CODE = "error_code";

  private static final Schema VALUE =
      SchemaBuilder.struct()
          .name("io.deltacdf.connect.Heartbeat")
          .field(TABLE, Schema.STRING_SCHEMA)
          .field(VERSION, Schema.INT64_SCHEMA)
          .field(COMMIT_TIMESTAMP, Schema.OPTIONAL_INT64_SCHEMA)
          .field(TS_MS, Schema.INT64_SCHEMA)
          .field(STATE, Schema.OPTIONAL_STRING_SCHEMA)
          .field(ERROR_CODE, Schema.OPTIONAL_STRING_SCHEMA)
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
   * Creates a heartbeat with the offset of another record of the table.
   *
   * @param now the time of the heartbeat in milliseconds since the epoch
   */
  public SourceRecord repeat(SourceRecord record, long now) {
    return at(SourceOffsetCodec.read(table, record.sourceOffset()), now);
  }

  /**
   * Creates a heartbeat with an offset of the table.
   *
   * @param now the time of the heartbeat in milliseconds since the epoch
   */
  public SourceRecord at(SourceOffset offset, long now) {
    Struct value =
        new Struct(VALUE).put(TABLE, table).put(VERSION, offset.version()).put(TS_MS, now);
    offset.timestamp().ifPresent(timestamp -> value.put(COMMIT_TIMESTAMP, timestamp));
    return record(SourceOffsetCodec.write(offset), value);
  }

  /**
   * Creates a heartbeat that says in which state a table is, and repeats the offset that it has
   * reached, which may lie inside a version.
   *
   * @param reached an offset in the form that Connect stores
   * @param now the time of the heartbeat in milliseconds since the epoch
   */
  public SourceRecord withState(
      Map<String, ?> reached, HeartbeatState state, Optional<ErrorCode> code, long now) {
    SourceOffset offset = SourceOffsetCodec.read(table, reached);
    Struct value =
        new Struct(VALUE)
            .put(TABLE, table)
            .put(VERSION, offset.version())
            .put(TS_MS, now)
            .put(STATE, state.name().toLowerCase(Locale.ROOT));
    offset.timestamp().ifPresent(timestamp -> value.put(COMMIT_TIMESTAMP, timestamp));
    code.ifPresent(name -> value.put(ERROR_CODE, name.name()));
    return record(reached, value);
  }

  private SourceRecord record(Map<String, ?> offset, Struct value) {
    return new DeltaSourceRecord(
        sourcePartition,
        offset,
        topic,
        null,
        Schema.STRING_SCHEMA,
        table,
        VALUE,
        value,
        null,
        null);
  }
}
