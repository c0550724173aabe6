package io.deltacdf.connect.testing.sinks;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;

/**
 * The options of the two search sinks that affect whether an index mirrors a table, with their
 * original names.
 */
final class SearchSinkConfig extends AbstractConfig {
  private final String writeMethod;
  private final boolean failsOnVersionConflict;
  private final boolean rejectsEmptyKeys;

  private static final String MALFORMED = "behavior.on.malformed.documents";

  SearchSinkConfig(
      ConfigDef definition,
      Map<String, String> options,
      String writeMethod,
      boolean failsOnVersionConflict,
      boolean rejectsEmptyKeys) {
    super(definition, options, false);
    this.writeMethod = writeMethod;
    this.failsOnVersionConflict = failsOnVersionConflict;
    this.rejectsEmptyKeys = rejectsEmptyKeys;
  }

  /**
   * @param onNullValues the default of {@code behavior.on.null.values}
   * @param writeMethod the name of the option that selects inserts or upserts
   */
  static ConfigDef definition(String onNullValues, String writeMethod) {
    return new ConfigDef()
        .define("connection.url", Type.STRING, Importance.HIGH, "The URL of the node")
        .define(
            "batch.size", Type.INT, 2000, Range.atLeast(1), Importance.MEDIUM, "Actions of a bulk")
        .define(
            "max.in.flight.requests",
            Type.INT,
            5,
            Range.atLeast(1),
            Importance.MEDIUM,
            "Concurrent bulks")
        .define(
            "flush.timeout.ms", Type.LONG, 180_000L, Importance.LOW, "The timeout for all bulks")
        .define("max.retries", Type.INT, 5, Range.atLeast(0), Importance.LOW, "Retries of a bulk")
        .define("retry.backoff.ms", Type.LONG, 100L, Importance.LOW, "Doubled after each retry")
        .define("key.ignore", Type.BOOLEAN, false, Importance.HIGH, "Must be false for a mirror")
        .define(
            "schema.ignore",
            Type.BOOLEAN,
            false,
            Importance.LOW,
            "Whether mappings ignore the schema")
        .define(
            "behavior.on.null.values",
            Type.STRING,
            onNullValues,
            ValidString.in("ignore", "delete", "fail"),
            Importance.LOW,
            "How tombstones are handled")
        .define(
            MALFORMED,
            Type.STRING,
            "fail",
            ValidString.in("ignore", "warn", "fail", "report"),
            Importance.LOW,
            "What a document does that the index refuses")
        .define(
            writeMethod,
            Type.STRING,
            "insert",
            ValidString.in("insert", "upsert", "INSERT", "UPSERT"),
            Importance.LOW,
            "Whether a document is replaced or merged");
  }

  URI url() {
    return URI.create(getString("connection.url"));
  }

  int batchSize() {
    return getInt("batch.size");
  }

  int maxInFlightRequests() {
    return getInt("max.in.flight.requests");
  }

  Duration flushTimeout() {
    return Duration.ofMillis(getLong("flush.timeout.ms"));
  }

  int maxRetries() {
    return getInt("max.retries");
  }

  Duration retryBackoff() {
    return Duration.ofMillis(getLong("retry.backoff.ms"));
  }

  boolean ignoresKey() {
    return getBoolean("key.ignore");
  }

  boolean ignoresSchema() {
    return getBoolean("schema.ignore");
  }

  String onNullValues() {
    return getString("behavior.on.null.values");
  }

  boolean isUpsert() {
    return getString(writeMethod).equalsIgnoreCase("upsert");
  }

  /** Whether a document that the index refuses fails the task. */
  boolean failsOnMalformedDocuments() {
    return getString(MALFORMED).equals("fail");
  }

  boolean failsOnVersionConflict() {
    return failsOnVersionConflict;
  }

  boolean rejectsEmptyKeys() {
    return rejectsEmptyKeys;
  }
}
