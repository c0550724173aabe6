package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.ConnectRestException;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Validation of a connector's configuration by a real worker, and how secrets are treated. */
@Timeout(300)
class RestValidationIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @RegisterExtension final Connectors connectors = new Connectors();
  @TempDir Path dir;
  private TestTable table;

  @BeforeEach
  void makeTable() {
    table =
        TestTable.at(dir.resolve("orders"))
            .schema("id long, name string")
            .changeDataFeed()
            .create();
    table.insert(row("id", 1, "name", "a"));
  }

  @Test
  void allErrorsAreReportedAtOnceOnTheirOptions() {
    String nowhere = dir.resolve("nowhere").toString();
    Map<String, String> options =
        ConnectorConfig.named("wrong")
            .set("connector.class", "DeltaSourceConnector")
            .table("orders", table.path(), "idd")
            .table("nothing", nowhere, "id")
            .set("tables.orders.snapshot.mod", "initial")
            .set("tables.ordres.key", "id")
            .set("decimal.handling.mode", "exact")
            .set("max.batch.size", "0")
            .options();

    Map<String, List<String>> errors = connectors.rest().validationErrors(options);

    assertThat(errors)
        .containsOnlyKeys(
            "decimal.handling.mode",
            "max.batch.size",
            "tables.nothing.path",
            "tables.orders.key",
            "tables.orders.snapshot.mod",
            "tables.ordres.key");
    assertThat(errors.get("decimal.handling.mode").toString()).contains("exact", "precise");
    assertThat(errors.get("max.batch.size").toString()).contains("0", "at least 1");
    assertThat(errors.get("tables.nothing.path").toString()).contains("[NOT_A_TABLE]", nowhere);
    assertThat(errors.get("tables.orders.key").toString())
        .contains("[KEY_INVALID]", "'idd'", "id, name");
    assertThat(errors.get("tables.orders.snapshot.mod").toString()).contains("'snapshot.mode'");
    assertThat(errors.get("tables.ordres.key").toString()).contains("'orders'");
  }

  @Test
  void aValidConfigurationHasNoErrors() {
    Map<String, String> options =
        ConnectorConfig.named("right").table("orders", table.path(), "id").options();

    JsonNode result = connectors.rest().validate(options);

    assertThat(result.get("error_count").asInt()).isZero();
    assertThat(result.get("groups").toString())
        .contains("Tables", "Source", "Records", "Flow", "Errors");
  }

  @Test
  void aPathWithoutAFileSystemInThePluginIsAnErrorOfThatOption() {
    Map<String, String> options =
        ConnectorConfig.named("elsewhere").table("orders", "gs://bucket/orders", "id").options();

    Map<String, List<String>> errors = connectors.rest().validationErrors(options);

    assertThat(errors).containsOnlyKeys("tables.orders.path");
    assertThat(errors.get("tables.orders.path").toString())
        .contains("[UNSUPPORTED_STORE]", "gs://bucket/orders", "jar");
  }

  @Test
  void aConnectorWithAnInvalidTableIsNotCreated() {
    String nowhere = dir.resolve("nowhere").toString();
    ConnectorConfig config = ConnectorConfig.named("refused").table("nothing", nowhere, "id");

    assertThatThrownBy(() -> connectors.create(config))
        .asInstanceOf(type(ConnectRestException.class))
        .satisfies(e -> assertThat(e.status()).isEqualTo(400))
        .satisfies(
            e ->
                assertThat(e)
                    .hasMessageContainingAll("[NOT_A_TABLE]", "'nothing'", nowhere, "_delta_log"));
    assertThat(connectors.rest().connectors()).doesNotContain("refused");
  }

  @Test
  void referencesToSecretsStayReferences() throws Exception {
    String secret = "swordfish-" + System.nanoTime();
    Path file = dir.resolve("secrets.properties");
    Files.writeString(file, "secret=" + secret + "\nrows=7\n");
    String secretReference = "${file:" + file + ":secret}";
    ConnectorConfig config =
        ConnectorConfig.named("secretive")
            .table("orders", table.path(), "id")
            .set("hadoop.fs.s3a.secret.key", secretReference)
            // A number, so that an unresolved reference would fail the task.
            .set(
                "hadoop.delta.kernel.default.parquet.reader.batch-size",
                "${file:" + file + ":rows}");

    connectors.create(config);
    SharedCluster.broker().topic(config.topic("orders")).await(1, TIMEOUT);

    JsonNode tasks = connectors.rest().get("/connectors/secretive/tasks");
    assertThat(tasks.at("/0/config/hadoop.fs.s3a.secret.key").asText()).isEqualTo(secretReference);
    assertThat(tasks.toString()).doesNotContain(secret);
    List<ConsumerRecord<String, String>> stored =
        SharedCluster.broker().topic(connectors.worker().configTopic()).strings();
    assertThat(stored)
        .filteredOn(record -> record.key().equals("task-secretive-0"))
        .isNotEmpty()
        .allSatisfy(record -> assertThat(record.value()).contains(secretReference));
    assertThat(stored).noneMatch(record -> String.valueOf(record.value()).contains(secret));
    assertThat(Files.readString(connectors.worker().process().log()))
        .contains("secretive")
        .doesNotContain(secret);
  }
}
