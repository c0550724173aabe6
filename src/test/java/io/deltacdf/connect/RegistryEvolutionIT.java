package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.SchemaRegistry;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.tables.SchemaParser;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A table's schema evolves under the eyes of a registry that asks for BACKWARD compatibility. */
@Timeout(300)
class RegistryEvolutionIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @TempDir static Path plugins;
  private static SchemaRegistry registry;
  private static ConnectWorker worker;

  @TempDir Path dir;

  @BeforeAll
  static void start() {
    registry = SchemaRegistry.start(ProjectDirectory.newWorkDirectory("evolution-registry"));
    registry.requireBackwardCompatibility();
    worker =
        ConnectWorker.builder(
                SharedCluster.broker(), ProjectDirectory.newWorkDirectory("evolution-worker"))
            .plugin(SchemaRegistry.converterPlugin(plugins.resolve("avro")))
            .start();
  }

  @AfterAll
  static void stop() {
    try {
      worker.close();
    } finally {
      registry.close();
    }
  }

  private static ConnectorConfig config(String name, TestTable table) {
    ConnectorConfig config =
        ConnectorConfig.named(name)
            .table("orders", table.path(), "id")
            .set("value.metadata.columns", "");
    registry.converterConfig("key").forEach(config::set);
    registry.converterConfig("value").forEach(config::set);
    return config;
  }

  @Test
  void whatConsumersCanFollowPassesAndIsReadByTheNewestSchema() throws IOException {
    TestTable table =
        TestTable.at(dir)
            .schema("id int, old string, n int, i int, f float, tags struct<a:int>")
            .changeDataFeed()
            .columnMapping("name")
            .typeWidening()
            .create();
    table.insert(row("id", 1, "old", "x", "n", 1, "i", 2, "f", 0.5f, "tags", row("a", 1)));
    Connectors connectors = new Connectors(worker);
    ConnectorConfig config = config("evolves", table);
    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));
    try {
      connectors.create(config);
      topic.await(1, TIMEOUT);
      table.addColumns("city string");
      table.insert(row("id", 2, "old", "y", "n", 2, "i", 3, "f", 0.25f, "city", "Ulm"));
      table.dropColumn("old");
      table.insert(row("id", 3, "n", 3, "i", 4, "f", 0.125f, "city", "Bonn"));
      table.widenColumn("n", "long");
      table.widenColumn("id", "long");
      table.insert(row("id", 4L, "n", 5_000_000_000L, "i", 5, "f", 2f));
      table.widenColumn("i", "double");
      table.widenColumn("f", "double");
      table.insert(row("id", 5L, "n", 5L, "i", 0.5, "f", 1e100));
      table.delete(row -> row.get("id").equals(2L));
      topic.await(6, TIMEOUT);
      connectors.rest().awaitRunning(config.name(), TIMEOUT);
    } finally {
      connectors.delete(config.name());
    }

    String subject = config.topic("orders") + "-value";
    assertThat(registry.versions(subject)).hasSize(5);
    assertThat(registry.versions(config.topic("orders") + "-key")).hasSize(1);
    List<String> rows = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : topic.bytes()) {
      if (record.value() != null) {
        rows.add(read(record.value(), registry.latest(subject)).toString());
      }
    }
    assertThat(rows)
        .containsExactly(
            "{\"id\": 1, \"n\": 1, \"i\": 2.0, \"f\": 0.5, \"tags\": {\"a\": 1}, \"city\": null}",
            "{\"id\": 2, \"n\": 2, \"i\": 3.0, \"f\": 0.25, \"tags\": null, \"city\": \"Ulm\"}",
            "{\"id\": 3, \"n\": 3, \"i\": 4.0, \"f\": 0.125, \"tags\": null, \"city\": \"Bonn\"}",
            "{\"id\": 4, \"n\": 5000000000, \"i\": 5.0, \"f\": 2.0, \"tags\": null, \"city\":"
                + " null}",
            "{\"id\": 5, \"n\": 5, \"i\": 0.5, \"f\": 1.0E100, \"tags\": null, \"city\": null}");
  }

  @Test
  void C65_aChangeThatTheRegistryRefusesFailsTheTaskAndKeepsTheOffset() throws IOException {
    TestTable table = TestTable.at(dir).schema("id int, n int").changeDataFeed().create();
    table.insert(row("id", 1, "n", 1));
    Connectors connectors = new Connectors(worker);
    ConnectorConfig config = config("refused", table).set("unsafe.schema.change", "publish");
    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));
    try {
      connectors.create(config);
      topic.await(1, TIMEOUT);
      table.addColumns("city string");
      table.insert(row("id", 2, "n", 2, "city", "Ulm"));
      topic.await(2, TIMEOUT);
      table.overwrite(
          SchemaParser.schema("id int, n string, city string"),
          List.of(row("id", 1, "n", "one"), row("id", 2, "n", "two", "city", "Ulm")));
      String failure = connectors.rest().awaitFailed(config.name(), TIMEOUT);

      assertThat(failure).contains("Incompatible artifact");
      assertThat(connectors.offset(config.name(), "orders").get("version").asLong()).isEqualTo(3);
    } finally {
      connectors.delete(config.name());
    }
    Schema latest = registry.latest(config.topic("orders") + "-value");
    assertThat(registry.versions(config.topic("orders") + "-value")).hasSize(2);
    assertThat(topic.bytes().stream().filter(record -> record.value() != null))
        .hasSize(2)
        .allSatisfy(record -> assertThat(read(record.value(), latest).get("n")).isNotNull());
  }

  /** Reads a datum in Confluent's wire format by a schema that may be newer than its own. */
  private static GenericRecord read(byte[] bytes, Schema reader) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    assertThat(buffer.get()).isZero();
    Schema writer = registry.byId(buffer.getInt());
    return new GenericDatumReader<GenericRecord>(writer, reader)
        .read(
            null,
            DecoderFactory.get().binaryDecoder(bytes, buffer.position(), buffer.remaining(), null));
  }
}
