package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigValidationTest {
  @Test
  void aValidConfigurationHasNoErrors() {
    assertThat(DeltaSourceConfig.validate(Props.valid()).errors()).isEmpty();
  }

  @Test
  void anEmptyConfigurationLacksTheTopicPrefixAndTables() {
    assertThat(DeltaSourceConfig.validate(new HashMap<>()).errors())
        .satisfiesExactly(
            error -> assertThat(error).startsWith("tables: Missing required configuration"),
            error -> assertThat(error).startsWith("topic.prefix: Missing required configuration"));
  }

  @Test
  void reportsEveryErrorAtOnce() {
    Map<String, String> props =
        Props.validAnd(
            "topic.prefix", "sh op",
            "poll.interval.ms", "soon",
            "tables.orders.path", null,
            "tables.orders.key", null,
            "tables.customers.end.version", "x",
            "tables.nobody.path", "/x",
            "change.feed", "guess",
            "delete.tombstone.handling.mode", "rewrite",
            "value.metadata.columns", "_commit_version");

    assertThat(DeltaSourceConfig.validate(props).errors())
        .extracting(error -> error.substring(0, error.indexOf(": ")))
        .containsExactly(
            "change.feed",
            "delete.tombstone.handling.mode",
            "poll.interval.ms",
            "tables.customers.end.version",
            "tables.nobody.path",
            "tables.orders.key",
            "tables.orders.path",
            "topic.prefix");
  }

  @Test
  void optionsOfTablesAreAmongTheValuesThatConnectShows() {
    List<ConfigValue> values = DeltaSourceConfig.validate(Props.valid()).toConfig().configValues();

    assertThat(values)
        .filteredOn(value -> value.name().equals("tables.orders.path"))
        .singleElement()
        .satisfies(value -> assertThat(value.value()).isEqualTo("/data/orders"));
    assertThat(values)
        .filteredOn(value -> value.name().equals("tables.orders.snapshot.mode"))
        .singleElement()
        .satisfies(
            value ->
                assertThat(value.recommendedValues())
                    .containsExactly("initial", "initial_only", "no_data", "when_needed"));
    assertThat(values).extracting(ConfigValue::name).doesNotContain("task.tables");
  }

  @ParameterizedTest
  @CsvSource({
    "'', Must name at least one table",
    "'orders,cust omers', The table name 'cust omers' must consist of letters",
    "'orders,cust.omers', The table name 'cust.omers' must consist of letters",
    "'orders,,customers', The table name '' must consist of letters",
    "'orders,customers,orders', 'orders' is listed twice",
  })
  void invalidTableNamesAreErrors(String tables, String error) {
    assertThat(Props.errors(Props.validAnd("tables", tables), "tables"))
        .singleElement()
        .asString()
        .contains(error);
  }

  @Test
  void everyInvalidTableNameIsReported() {
    assertThat(Props.errors(Props.validAnd("tables", "a.b,a,a,c d"), "tables"))
        .singleElement()
        .asString()
        .contains("'a.b'", "'a' is listed twice", "'c d'");
  }

  @ParameterizedTest
  @CsvSource({
    "'id,,x', A column name is empty",
    "'id,ID', 'ID' is listed twice",
  })
  void invalidKeyColumnsAreErrors(String key, String error) {
    assertThat(Props.errors(Props.validAnd("tables.orders.key", key), "tables.orders.key"))
        .singleElement()
        .asString()
        .contains(error);
  }

  @ParameterizedTest
  @CsvSource({"0", "500000001", "many"})
  void maxKeysMustBeWithinItsBounds(String maxKeys) {
    assertThat(
            Props.errors(
                Props.validAnd("consolidation.max.keys", maxKeys), "consolidation.max.keys"))
        .hasSize(1);
  }

  @Test
  void aBooleanOptionTakesNothingElse() {
    assertThat(
            Props.errors(
                Props.validAnd("skip.messages.without.change", "maybe"),
                "skip.messages.without.change"))
        .hasSize(1);
  }

  @Test
  void pathsMustBeSetAndNotBlank() {
    assertThat(Props.errors(Props.validAnd("tables.orders.path", null), "tables.orders.path"))
        .singleElement()
        .asString()
        .contains("Missing required configuration");
    assertThat(Props.errors(Props.validAnd("tables.orders.path", " "), "tables.orders.path"))
        .singleElement()
        .asString()
        .contains("Must not be empty");
  }

  @Test
  void aUriMustHaveASlashAfterItsScheme() {
    assertThat(
            Props.errors(
                Props.validAnd("tables.orders.path", "s3a:bucket/orders"), "tables.orders.path"))
        .singleElement()
        .asString()
        .contains("s3a://bucket/table");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/data/orders",
        "data/orders",
        "file:/data/a b",
        "hdfs://namenode:8020/data/a@b",
        "hdfs://[::1]:8020/data",
        "abfss://container@account.dfs.core.windows.net/orders",
        "s3a://bucket/day=1:2/x@y",
      })
  void acceptsThePathsOfAllStores(String path) {
    assertThat(Props.errors(Props.validAnd("tables.orders.path", path), "tables.orders.path"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3a://AKIA1234:sEcReT@bucket/t", "s3a://AKIA1234:sE/cReT@bucket/t"})
  void aPasswordInAPathIsAnErrorAndNotShown(String path) {
    Map<String, String> props = Props.validAnd("tables.orders.path", path);

    assertThat(Props.errors(props, "tables.orders.path"))
        .singleElement()
        .asString()
        .contains("contains a password", "hadoop.*")
        .doesNotContain("AKIA1234");
    assertThat(DeltaSourceConfig.validate(props).toConfig().configValues().toString())
        .doesNotContain("AKIA1234");
  }

  @ParameterizedTest
  @CsvSource({
    "a b, letters",
    "shöp, letters",
    "'', letters",
    ".., allows no topic",
  })
  void topicPrefixAndTopicMustBeTopicNames(String name, String error) {
    assertThat(Props.errors(Props.validAnd("topic.prefix", name), "topic.prefix"))
        .singleElement()
        .asString()
        .contains(error);
    assertThat(Props.errors(Props.validAnd("tables.orders.topic", name), "tables.orders.topic"))
        .singleElement()
        .asString()
        .contains(error);
  }

  @Test
  void aTopicNameHasAtMost249Characters() {
    Map<String, String> props =
        Props.validAnd("topic.prefix", "x".repeat(242), "heartbeat.interval.ms", "0");
    assertThat(DeltaSourceConfig.validate(props).errors())
        .singleElement()
        .asString()
        .startsWith("tables.customers.topic: ")
        .contains("longer than Kafka's limit of 249");
  }

  @Test
  void theTopicOfTheHeartbeatsIsCheckedToo() {
    assertThat(DeltaSourceConfig.validate(Props.validAnd("topic.prefix", "x".repeat(232))).errors())
        .singleElement()
        .asString()
        .startsWith("topic.prefix: ")
        .contains("longer than Kafka's limit of 249", "heartbeat.interval.ms=0");
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd("tables.orders.topic", "__delta-heartbeat.shop"))
                .errors())
        .singleElement()
        .asString()
        .startsWith("tables.orders.topic: ")
        .contains("already belongs to the heartbeats");
  }

  @Test
  void theTopicOfTheMarkersOfCommitsIsCheckedToo() {
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd(
                        "provide.transaction.metadata",
                        "true",
                        "tables.orders.topic",
                        "shop.transaction"))
                .errors())
        .singleElement()
        .asString()
        .startsWith("tables.orders.topic: ")
        .contains("already belongs to the markers of commits");
    assertThat(
            DeltaSourceConfig.validate(Props.validAnd("tables.orders.topic", "shop.transaction"))
                .errors())
        .isEmpty();
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd(
                        "provide.transaction.metadata", "true",
                        "topic.prefix", "a.b",
                        "topic.heartbeat.prefix", "a.b.c",
                        "topic.transaction", "c.a.b"))
                .errors())
        .singleElement()
        .asString()
        .startsWith("topic.transaction: ")
        .contains("already belongs to the heartbeats");
    assertThat(
            DeltaSourceConfig.validate(
                    Props.validAnd(
                        "provide.transaction.metadata",
                        "true",
                        "topic.transaction",
                        "x".repeat(245)))
                .errors())
        .singleElement()
        .asString()
        .startsWith("topic.transaction: ")
        .contains("longer than Kafka's limit of 249");
  }

  @ParameterizedTest
  @CsvSource({
    "poll.interval.ms, 0, at least 1",
    "poll.interval.min.ms, 0, at least 1",
    "max.batch.size, 0, at least 1",
    "transaction.max.records, 0, at least 1",
    "transaction.max.ms, 0, at least 1",
    "max.queue.size.in.bytes, 0, at least 1",
    "reader.threads, 0, at least 1",
    "heartbeat.interval.ms, -1, at least 0",
    "read.retry.max.attempts, -2, at least -1",
    "read.retry.delay.initial.ms, 0, at least 1",
    "read.retry.delay.max.ms, 0, at least 1",
    "poll.interval.ms, x, LONG",
    "max.batch.size, 1.5, INT",
    "snapshot.mode, never, 'initial, initial_only, no_data, when_needed'",
    "change.feed, sometimes, Must be one of auto",
    "commit.consolidation, all, 'key, none'",
    "null.key.handling, ignore, 'fail, skip'",
    "record.format, envelope, Must be one of row",
    "key.format, json, 'auto, struct, string'",
    "key.delimiter, ::, one character",
    "key.delimiter, \\, one character",
    "value.metadata.columns, _change, 'is not one of _change_type, _commit_version'",
    "value.metadata.columns, '_change_type,_change_type', listed twice",
    "delete.tombstone.handling.mode, none, 'tombstone, rewrite, rewrite-with-tombstone, drop'",
    "decimal.handling.mode, exact, 'precise, string, double'",
    "float.special.handling, zero, 'pass, null, fail, text'",
    "binary.handling.mode, base32, 'bytes, base64, base64-url-safe, hex'",
    "time.precision.mode, nanos, 'adaptive, connect, isostring, microseconds'",
    "schema.nullability, none, 'optional, table'",
    "field.name.adjustment.mode, upper, 'none, avro, avro_unicode'",
    "schema.name.adjustment.mode, upper, 'none, avro, avro_unicode'",
    "record.timestamp, now, 'ingest, commit'",
  })
  void invalidValuesOfTheConnectorAreErrors(String option, String value, String error) {
    Map<String, String> props = Props.validAnd(option, value);

    assertThat(DeltaSourceConfig.validate(props).errors())
        .singleElement()
        .asString()
        .startsWith(option + ": ")
        .contains(error);
  }

  @ParameterizedTest
  @CsvSource({
    "snapshot.request, ' ', Must not be empty",
    "snapshot.mode, never, initial_only",
    "change.feed, sometimes, auto",
    "commit.consolidation, all, none",
    "start.version, x, latest",
    "end.version, x, LONG",
  })
  void invalidValuesOfATableAreErrors(String option, String value, String error) {
    String own = "tables.orders." + option;

    assertThat(DeltaSourceConfig.validate(Props.validAnd(own, value)).errors())
        .singleElement()
        .asString()
        .startsWith(own + ": ")
        .contains(error);
  }

  @Test
  void aLowerBoundThatIsSetMustNotExceedTheUpperBound() {
    assertThat(Props.errors(Props.validAnd("poll.interval.min.ms", "6000"), "poll.interval.min.ms"))
        .containsExactly("Must not exceed poll.interval.ms, which is 5000");
    assertThat(
            Props.errors(
                Props.validAnd("read.retry.delay.initial.ms", "2", "read.retry.delay.max.ms", "1"),
                "read.retry.delay.initial.ms"))
        .containsExactly("Must not exceed read.retry.delay.max.ms, which is 1");
  }

  @Test
  void aTransactionOfTheConnectorMustEndBeforeKafkaAbortsIt() {
    String option = "transaction.max.ms";
    String timeout = "producer.override.transaction.timeout.ms";
    assertThat(
            Props.errors(
                Props.validAnd("transaction.boundary", "Connector", timeout, "20000"), option))
        .singleElement()
        .asString()
        .startsWith("Must be less than " + timeout + ", which is 20000: Kafka aborts");
    assertThat(
            Props.errors(
                Props.validAnd("transaction.boundary", "connector", option, "60000"), option))
        .singleElement()
        .asString()
        .contains("which is 60000");
    assertThat(
            Props.errors(
                Props.validAnd("transaction.boundary", "connector", timeout, "20001"), option))
        .isEmpty();
    for (String boundary : List.of("poll", "interval")) {
      assertThat(
              Props.errors(
                  Props.validAnd("transaction.boundary", boundary, timeout, "1000"), option))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rewrite", "rewrite-with-tombstone"})
  void deletesThatAreRowsNeedTheChangeType(String mode) {
    Map<String, String> props =
        Props.validAnd(
            "delete.tombstone.handling.mode", mode, "value.metadata.columns", "_commit_version");

    assertThat(Props.errors(props, "delete.tombstone.handling.mode"))
        .singleElement()
        .asString()
        .contains(mode, "_change_type", "value.metadata.columns");
    props.put("value.metadata.columns", "_commit_version,_change_type");
    assertThat(DeltaSourceConfig.validate(props).errors()).isEmpty();
  }

  @Test
  void theOptionForTheTablesOfATaskIsNotForUsers() {
    assertThat(Props.errors(Props.validAnd("task.tables", "orders"), "task.tables"))
        .containsExactly(
            "The connector sets this option for its tasks. Remove it from the configuration");
  }

  @Test
  void aHadoopOptionNeedsAName() {
    assertThat(Props.errors(Props.validAnd("hadoop.", "x"), "hadoop."))
        .containsExactly("The prefix must be followed by the name of a Hadoop option");
  }

  @Test
  void returnsTheValidTablesIfOthersAreInvalid() {
    Map<String, String> props =
        Props.validAnd("tables.orders.path", "", "reader.threads", "x", "topic.prefix", null);

    assertThat(DeltaSourceConfig.validate(props).tables())
        .extracting(TableConfig::name)
        .containsExactly("customers");
  }

  @Test
  void returnsATableWithAnUnknownOption() {
    assertThat(
            DeltaSourceConfig.validate(Props.validAnd("tables.orders.snapshot.mod", "x")).tables())
        .extracting(TableConfig::name)
        .containsExactly("orders", "customers");
  }

  @Test
  void returnsNoTableIfAnInheritedOptionIsInvalid() {
    assertThat(DeltaSourceConfig.validate(Props.validAnd("change.feed", "x")).tables()).isEmpty();
  }

  @Test
  void returnsTheFormOfRecordsIfItsOptionsAreValid() {
    assertThat(DeltaSourceConfig.validate(Props.valid()).records()).isPresent();
    assertThat(DeltaSourceConfig.validate(Props.validAnd("key.format", "x")).records()).isEmpty();
  }

  @Test
  void aPredicateOnAHeaderThatNoRecordHasIsRefused() {
    Map<String, String> props =
        Props.validAnd(
            "record.headers", "none",
            "predicates.isRow.type", "org.apache.kafka.connect.transforms.predicates.HasHeaderKey",
            "predicates.isRow.name", "delta.change.type",
            "predicates.other.name", "trace");
    assertThat(Props.errors(props, "record.headers"))
        .containsExactly(
            "With the value 'none', no record has the header 'delta.change.type' that"
                + " predicates.isRow.name names. Set record.headers to 'all', or remove the"
                + " predicate");
    props.put("record.headers", "tombstones");
    assertThat(Props.errors(props, "record.headers")).isEmpty();
  }
}
