package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.Mirror;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.catalog.CatalogTable;
import io.deltacdf.connect.testing.catalog.CatalogTokens;
import io.deltacdf.connect.testing.catalog.ManagedTable;
import io.deltacdf.connect.testing.catalog.TableStore;
import io.deltacdf.connect.testing.s3.S3Gateway;
import io.deltacdf.connect.testing.s3.S3Server;
import io.deltacdf.connect.testing.s3.SharedS3;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shipped archive on a worker follows a catalog-managed table on S3 by its name, with a token
 * from the worker's environment and credentials from the catalog, and discovers the tables of a
 * schema.
 */
@Timeout(300)
class CatalogWorkerIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);

  @TempDir Path dir;
  @TempDir Path lake;

  @Test
  void aManagedTableIsMirroredAcrossAKillOfTheWorker() throws Exception {
    Path directory = ProjectDirectory.newWorkDirectory("catalog-worker");
    try (CatalogServer server = CatalogServer.start();
        S3Gateway gateway =
            S3Gateway.before(SharedS3.server()).requireKeys(server.credentials()::find);
        ConnectWorker worker =
            ConnectWorker.builder(SharedCluster.broker(), directory)
                .property("offset.flush.interval.ms", "200")
                .property("config.providers", "env")
                .property(
                    "config.providers.env.class",
                    "org.apache.kafka.common.config.provider.EnvVarConfigProvider")
                .environment("TEST_CATALOG_TOKEN", CatalogTokens.TOKEN)
                .start()) {
      ManagedTable orders =
          ManagedTable.create(
              server,
              "main.sales.orders",
              TableStore.s3(S3Server.client(SharedS3.server().endpoint()), "catalog-worker"),
              TestTable.at(dir).schema("id long, name string").changeDataFeed().deletionVectors());
      orders
          .table()
          .insert(LongStream.range(0, 5_000).mapToObj(id -> row("id", id, "name", "a")).toList());
      orders.commit();
      ConnectorConfig config =
          ConnectorConfig.named("catalog")
              .table("orders", orders.path(), "id")
              .set("unity.catalog.uri", server.uri())
              .set("unity.catalog.token", "${env:TEST_CATALOG_TOKEN}");
      gateway.optionsWithoutKeys().forEach((name, value) -> config.set("hadoop." + name, value));
      Connectors connectors = new Connectors(worker);
      connectors.create(config);
      await(config, orders.table());

      server.credentials().lifetime(Duration.ofSeconds(2));
      gateway.delay(Duration.ofMillis(50));
      for (int round = 0; round < 3; round++) {
        String name = "b" + round;
        orders.table().update(row -> (Long) row.get("id") % 2 == 0, set("name", name));
        orders.commit();
      }
      // Whatever it has published of these versions by now.
      worker.kill();
      orders.publish();
      orders.deleteStagedFiles();
      orders.table().delete(row -> row.get("id").equals(1L));
      orders.commit();
      server.credentials().expireAll();
      worker.restart();
      await(config, orders.table());

      fiftyTablesOfWhichThreeCannotBeReadAreDiscovered(server, worker, connectors);
      assertNoSecretIsVisible(worker, connectors, server);
    }
  }

  /** One may not be read, one is no Delta table, and one has no log. Another one comes later. */
  private void fiftyTablesOfWhichThreeCannotBeReadAreDiscovered(
      CatalogServer server, ConnectWorker worker, Connectors connectors) throws Exception {
    server.settings().pageSize(20);
    TestTable last = discoverable(server, 0);
    for (int i = 1; i < 50; i++) {
      last = discoverable(server, i);
    }
    server.tables().get("main.lake.t10").deny(CatalogTable.Denial.SELECT);
    server.tables().get("main.lake.t20").format("CSV");
    Files.delete(lake.resolve("t30/_delta_log/00000000000000000000.json"));
    ConnectorConfig config =
        ConnectorConfig.named("discovered")
            .set("tasks.max", "2")
            .set("discovery.unity.schemas", "main.lake")
            .set("discovery.interval.ms", "500")
            .set("unity.catalog.uri", server.uri())
            .set("unity.catalog.token", "${env:TEST_CATALOG_TOKEN}");
    connectors.create(config);
    Awaitility.await().atMost(TIMEOUT).until(() -> tables(connectors).size() == 47);
    for (String table : tables(connectors)) {
      connectors.awaitVersion("discovered", table, 1);
    }
    assertThat(tables(connectors))
        .doesNotContain("main_lake_t10", "main_lake_t20", "main_lake_t30");
    for (String skipped : List.of("main.lake.t10", "main.lake.t20", "main.lake.t30")) {
      assertThat(worker.process().hasLogged(skipped + " in Unity Catalog is skipped")).isTrue();
    }
    last.insert(row("id", 2L));
    connectors.awaitVersion("discovered", "main_lake_t49", 2);
    discoverable(server, 50);
    connectors.awaitVersion("discovered", "main_lake_t50", 1);
    assertThat(
            SharedCluster.broker().topic(config.topic("main_lake_t49")).await(2, TIMEOUT).stream()
                .map(Connectors::line))
        .containsExactly("1 read 1", "2 insert 2");
  }

  private TestTable discoverable(CatalogServer server, int number) {
    TestTable table =
        TestTable.at(lake.resolve("t" + number)).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1L));
    server.tables().createExternal("main.lake.t" + number, table).primaryKey("id");
    return table;
  }

  private static List<String> tables(Connectors connectors) {
    List<String> tables = new ArrayList<>();
    for (JsonNode task : connectors.rest().get("/connectors/discovered/tasks")) {
      tables.addAll(List.of(task.at("/config/task.tables").asText().split(",")));
    }
    return tables;
  }

  private static void await(ConnectorConfig config, TestTable table) {
    Mirror.await(SharedCluster.broker().topic(config.topic("orders")), table, TIMEOUT, "id");
  }

  /** Checks the logs, files, REST responses and records of the worker. */
  private static void assertNoSecretIsVisible(
      ConnectWorker worker, Connectors connectors, CatalogServer server) throws IOException {
    StringBuilder shown = new StringBuilder(Files.readString(worker.process().log()));
    shown.append(connectors.rest().get("/connectors/catalog"));
    shown.append(connectors.rest().get("/connectors/catalog/tasks"));
    shown.append(connectors.rest().get("/connectors/discovered/tasks"));
    shown.append(connectors.rest().status("catalog"));
    shown.append(connectors.rest().offsets("catalog"));
    for (String topic : List.of(worker.offsetsTopic(), worker.configTopic(), "catalog.orders")) {
      for (ConsumerRecord<String, String> record : SharedCluster.broker().topic(topic).strings()) {
        shown.append(record.key()).append(record.value());
      }
    }
    List<String> secrets = new ArrayList<>(server.credentials().secrets());
    secrets.add(CatalogTokens.TOKEN);
    String all = shown.toString();
    assertThat(all).contains("main.sales.orders");
    assertThat(secrets).hasSizeGreaterThan(2).noneMatch(all::contains);
  }
}
