package io.deltacdf.connect.record;

import io.deltacdf.connect.record.transaction.TransactionSchemas;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * The schemas of Debezium's envelope, with the fields, names and versions that {@code
 * io.debezium.schema.SchemaFactory} of Debezium 3.6 gives them. Only the fields of {@code source}
 * after {@code ts_ns} are specific to Delta.
 */
final class EnvelopeSchemas {
  static final String BEFORE = "before";
  static final String AFTER = "after";
  static final String SOURCE = "source";
  static final String OPERATION = "op";
  static final String TS_MS = "ts_ms";
  static final String TS_US = "ts_us";
  static final String TS_NS = "ts_ns";
  static final String TRANSACTION = "transaction";

  static final String VERSION = "version";
  static final String CONNECTOR = "connector";
  static final String NAME = "name";
  static final String SNAPSHOT = "snapshot";
  static final String SEQUENCE = "sequence";
  static final String TABLE = "table";
  static final String COMMIT_VERSION = "commit_version";
  static final String COMMIT_OPERATION = "commit_operation";

  static final String SNAPSHOT_FIRST = "first";
  static final String SNAPSHOT_TRUE = "true";
  static final String SNAPSHOT_LAST = "last";
  static final String SNAPSHOT_FALSE = "false";

  private static final Schema SNAPSHOT_SCHEMA =
      SchemaBuilder.string()
          .name("io.debezium.data.Enum")
          .version(1)
          .parameter(
              "allowed",
              "true,first,first_in_data_collection,last_in_data_collection,last,false,incremental")
          .optional()
          .defaultValue(SNAPSHOT_FALSE)
          .build();

  /** Debezium's sources also have {@code db}; a path does not belong to a database. */
  static final Schema SOURCE_SCHEMA =
      SchemaBuilder.struct()
          .name("io.deltacdf.connect.Source")
          .version(1)
          .field(VERSION, Schema.STRING_SCHEMA)
          .field(CONNECTOR, Schema.STRING_SCHEMA)
          .field(NAME, Schema.STRING_SCHEMA)
          .field(TS_MS, Schema.INT64_SCHEMA)
          .field(SNAPSHOT, SNAPSHOT_SCHEMA)
          .field(SEQUENCE, Schema.OPTIONAL_STRING_SCHEMA)
          .field(TS_US, Schema.OPTIONAL_INT64_SCHEMA)
          .field(TS_NS, Schema.OPTIONAL_INT64_SCHEMA)
          .field(TABLE, Schema.STRING_SCHEMA)
          .field(COMMIT_VERSION, Schema.INT64_SCHEMA)
          .field(COMMIT_OPERATION, Schema.OPTIONAL_STRING_SCHEMA)
          .build();

  private EnvelopeSchemas() {}

  /**
   * Creates the schema of the envelope around rows.
   *
   * @param name the name of the schema
   * @param row the schema of the rows, which must be optional
   */
  static Schema envelope(String name, Schema row) {
    return SchemaBuilder.struct()
        .name(name)
        .version(2)
        .field(BEFORE, row)
        .field(AFTER, row)
        .field(SOURCE, SOURCE_SCHEMA)
        .field(OPERATION, Schema.STRING_SCHEMA)
        .field(TS_MS, Schema.OPTIONAL_INT64_SCHEMA)
        .field(TS_US, Schema.OPTIONAL_INT64_SCHEMA)
        .field(TS_NS, Schema.OPTIONAL_INT64_SCHEMA)
        .field(TRANSACTION, TransactionSchemas.BLOCK)
        .build();
  }
}
