package io.deltacdf.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.Props;
import io.deltacdf.connect.config.Version;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.validation.TableChecks;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaSourceConnectorTest {
  private final DeltaSourceConnector connector =
      new DeltaSourceConnector(
          new TableChecks(
              (table, storage) -> {
                throw DeltaCdfException.permanent(
                    ErrorCode.NOT_A_TABLE, "nothing at " + table.path(), null);
              },
              Duration.ofSeconds(30)));

  @Test
  void isFoundAsAService() {
    assertThat(ServiceLoader.load(SourceConnector.class))
        .hasAtLeastOneElementOfType(DeltaSourceConnector.class);
  }

  @Test
  void describesItself() {
    assertThat(connector.version()).isEqualTo(Version.get());
    assertThat(connector.taskClass()).isEqualTo(DeltaSourceTask.class);
    assertThat(connector.config()).isSameAs(DeltaSourceConfig.CONFIG_DEF);
    assertThat(connector.exactlyOnceSupport(Props.valid())).isEqualTo(ExactlyOnceSupport.SUPPORTED);
    assertThat(connector.canDefineTransactionBoundaries(Props.valid()))
        .isEqualTo(ConnectorTransactionBoundaries.SUPPORTED);
  }

  @Test
  void validatesFormAndTablesAtOnce() {
    List<ConfigValue> values =
        connector.validate(Props.validAnd("reader.threads", "0")).configValues();

    assertThat(values)
        .filteredOn(value -> !value.errorMessages().isEmpty())
        .extracting(ConfigValue::name)
        .containsExactly("reader.threads", "tables.customers.path", "tables.orders.path");
    assertThat(values)
        .filteredOn(value -> value.name().equals("tables.orders.path"))
        .singleElement()
        .satisfies(
            value ->
                assertThat(value.errorMessages())
                    .containsExactly("[NOT_A_TABLE] nothing at /data/orders"));
  }

  @Test
  void distributesTablesOverTasks() {
    connector.start(Props.valid());

    assertThat(connector.taskConfigs(1))
        .containsExactly(Props.validAnd("task.tables", "orders,customers", "task.id", "0"));
    connector.stop();
  }

  @Test
  void startFailsOnInvalidOptions() {
    assertThatThrownBy(() -> connector.start(Props.validAnd("tables.orders.path", null)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("tables.orders.path");
  }

  @Test
  void startLogsUnknownOptionsAndNoSecret() {
    try (CapturedLog log = new CapturedLog(DeltaSourceConnector.class)) {
      connector.start(
          Props.validAnd("pol.interval.ms", "1", "hadoop.fs.s3a.secret.key", "very-secret"));

      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("pol.interval.ms", "Did you mean 'poll.interval.ms'?");
      assertThat(log.lines()).noneMatch(line -> line.contains("very-secret"));
    }
  }

  @Test
  void acceptsOffsetsOfItsTables() {
    assertThat(alter(Map.of("table", "orders"), Map.of("version", 41))).isTrue();
    assertThat(alter(Map.of("table", "orders"), Map.of("version", 41L))).isTrue();
    assertThat(alter(Map.of("table", "orders"), Map.of("version", "41"))).isTrue();
  }

  @Test
  void acceptsEveryReset() {
    assertThat(alter(Map.of("table", "orders"), null)).isTrue();
    assertThat(alter(Map.of("table", "no-longer-configured"), null)).isTrue();
    assertThat(alter(Map.of("of", "another connector"), null)).isTrue();
    assertThat(alter(null, null)).isTrue();
  }

  @Test
  void acceptsAnEmptySetOfOffsets() {
    assertThat(connector.alterOffsets(Props.valid(), Map.of())).isTrue();
  }

  @Test
  void rejectsAnOffsetOfATableThatIsNotConfigured() {
    assertThatThrownBy(() -> alter(Map.of("table", "ordres"), Map.of("version", 41)))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining("[OFFSET_INVALID]")
        .hasMessageContaining("orders, customers")
        .hasMessageContaining("Did you mean 'orders'?");
  }

  @Test
  void rejectsAPartitionOfAnotherForm() {
    for (Map<String, ?> partition :
        List.<Map<String, ?>>of(
            Map.of(),
            Map.of("tabel", "orders"),
            Map.of("table", 1),
            Map.of("table", "orders", "partition", 0))) {
      assertThatThrownBy(() -> alter(partition, Map.of("version", 41)))
          .isInstanceOf(DeltaCdfException.class)
          .hasMessageContaining("[OFFSET_INVALID]")
          .hasMessageContaining("{\"table\": \"<name>\"}");
    }
    assertThatThrownBy(() -> alter(null, Map.of("version", 41)))
        .isInstanceOf(DeltaCdfException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-2", "x", "1.5", ""})
  void rejectsAnInvalidOffset(String version) {
    assertThatThrownBy(() -> alter(Map.of("table", "orders"), Map.of("version", version)))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining("[OFFSET_INVALID]")
        .hasMessageContaining("'orders'");
  }

  @Test
  void altersOffsetsEvenIfOtherOptionsAreInvalid() {
    Map<Map<String, ?>, Map<String, ?>> offsets = new HashMap<>();
    offsets.put(Map.of("table", "orders"), Map.of("version", 41));

    assertThat(connector.alterOffsets(Props.validAnd("poll.interval.ms", "x"), offsets)).isTrue();
  }

  @Test
  void rejectsAnOffsetThatASnapshotRequestWouldTurnIntoASnapshot() {
    Map<String, String> requested =
        Props.validAnd("tables.orders.snapshot.request", " 2026-02-01 new consumer ");
    Map<String, ?> orders = Map.of("table", "orders");

    for (Map<String, ?> offset :
        List.of(Map.of("version", 41), Map.of("version", 41, "snapshot_request", "2026-01-01"))) {
      assertThatThrownBy(() -> alter(requested, orders, offset))
          .isInstanceOf(DeltaCdfException.class)
          .hasMessageContainingAll(
              "[OFFSET_INVALID]",
              "table 'orders'",
              "'tables.orders.snapshot.request' is '2026-02-01 new consumer'",
              "whole snapshot of version 41",
              "Remove the option",
              "\"snapshot_request\": \"2026-02-01 new consumer\"");
    }
    assertThat(
            alter(
                requested,
                orders,
                Map.of("version", 41, "snapshot_request", "2026-02-01 new consumer")))
        .isTrue();
    assertThat(alter(requested, orders, null)).isTrue();
    assertThat(alter(requested, Map.of("table", "customers"), Map.of("version", 41))).isTrue();
  }

  private boolean alter(Map<String, ?> partition, Map<String, ?> offset) {
    return alter(Props.valid(), partition, offset);
  }

  private boolean alter(
      Map<String, String> props, Map<String, ?> partition, Map<String, ?> offset) {
    Map<Map<String, ?>, Map<String, ?>> offsets = new HashMap<>();
    offsets.put(partition, offset);
    return connector.alterOffsets(props, offsets);
  }
}
