package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.Mirror;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.catalog.CatalogTokens;
import io.deltacdf.connect.testing.catalog.ManagedTable;
import io.deltacdf.connect.testing.catalog.TableStore;
import io.deltacdf.connect.testing.s3.S3Copy;
import io.deltacdf.connect.testing.s3.S3Gateway;
import io.deltacdf.connect.testing.s3.S3Server;
import io.deltacdf.connect.testing.s3.SharedS3;
import io.deltacdf.connect.testing.s3.TokenService;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shipped archive on a worker, with an S3 server that checks signatures and with credentials
 * from the worker's environment.
 */
@Timeout(300)
class S3WorkerIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final String OTHER_KEY = "the+secret/of=somebody=else";

  private static S3Server server;
  private static TokenService tokens;
  private static ConnectWorker worker;

  @RegisterExtension final Connectors connectors = new Connectors(worker);
  @TempDir Path dir;

  @BeforeAll
  static void start() throws IOException {
    server = S3Server.start(ProjectDirectory.newWorkDirectory("s3"));
    tokens = TokenService.start();
    Path token = ProjectDirectory.newWorkDirectory("s3-token").resolve("token");
    Files.writeString(token, "the token of a pod");
    worker =
        ConnectWorker.builder(
                SharedCluster.broker(), ProjectDirectory.newWorkDirectory("s3-worker"))
            .property("config.providers", "env")
            .property(
                "config.providers.env.class",
                "org.apache.kafka.common.config.provider.EnvVarConfigProvider")
            .environment("TEST_ACCESS_KEY", S3Server.ACCESS_KEY)
            .environment("TEST_SECRET_KEY", S3Server.SECRET_KEY)
            .environment("TEST_OTHER_KEY", OTHER_KEY)
            .environment("TEST_UNITY_TOKEN", CatalogTokens.TOKEN)
            // In the way in which a pod gets the role of its service account.
            .environment("AWS_WEB_IDENTITY_TOKEN_FILE", token.toString())
            .environment("AWS_ROLE_ARN", "arn:aws:iam::123456789012:role/reader")
            .environment("AWS_REGION", S3Server.REGION)
            .environment("AWS_ENDPOINT_URL_STS", tokens.url())
            .start();
  }

  @AfterAll
  static void stop() {
    worker.close();
    tokens.close();
    server.close();
  }

  private static ConnectorConfig config(String name) {
    ConnectorConfig config = ConnectorConfig.named(name);
    server.options().forEach((option, value) -> config.set("hadoop." + option, value));
    return config
        .set("hadoop.fs.s3a.access.key", "${env:TEST_ACCESS_KEY}")
        .set("hadoop.fs.s3a.secret.key", "${env:TEST_SECRET_KEY}");
  }

  @Test
  void aCatalogManagedTableIsReadWithCredentialsThatExpire() throws Exception {
    try (CatalogServer catalog = CatalogServer.start();
        S3Gateway gateway =
            S3Gateway.before(SharedS3.server()).requireKeys(catalog.credentials()::find)) {
      catalog.credentials().lifetime(Duration.ofSeconds(4));
      ManagedTable orders =
          ManagedTable.create(
              catalog,
              "main.sales.orders",
              TableStore.s3(SharedS3.server().client(), "by-name/orders"),
              TestTable.at(dir.resolve("orders")).schema("id long"));
      orders.table().insert(row("id", 1));
      orders.commit();
      ConnectorConfig config =
          ConnectorConfig.named("by-name")
              .table("orders", orders.path(), "id")
              .set("unity.catalog.uri", catalog.uri())
              .set("unity.catalog.token", "${env:TEST_UNITY_TOKEN}");
      gateway
          .optionsWithoutKeys()
          .forEach((option, value) -> config.set("hadoop." + option, value));
      connectors.create(config);
      connectors.awaitVersion("by-name", "orders", 1);
      for (int id = 2; catalog.credentials().issued() < 4; id++) {
        orders.table().insert(row("id", id));
        orders.commit();
        if (id % 2 == 0) {
          orders.publish();
          orders.deleteStagedFiles();
        }
        connectors.awaitVersion("by-name", "orders", id);
      }
      assertThat(gateway.refusals()).isEmpty();
      String shown = shown("by-name");
      assertThat(shown)
          .contains(orders.entry().id().toString(), "${env:TEST_UNITY_TOKEN}")
          .doesNotContain(CatalogTokens.TOKEN);
      assertThat(catalog.credentials().secrets()).isNotEmpty().noneMatch(shown::contains);
    }
  }

  @Test
  void tablesOnS3AreMirroredAcrossARestartAndALogCleanup() throws Exception {
    TestTable orders =
        TestTable.at(dir.resolve("orders"))
            .schema("id long, name string")
            .changeDataFeed()
            .deletionVectors()
            .columnMapping("name")
            .create();
    orders.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"), row("id", 3, "name", "c"));
    TestTable places =
        TestTable.at(dir.resolve("places"))
            .schema("id long, place string, day date")
            .partitionedBy("place", "day")
            .changeDataFeed()
            .create();
    List<String> odd = List.of("a b", "50%", "%20", "ä/ö", "k=v", "x:y", "#1?", "+", "'\"", "雪");
    for (int i = 0; i < odd.size(); i++) {
      places.insert(row("id", i, "place", odd.get(i), "day", "2026-01-01"));
    }
    S3Copy ordersOnS3 = new S3Copy(server, orders, "some tables/orders");
    S3Copy placesOnS3 = new S3Copy(server, places, "places");
    ConnectorConfig config =
        config("s3")
            .table("orders", ordersOnS3.path(), "id")
            .table("places", placesOnS3.path(), "id");
    connectors.create(config);
    await(config, "orders", orders);
    await(config, "places", places);

    orders.addColumns("city string");
    orders.update(row -> row.get("id").equals(1L), set("name", "A"));
    orders.commit().operation("DELETE").removeRows(orders.file(0), 1).write();
    ordersOnS3.update();
    places.insert(row("id", 20, "place", null, "day", null));
    places.copyOnWrite().delete(row -> row.get("id").equals(1L));
    placesOnS3.update();
    await(config, "orders", orders);
    await(config, "places", places);

    connectors.awaitVersion("s3", "orders", orders.version());
    worker.kill();
    orders.insert(row("id", 4, "name", "d", "city", "Ulm"));
    orders.checkpoint();
    // The first version that is left is the last published version.
    orders.faults().dropVersionsBefore(orders.version() - 1);
    orders.update(row -> row.get("id").equals(3L), set("city", "Bonn"));
    ordersOnS3.update();
    places.overwritePartitions(row("id", 30, "place", "50%", "day", "2026-01-01"));
    placesOnS3.update();
    worker.restart();
    await(config, "orders", orders);
    await(config, "places", places);

    assertNoSecretIsVisible("s3");
    assertThat(configTopic()).anyMatch(value -> value.contains("${env:TEST_SECRET_KEY}"));
  }

  @Test
  void rejectedCredentialsFailTheTaskAndValidCredentialsResumeIt() throws Exception {
    TestTable orders =
        TestTable.at(dir.resolve("orders")).schema("id long").changeDataFeed().create();
    orders.insert(row("id", 1));
    S3Copy onS3 = new S3Copy(server, orders, "refused");
    ConnectorConfig config =
        config("s3-refused")
            .table("orders", onS3.path(), "id")
            .set("read.retry.max.attempts", "1")
            .set("hadoop.fs.s3a.secret.key", "${env:TEST_OTHER_KEY}");
    connectors.rest().create(config.name(), config.options());
    String trace = connectors.rest().awaitFailed(config.name(), TIMEOUT);
    assertThat(trace)
        .contains("[ACCESS_DENIED] Table 'orders' (" + onS3.path() + ")", "SignatureDoesNotMatch")
        .doesNotContain(OTHER_KEY)
        .doesNotContain(S3Server.ACCESS_KEY);

    config.set("hadoop.fs.s3a.secret.key", "${env:TEST_SECRET_KEY}");
    connectors.rest().putConfig(config.name(), config.options());
    await(config, "orders", orders);
    assertNoSecretIsVisible(config.name());
    connectors.delete(config.name());
  }

  @Test
  void rolesAreAssumed() throws Exception {
    TestTable orders =
        TestTable.at(dir.resolve("orders")).schema("id long").changeDataFeed().create();
    orders.insert(row("id", 1));
    String path = new S3Copy(server, orders, "roles").path();
    ConnectorConfig pod =
        config("pod")
            .table("orders", path, "id")
            .set(
                "hadoop.fs.s3a.aws.credentials.provider",
                "software.amazon.awssdk.auth.credentials.WebIdentityTokenFileCredentialsProvider");
    ConnectorConfig role =
        config("role")
            .table("orders", path, "id")
            .set(
                "hadoop.fs.s3a.aws.credentials.provider",
                "org.apache.hadoop.fs.s3a.auth.AssumedRoleCredentialProvider")
            .set("hadoop.fs.s3a.assumed.role.arn", "arn:aws:iam::123456789012:role/reader");

    connectors.create(pod);
    connectors.create(role);
    await(pod, "orders", orders);
    await(role, "orders", orders);
    assertThat(tokens.actions()).contains("AssumeRole", "AssumeRoleWithWebIdentity");
    assertNoSecretIsVisible("role");
  }

  private static void await(ConnectorConfig config, String name, TestTable table) {
    Mirror.await(SharedCluster.broker().topic(config.topic(name)), table, TIMEOUT, "id");
  }

  /** Checks the logs, files, REST responses and records of the worker. */
  private void assertNoSecretIsVisible(String connector) throws IOException {
    assertThat(shown(connector))
        .contains(connector)
        .doesNotContain(S3Server.SECRET_KEY)
        .doesNotContain(S3Server.ACCESS_KEY)
        .doesNotContain(OTHER_KEY);
  }

  /** Returns what people can read of a connector. */
  private String shown(String connector) throws IOException {
    StringBuilder shown = new StringBuilder(Files.readString(worker.process().log()));
    shown.append(connectors.rest().get("/connectors/" + connector));
    shown.append(connectors.rest().get("/connectors/" + connector + "/tasks"));
    shown.append(connectors.rest().status(connector));
    shown.append(connectors.rest().offsets(connector));
    configTopic().forEach(shown::append);
    for (String topic : List.of(worker.offsetsTopic(), connector + ".orders")) {
      for (ConsumerRecord<String, String> record : SharedCluster.broker().topic(topic).strings()) {
        shown.append(record.key()).append(record.value());
      }
    }
    return shown.toString();
  }

  private static List<String> configTopic() {
    return SharedCluster.broker().topic(worker.configTopic()).strings().stream()
        .map(ConsumerRecord::value)
        .filter(value -> value != null)
        .toList();
  }
}
