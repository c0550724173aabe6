package io.deltacdf.connect.record.transaction;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * The schemas of Debezium's transaction metadata, with the fields, names and versions that {@code
 * io.debezium.schema.SchemaFactory} of Debezium 3.6 gives them. The fields after Debezium's are our
 * own; all of them are optional.
 */
public final class TransactionSchemas {
  static final String ID = "id";
  static final String TOTAL_ORDER = "total_order";
  static final String DATA_COLLECTION_ORDER = "data_collection_order";

  static final String STATUS = "status";
  static final String EVENT_COUNT = "event_count";
  static final String DATA_COLLECTIONS = "data_collections";
  static final String DATA_COLLECTION = "data_collection";
  static final String TS_MS = "ts_ms";

  static final String TABLE = "table";
  static final String COMMIT_VERSION = "commit_version";
  static final String COMMIT_OPERATION = "commit_operation";
  static final String COMPLETE = "complete";

  static final String TOPIC = "topic";
  static final String CREATE_COUNT = "create_count";
  static final String UPDATE_COUNT = "update_count";
  static final String DELETE_COUNT = "delete_count";
  static final String PREIMAGE_COUNT = "preimage_count";

  /** The field {@code transaction} of envelopes. */
  public static final Schema BLOCK =
      SchemaBuilder.struct()
          .name("event.block")
          .version(1)
          .optional()
          .field(ID, Schema.STRING_SCHEMA)
          .field(TOTAL_ORDER, Schema.INT64_SCHEMA)
          .field(DATA_COLLECTION_ORDER, Schema.INT64_SCHEMA)
          .build();

  static final Schema KEY =
      SchemaBuilder.struct()
          .name("io.debezium.connector.common.TransactionMetadataKey")
          .version(1)
          .field(ID, Schema.STRING_SCHEMA)
          .build();

  static final Schema COLLECTION =
      SchemaBuilder.struct()
          .name("event.collection")
          .version(1)
          .optional()
          .field(DATA_COLLECTION, Schema.STRING_SCHEMA)
          .field(EVENT_COUNT, Schema.INT64_SCHEMA)
          .field(TOPIC, Schema.OPTIONAL_STRING_SCHEMA)
          .field(CREATE_COUNT, Schema.OPTIONAL_INT64_SCHEMA)
          .field(UPDATE_COUNT, Schema.OPTIONAL_INT64_SCHEMA)
          .field(DELETE_COUNT, Schema.OPTIONAL_INT64_SCHEMA)
          .field(PREIMAGE_COUNT, Schema.OPTIONAL_INT64_SCHEMA)
          .build();

  static final Schema VALUE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.common.TransactionMetadataValue")
          .version(1)
          .field(STATUS, Schema.STRING_SCHEMA)
          .field(ID, Schema.STRING_SCHEMA)
          .field(EVENT_COUNT, Schema.OPTIONAL_INT64_SCHEMA)
          .field(DATA_COLLECTIONS, SchemaBuilder.array(COLLECTION).optional().build())
          .field(TS_MS, Schema.INT64_SCHEMA)
          .field(TABLE, Schema.OPTIONAL_STRING_SCHEMA)
          .field(COMMIT_VERSION, Schema.OPTIONAL_INT64_SCHEMA)
          .field(COMMIT_OPERATION, Schema.OPTIONAL_STRING_SCHEMA)
          .field(COMPLETE, Schema.OPTIONAL_BOOLEAN_SCHEMA)
          .build();

  private TransactionSchemas() {}
}
