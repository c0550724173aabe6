package io.deltacdf.connect.record.notification;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.record.inflight.DeltaSourceRecord;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Creates the records of a table's notifications, with the schemas of Debezium 3.6. They have no
 * headers, like heartbeats.
 */
public final class NotificationRecords {
  /** About how many bytes a record occupies on the heap. */
  public static final int RECORD_BYTES = 2_000;

  private static final String ID = "id";
  private static final String AGGREGATE_TYPE = "aggregate_type";
  private static final String TYPE = "type";
  private static final String ADDITIONAL_DATA = "additional_data";
  private static final String TIMESTAMP = "timestamp";

  private static final Schema KEY =
      SchemaBuilder.struct()
          .name("io.debezium.connector.common.NotificationKey")
          .version(1)
          .field(ID, Schema.STRING_SCHEMA)
          .build();

  private static final Schema VALUE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.common.Notification")
          .version(1)
          .field(ID, Schema.STRING_SCHEMA)
          .field(TYPE, Schema.STRING_SCHEMA)
          .field(AGGREGATE_TYPE, Schema.STRING_SCHEMA)
          .field(
              ADDITIONAL_DATA,
              SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA).optional().build())
          .field(TIMESTAMP, Schema.INT64_SCHEMA)
          .build();

  private final String topic;
  private final Map<String, String> sourcePartition;

  /**
   * @param table the table's name in the configuration
   */
  public NotificationRecords(String table, String topic) {
    this.topic = topic;
    this.sourcePartition = SourceOffsetCodec.sourcePartition(table);
  }

  /**
   * Creates a record.
   *
   * @param reached the offset that the table has reached with the records before this one
   */
  public SourceRecord of(Notification notification, SourceOffset reached) {
    return new DeltaSourceRecord(
        sourcePartition,
        SourceOffsetCodec.write(reached),
        topic,
        null,
        KEY,
        new Struct(KEY).put(ID, notification.id()),
        VALUE,
        new Struct(VALUE)
            .put(ID, notification.id())
            .put(TYPE, notification.type().name())
            .put(AGGREGATE_TYPE, Notification.AGGREGATE_TYPE)
            .put(ADDITIONAL_DATA, notification.additionalData())
            .put(TIMESTAMP, notification.timestamp()),
        null,
        null);
  }
}
