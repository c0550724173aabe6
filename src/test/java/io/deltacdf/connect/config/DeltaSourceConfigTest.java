package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.RecordConfig.BinaryHandling;
import io.deltacdf.connect.config.RecordConfig.DecimalHandling;
import io.deltacdf.connect.config.RecordConfig.DeleteHandling;
import io.deltacdf.connect.config.RecordConfig.FloatHandling;
import io.deltacdf.connect.config.RecordConfig.Format;
import io.deltacdf.connect.config.RecordConfig.HeaderRecords;
import io.deltacdf.connect.config.RecordConfig.KeyFormat;
import io.deltacdf.connect.config.RecordConfig.NameAdjustment;
import io.deltacdf.connect.config.RecordConfig.NullKeyHandling;
import io.deltacdf.connect.config.RecordConfig.Nullability;
import io.deltacdf.connect.config.RecordConfig.RecordTimestamp;
import io.deltacdf.connect.config.RecordConfig.TimePrecision;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeltaSourceConfigTest {
  private static final ColumnFilter ALL_COLUMNS =
      new ColumnFilter("column.exclude.list", false, List.of());

  @Test
  void readsTablesWithDefaults() {
    assertThat(new DeltaSourceConfig(Props.valid()).tables())
        .containsExactly(
            new TableConfig(
                "orders",
                "/data/orders",
                List.of("id"),
                ALL_COLUMNS,
                "shop.orders",
                new StartPosition.Snapshot(),
                OptionalLong.empty(),
                Optional.empty(),
                SnapshotMode.INITIAL,
                ChangeFeed.AUTO,
                Consolidation.KEY,
                4_000_000,
                SkippedOperations.NONE,
                true,
                false,
                UnsafeSchemaChange.FAIL,
                new PathPolicy(
                    PathPolicy.Replaced.FAIL,
                    Duration.ofMinutes(10),
                    PathPolicy.Missing.FAIL,
                    List.of()),
                Optional.empty()),
            new TableConfig(
                "customers",
                "s3a://bucket/customers",
                List.of("country", "number"),
                ALL_COLUMNS,
                "shop.customers",
                new StartPosition.Snapshot(),
                OptionalLong.empty(),
                Optional.empty(),
                SnapshotMode.INITIAL,
                ChangeFeed.AUTO,
                Consolidation.KEY,
                4_000_000,
                SkippedOperations.NONE,
                true,
                false,
                UnsafeSchemaChange.FAIL,
                new PathPolicy(
                    PathPolicy.Replaced.FAIL,
                    Duration.ofMinutes(10),
                    PathPolicy.Missing.FAIL,
                    List.of()),
                Optional.empty()));
  }

  @Test
  void aTableMayOverrideOptionsOfConsolidation() {
    List<TableConfig> tables =
        new DeltaSourceConfig(
                Props.validAnd(
                    "consolidation.max.keys", "1000",
                    "skip.messages.without.change", "false",
                    "tables.orders.consolidation.max.keys", "20",
                    "tables.orders.skip.messages.without.change", "true"))
            .tables();

    assertThat(tables).extracting(TableConfig::consolidationMaxKeys).containsExactly(20, 1000);
    assertThat(tables).extracting(TableConfig::skipUnchanged).containsExactly(true, false);
  }

  @Test
  void aTableMayOverrideTheAllowedPaths() {
    List<TableConfig> tables =
        new DeltaSourceConfig(
                Props.validAnd(
                    "allow.absolute.paths", "s3a://source, file:/mnt/source",
                    "tables.orders.allow.absolute.paths", "/data/source"))
            .tables();

    assertThat(tables)
        .extracting(table -> table.pathPolicy().allowedPaths())
        .containsExactly(List.of("/data/source"), List.of("s3a://source", "file:/mnt/source"));
  }

  @ParameterizedTest
  @CsvSource({
    "data/source, 'data/source' is neither an absolute path nor a URI",
    "s3a:source, 's3a:source' is neither an absolute path nor a URI",
    "'/a,/a', '/a' is listed twice",
    "s3a://id:very-secret@bucket, contains a password"
  })
  void anAllowedPathMustBeAbsolute(String value, String reason) {
    assertThatThrownBy(() -> new DeltaSourceConfig(Props.validAnd("allow.absolute.paths", value)))
        .hasMessageContaining("allow.absolute.paths")
        .hasMessageContaining(reason)
        .hasMessageNotContaining("very-secret");
  }

  @Test
  void readsRecordDefaults() {
    assertThat(new DeltaSourceConfig(Props.valid()).records())
        .isEqualTo(
            new RecordConfig(
                "shop",
                "__delta-heartbeat",
                Optional.empty(),
                new RecordConfig.Notifications(true, Optional.empty()),
                Format.ROW,
                KeyFormat.AUTO,
                '|',
                List.of("_change_type", "_commit_version", "_commit_timestamp"),
                DeleteHandling.TOMBSTONE,
                DecimalHandling.PRECISE,
                FloatHandling.PASS,
                BinaryHandling.BYTES,
                TimePrecision.ADAPTIVE,
                Nullability.OPTIONAL,
                NameAdjustment.NONE,
                NameAdjustment.AVRO,
                RecordTimestamp.INGEST,
                HeaderRecords.ALL,
                NullKeyHandling.FAIL));
  }

  @Test
  void readsRecordOptions() {
    Map<String, String> props =
        Props.validAnd(
            "record.format", "row",
            "key.format", "string",
            "key.delimiter", ":",
            "value.metadata.columns", "_change_type",
            "delete.tombstone.handling.mode", "rewrite-with-tombstone",
            "decimal.handling.mode", "double",
            "float.special.handling", "null",
            "binary.handling.mode", "base64-url-safe",
            "time.precision.mode", "ISOSTRING",
            "schema.nullability", "table",
            "field.name.adjustment.mode", "avro_unicode",
            "schema.name.adjustment.mode", "none",
            "record.timestamp", "commit",
            "record.headers", "tombstones",
            "null.key.handling", "skip");

    assertThat(new DeltaSourceConfig(props).records())
        .isEqualTo(
            new RecordConfig(
                "shop",
                "__delta-heartbeat",
                Optional.empty(),
                new RecordConfig.Notifications(true, Optional.empty()),
                Format.ROW,
                KeyFormat.STRING,
                ':',
                List.of("_change_type"),
                DeleteHandling.REWRITE_WITH_TOMBSTONE,
                DecimalHandling.DOUBLE,
                FloatHandling.NULL,
                BinaryHandling.BASE64_URL_SAFE,
                TimePrecision.ISOSTRING,
                Nullability.TABLE,
                NameAdjustment.AVRO_UNICODE,
                NameAdjustment.NONE,
                RecordTimestamp.COMMIT,
                HeaderRecords.TOMBSTONES,
                NullKeyHandling.SKIP));
  }

  @Test
  void envelopesHaveStructKeysNoMetadataColumnsAndDeleteEvents() {
    RecordConfig records =
        new DeltaSourceConfig(Props.validAnd("record.format", "debezium")).records();
    assertThat(records.envelope()).isTrue();
    assertThat(records.keyFormat()).isEqualTo(KeyFormat.STRUCT);
    assertThat(records.metadataColumns()).isEmpty();
    assertThat(records.deleteHandling()).isEqualTo(DeleteHandling.REWRITE_WITH_TOMBSTONE);

    records =
        new DeltaSourceConfig(
                Props.validAnd(
                    "record.format", "DEBEZIUM",
                    "key.format", "string",
                    "tombstones.on.delete", "false"))
            .records();
    assertThat(records.envelope()).isTrue();
    assertThat(records.keyFormat()).isEqualTo(KeyFormat.STRING);
    assertThat(records.deleteHandling()).isEqualTo(DeleteHandling.REWRITE);
    assertThat(new DeltaSourceConfig(Props.valid()).records().envelope()).isFalse();
  }

  @Test
  void metadataColumnsMayBeEmpty() {
    assertThat(
            new DeltaSourceConfig(Props.validAnd("value.metadata.columns", ""))
                .records()
                .metadataColumns())
        .isEmpty();
  }

  @Test
  void readsFlowDefaults() {
    assertThat(new DeltaSourceConfig(Props.valid()).flow())
        .isEqualTo(
            new FlowConfig(
                Duration.ofSeconds(5),
                Duration.ofMillis(100),
                2048,
                8 * 1024 * 1024,
                8,
                Runtime.getRuntime().maxMemory() / 4,
                Duration.ofMinutes(1),
                50_000,
                Duration.ofSeconds(20),
                TableFailurePolicy.FAIL,
                OptionalInt.empty(),
                Duration.ofMillis(500),
                Duration.ofMinutes(1),
                Duration.ofMinutes(1),
                Duration.ofHours(24)));
  }

  @Test
  void requestsAreNotLimitedByDefault() {
    assertThat(new DeltaSourceConfig(Props.valid()).storeRequestsPerSecond()).isEmpty();
    assertThat(
            new DeltaSourceConfig(Props.validAnd("store.requests.per.second", "70"))
                .storeRequestsPerSecond())
        .hasValue(70);
  }

  @Test
  void readsFlowOptions() {
    Map<String, String> props =
        Props.validAnd(
            "poll.interval.ms", "700",
            "poll.interval.min.ms", "7",
            "max.batch.size", "8",
            "max.queue.size.in.bytes", "5000000000",
            "reader.threads", "9",
            "reader.memory.max.bytes", "10000000000",
            "heartbeat.interval.ms", "0",
            "transaction.max.records", "12",
            "transaction.max.ms", "13",
            "table.failure.policy", "isolate",
            "read.retry.max.attempts", "-1",
            "read.retry.delay.initial.ms", "10",
            "read.retry.delay.max.ms", "11",
            "log.progress.interval.ms", "0",
            "retention.warning.ms", "12");

    assertThat(new DeltaSourceConfig(props).flow())
        .isEqualTo(
            new FlowConfig(
                Duration.ofMillis(700),
                Duration.ofMillis(7),
                8,
                5_000_000_000L,
                9,
                10_000_000_000L,
                Duration.ZERO,
                12,
                Duration.ofMillis(13),
                TableFailurePolicy.ISOLATE,
                OptionalInt.of(-1),
                Duration.ofMillis(10),
                Duration.ofMillis(11),
                Duration.ZERO,
                Duration.ofMillis(12)));
  }

  @Test
  void aSmallerUpperBoundThatIsSetReplacesALowerDefault() {
    FlowConfig flow =
        new DeltaSourceConfig(
                Props.validAnd("poll.interval.ms", "50", "read.retry.delay.max.ms", "20"))
            .flow();

    assertThat(flow.pollIntervalMin()).isEqualTo(Duration.ofMillis(50));
    assertThat(flow.retryDelayInitial()).isEqualTo(Duration.ofMillis(20));
  }

  @Test
  void returnsHadoopOptionsWithoutTheirPrefix() {
    Map<String, String> props =
        Props.validAnd("hadoop.fs.s3a.endpoint", "http://127.0.0.1:9000", "hadoopish", "no");
    props.put("hadoop.fs.s3a.region", null);

    assertThat(new DeltaSourceConfig(props).hadoop())
        .containsExactly(Map.entry("fs.s3a.endpoint", "http://127.0.0.1:9000"));
  }

  @Test
  void anOptionThatIsNullHasItsDefault() {
    Map<String, String> props = Props.valid();
    props.put("poll.interval.ms", null);
    props.put("tables.orders.topic", null);
    props.put("tables.orders.nothing", null);

    DeltaSourceConfig config = new DeltaSourceConfig(props);

    assertThat(config.flow().pollInterval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.tables().get(0).topic()).isEqualTo("shop.orders");
  }

  @Test
  void constructionFailsWithEveryError() {
    Map<String, String> props =
        Props.validAnd(
            "tables.orders.path", null, "reader.threads", "0", "tables.customers.typo", "x");

    assertThatThrownBy(() -> new DeltaSourceConfig(props))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("3 errors")
        .hasMessageContaining("reader.threads: ")
        .hasMessageContaining("tables.orders.path: ")
        .hasMessageContaining("tables.customers.typo: ");
  }

  @Test
  void toStringShowsNoSecrets() {
    DeltaSourceConfig config =
        new DeltaSourceConfig(
            Props.validAnd(
                "hadoop.fs.s3a.secret.key", "s3cr3t-value",
                "hadoop.fs.s3a.endpoint.region", "eu-north-1",
                "value.converter.basic.auth.user.info", "user:pw"));

    assertThat(config.toString())
        .contains("hadoop.fs.s3a.secret.key=[hidden]")
        .contains("hadoop.fs.s3a.endpoint.region=eu-north-1")
        .contains("tables.orders.key=[id]")
        .contains("poll.interval.ms=5000")
        .doesNotContain("s3cr3t-value")
        .doesNotContain("user:pw");
  }

  @Test
  void returnsTheValidTableNames() {
    assertThat(DeltaSourceConfig.tableNames(Props.with("tables", " a, b ,a,, x y,c")))
        .containsExactly("a", "b", "c");
    assertThat(DeltaSourceConfig.tableNames(new HashMap<>())).isEmpty();
  }
}
