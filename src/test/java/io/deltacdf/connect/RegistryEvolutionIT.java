package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.AvroCluster;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.PlainAvro;
import io.deltacdf.connect.testing.SchemaRegistry;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.tables.SchemaParser;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A table's schema evolves with a registry that requires BACKWARD compatibility. */
@Timeout(300)
class RegistryEvolutionIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final SchemaRegistry registry = AvroCluster.registry();
  private final PlainAvro avro = new PlainAvro(registry);
  private final Connectors connectors = new Connectors(AvroCluster.worker());
  @TempDir Path dir;

  private static ConnectorConfig config(String name, TestTable table) {
    return AvroCluster.avro(
        ConnectorConfig.named(name)
            .table("orders", table.path(), "id")
            .set("value.metadata.columns", ""));
  }

  @Test
  void compatibleChangesPassAndAreReadWithTheLatestSchema() {
    TestTable table =
        TestTable.at(dir)
            .schema("id int, old string, n int, i int, f float, tags struct<a:int>")
            .changeDataFeed()
            .columnMapping("name")
            .typeWidening()
            .create();
    table.insert(row("id", 1, "old", "x", "n", 1, "i", 2, "f", 0.5f, "tags", row("a", 1)));
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
      table.renameColumn("city", "place");
      table.insert(row("id", 6L, "place", "Kiel"));
      table.delete(row -> row.get("id").equals(2L));
      topic.await(7, TIMEOUT);
      connectors.rest().awaitRunning(config.name(), TIMEOUT);
    } finally {
      connectors.delete(config.name());
    }

    String subject = config.topic("orders") + "-value";
    assertThat(registry.versions(subject)).hasSize(6);
    assertThat(registry.versions(config.topic("orders") + "-key")).hasSize(1);
    List<String> rows = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : topic.bytes()) {
      if (record.value() != null) {
        rows.add(avro.read(record.value(), registry.latest(subject)).toString());
      }
    }
    assertThat(rows)
        .containsExactly(
            "{\"id\": 1, \"n\": 1, \"i\": 2.0, \"f\": 0.5, \"tags\": {\"a\": 1}, \"place\": null}",
            // Old records that are read with the new schema have no value for the renamed
            // column.
            "{\"id\": 2, \"n\": 2, \"i\": 3.0, \"f\": 0.25, \"tags\": null, \"place\": null}",
            "{\"id\": 3, \"n\": 3, \"i\": 4.0, \"f\": 0.125, \"tags\": null, \"place\": null}",
            "{\"id\": 4, \"n\": 5000000000, \"i\": 5.0, \"f\": 2.0, \"tags\": null, \"place\":"
                + " null}",
            "{\"id\": 5, \"n\": 5, \"i\": 0.5, \"f\": 1.0E100, \"tags\": null, \"place\": null}",
            "{\"id\": 6, \"n\": null, \"i\": null, \"f\": null, \"tags\": null, \"place\":"
                + " \"Kiel\"}");
  }

  @Test
  void C65_aChangeRejectedByTheRegistryFailsTheTaskAndKeepsTheOffset() {
    TestTable table = TestTable.at(dir).schema("id int, n int").changeDataFeed().create();
    table.insert(row("id", 1, "n", 1));
    ConnectorConfig config = config("refused", table).set("unsafe.schema.change", "publish");
    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));
    String subject = config.topic("orders") + "-value";
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

      // The message of the registry.
      assertThat(failure)
          .contains("Incompatible artifact: " + subject)
          .contains("reader union lacking writer type: INT");
      assertThat(connectors.offset(config.name(), "orders").get("version").asLong()).isEqualTo(3);
      assertThat(registry.versions(subject)).hasSize(2);

      registry.requireCompatibility("NONE");
      connectors.rest().restart(config.name());
      topic.await(4, TIMEOUT);
    } finally {
      registry.requireCompatibility("BACKWARD");
      connectors.delete(config.name());
    }
    assertThat(registry.versions(subject)).hasSize(3);
    assertThat(topic.bytes())
        .extracting(record -> avro.read(record.value()).toString())
        .containsExactly(
            "{\"id\": 1, \"n\": 1}",
            "{\"id\": 2, \"n\": 2, \"city\": \"Ulm\"}",
            "{\"id\": 1, \"n\": \"one\", \"city\": null}",
            "{\"id\": 2, \"n\": \"two\", \"city\": \"Ulm\"}");
  }
}
