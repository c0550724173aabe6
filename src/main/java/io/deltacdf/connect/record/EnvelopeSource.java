package io.deltacdf.connect.record;

import io.deltacdf.connect.config.Version;
import org.apache.kafka.connect.data.Struct;

/**
 * Creates the {@code source} of envelopes: the table and the version that they come from.
 *
 * @param table the table's name in the configuration
 * @param topicPrefix {@code topic.prefix}
 */
record EnvelopeSource(String table, String topicPrefix) {
  private static final String CONNECTOR = "delta";
  private static final long MICROS_PER_MILLI = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /**
   * Creates the source of changes of a version.
   *
   * @param snapshot the value of {@code snapshot}
   */
  Struct of(VersionContext version, String snapshot) {
    long ts = version.timestamp();
    Struct source =
        new Struct(EnvelopeSchemas.SOURCE_SCHEMA)
            .put(EnvelopeSchemas.VERSION, Version.get())
            .put(EnvelopeSchemas.CONNECTOR, CONNECTOR)
            .put(EnvelopeSchemas.NAME, topicPrefix)
            .put(EnvelopeSchemas.TS_MS, ts)
            .put(EnvelopeSchemas.SNAPSHOT, snapshot)
            .put(EnvelopeSchemas.SEQUENCE, sequence(version))
            .put(EnvelopeSchemas.TS_US, ts * MICROS_PER_MILLI)
            .put(EnvelopeSchemas.TS_NS, ts * NANOS_PER_MILLI)
            .put(EnvelopeSchemas.TABLE, table)
            .put(EnvelopeSchemas.COMMIT_VERSION, version.version());
    version
        .operation()
        .ifPresent(operation -> source.put(EnvelopeSchemas.COMMIT_OPERATION, operation));
    return source;
  }

  /** Returns a JSON array by which consumers of Debezium's events can order a row's changes. */
  private static String sequence(VersionContext version) {
    return "[\"" + version.version() + "\"]";
  }
}
