package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * A property that the log of a table must have, so that a change of Spark cannot silently remove
 * what a kind of table demonstrates.
 */
public enum SparkTableTrait {
  /** Some commit has change files. */
  CDC_FILES(log -> log.any("cdc", cdc -> true)),
  /** No commit has change files. */
  NO_CDC_FILES(log -> !log.any("cdc", cdc -> true)),
  DELETION_VECTORS(log -> log.any("add", add -> add.hasNonNull("deletionVector"))),
  NO_DELETION_VECTORS(log -> !log.any("add", add -> add.hasNonNull("deletionVector"))),
  PARTITIONED(log -> log.any("metaData", m -> !m.path("partitionColumns").isEmpty())),
  /** A partition value is null. */
  NULL_PARTITION_VALUES(log -> log.any("add", add -> hasNull(add.path("partitionValues")))),
  /** A path in the log has an escaped percent sign. */
  ENCODED_PATHS(log -> log.any("add", add -> add.path("path").asText().contains("%25"))),
  /** A path in the log is absolute. */
  ABSOLUTE_PATHS(log -> log.any("add", add -> add.path("path").asText().startsWith("file:/"))),
  /** A file is rewritten without a change of rows. */
  NO_DATA_CHANGE(log -> log.any("remove", r -> !r.path("dataChange").asBoolean(true))),
  /** A file comes without statistics. */
  NO_STATISTICS(log -> log.any("add", add -> !add.hasNonNull("stats"))),
  /** The schema is not the same in all versions. */
  SCHEMA_CHANGE(log -> log.distinct("metaData", m -> m.path("schemaString").asText()) > 1),
  COLUMN_MAPPING_NAME(log -> log.property("delta.columnMapping.mode", "name")),
  COLUMN_MAPPING_ID(log -> log.property("delta.columnMapping.mode", "id")),
  IN_COMMIT_TIMESTAMPS(log -> log.any("commitInfo", c -> c.hasNonNull("inCommitTimestamp"))),
  ROW_TRACKING(log -> log.any("add", add -> add.hasNonNull("baseRowId"))),
  TYPE_WIDENING(
      log ->
          log.any("metaData", m -> m.path("schemaString").asText().contains("delta.typeChanges"))),
  /** The table is clustered (liquid clustering). */
  CLUSTERED(
      log -> log.any("domainMetadata", d -> d.path("domain").asText().equals("delta.clustering"))),
  VARIANT_SHREDDING(log -> log.property("delta.enableVariantShredding", "true")),
  /** A merge has rewritten files without changing a row. */
  NO_OP_MERGE(SparkTableTrait::hasNoOpMerge),
  /** The change feed is off in some version. */
  CHANGE_FEED_OFF(
      log ->
          log.any(
              "metaData",
              m ->
                  !m.path("configuration")
                      .path("delta.enableChangeDataFeed")
                      .asText()
                      .equals("true"))),
  CHECKPOINTS(log -> log.hasFile(".*\\.checkpoint\\..*")),
  /** A checkpoint in several files. */
  MULTIPART_CHECKPOINTS(log -> log.hasFile(".*\\.checkpoint\\.\\d{10}\\.\\d{10}\\.parquet")),
  CHECKPOINT_PROTECTION(
      log ->
          log.any(
              "protocol",
              p -> p.path("writerFeatures").toString().contains("checkpointProtection"))),
  /** A checkpoint of the second version, named by a UUID. */
  V2_CHECKPOINTS(log -> log.hasFile(".*\\.checkpoint\\.[0-9a-f-]{36}\\.(json|parquet)"));

  private final Predicate<TableLog> test;

  SparkTableTrait(Predicate<TableLog> test) {
    this.test = test;
  }

  /** Returns whether the log has this property. */
  boolean in(TableLog log) {
    return test.test(log);
  }

  /** The trait by its name as catalogues write it: {@code no-cdc-files}. */
  static SparkTableTrait parse(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  private static boolean hasNull(JsonNode values) {
    return values.properties().stream().anyMatch(value -> value.getValue().isNull());
  }

  private static boolean hasNoOpMerge(TableLog log) {
    return log.commits().stream()
        .filter(commit -> commit.stream().anyMatch(action -> action.has("add")))
        .flatMap(List::stream)
        .map(action -> action.path("commitInfo"))
        .filter(info -> info.path("operation").asText().equals("MERGE"))
        .map(info -> info.path("operationMetrics"))
        .anyMatch(
            metrics ->
                metrics.path("numTargetRowsInserted").asText().equals("0")
                    && metrics.path("numTargetRowsUpdated").asText().equals("0")
                    && metrics.path("numTargetRowsDeleted").asText().equals("0"));
  }
}
