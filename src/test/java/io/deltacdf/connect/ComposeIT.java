package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.deltacdf.connect.testing.ComposeBroker;
import io.deltacdf.connect.testing.ConnectRest;
import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.Recipe;
import io.deltacdf.connect.testing.SchemaRegistry;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The broker, the registry and the worker of {@code docker-compose.yml} as processes, with the
 * settings of the Compose file, and then a worker with {@code connect-distributed.properties}. The
 * names of the containers are names of one loopback address, so that all addresses in the files
 * stay as they are.
 */
@Timeout(300)
class ComposeIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final Path CONFIG = ProjectDirectory.get().resolve("config");

  /** The variables that the connectors refer to. */
  private static final List<String> SECRETS =
      List.of(
          "AWS_ACCESS_KEY_ID",
          "AWS_SECRET_ACCESS_KEY",
          "AZURE_TENANT_ID",
          "AZURE_CLIENT_ID",
          "AZURE_CLIENT_SECRET");

  /** Nobody else uses the ports of this address. */
  private static final String HOST = "127." + part() + "." + part() + "." + part();

  @TempDir static Path dir;
  private static ComposeBroker broker;
  private static SchemaRegistry registry;

  private static int part() {
    return ThreadLocalRandom.current().nextInt(2, 254);
  }

  @BeforeAll
  static void start() throws IOException {
    JsonNode services =
        new YAMLMapper()
            .readTree(CONFIG.resolve("compose/docker-compose.yml").toFile())
            .get("services");
    // "localhost" is the host of the containers.
    Files.writeString(
        hosts(),
        Stream.of("kafka", "schema-registry", "localhost")
            .map(name -> HOST + " " + name)
            .collect(Collectors.joining("\n")));
    broker = ComposeBroker.start(services.at("/kafka/environment"), HOST, 9092, hosts());
    registry =
        SchemaRegistry.start(
            ProjectDirectory.newWorkDirectory("compose-registry"),
            HOST,
            services.at("/schema-registry/environment/QUARKUS_HTTP_PORT").asInt());
  }

  @AfterAll
  static void stop() {
    registry.close();
    broker.close();
  }

  private static Path hosts() {
    return dir.resolve("hosts");
  }

  private static String resolvesNames() {
    return "-Djdk.net.hosts.file=" + hosts();
  }

  private static ConnectWorker.Builder worker(String file) {
    return ConnectWorker.builder(
            HOST + ":9092", ProjectDirectory.newWorkDirectory("compose-worker"))
        .propertiesOf(CONFIG.resolve(file))
        .jvmArgs(resolvesNames(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
  }

  @Test
  void theFilesAreAcceptedAsTheyAre() {
    TestTable orders =
        TestTable.at(dir.resolve("lake/orders"))
            .schema("order_id long, status string")
            .changeDataFeed()
            .create();
    orders.insert(row("order_id", 1L, "status", "new"));
    Recipe local = recipe("orders-local.json");
    try (ConnectWorker worker = worker("compose/connect.properties").start()) {
      worker.rest().create(local.name(), local.options());
      awaitAvro(1);
    }

    ConnectWorker.Builder distributed = worker("connect-distributed.properties");
    // There is one broker.
    for (String topic : List.of("config", "offset", "status")) {
      distributed.property(topic + ".storage.replication.factor", "1");
    }
    SECRETS.forEach(variable -> distributed.environment(variable, "none"));
    try (ConnectWorker worker = distributed.start()) {
      // The worker is of the same group, and continues.
      orders.insert(row("order_id", 2L, "status", "new"));
      awaitAvro(2);
      worker.rest().delete(local.name());
      for (Recipe source : RecipesTest.sources()) {
        post(worker.rest(), recipe(source.file()));
      }
    }
  }

  /** An unreachable store may be reachable later, but the file system of a store must be there. */
  private static void post(ConnectRest rest, Recipe source) {
    if (source.file().equals("orders-gcs.json")) {
      assertThatThrownBy(() -> rest.create(source.name(), source.options()))
          .hasMessageContainingAll("1 error(s)", "[UNSUPPORTED_STORE]");
    } else {
      rest.create(source.name(), source.options());
      assertThat(rest.connectors()).contains(source.name());
      rest.delete(source.name());
    }
  }

  /** Returns the connector of a file with the directory that the Compose file calls LAKE. */
  private static Recipe recipe(String file) {
    Recipe recipe = Recipe.read(file);
    recipe.options().replaceAll((option, value) -> value.replace("/data/lake", dir + "/lake"));
    return recipe;
  }

  /** Waits for records, whose schema is the one that the registry shows. */
  private static void awaitAvro(int count) {
    TopicReader topic = new TopicReader(HOST + ":9092", "lake.orders");
    topic.await(count, TIMEOUT);
    Schema shown = registry.latest("lake.orders-value");
    assertThat(shown.getFields()).extracting(Schema.Field::name).contains("order_id", "status");
    for (ConsumerRecord<byte[], byte[]> record : topic.bytes()) {
      ByteBuffer value = ByteBuffer.wrap(record.value());
      assertThat(value.get()).isZero();
      assertThat(registry.byId(value.getInt())).isEqualTo(shown);
    }
  }
}
