package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.AvroCluster;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.PlainAvro;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The key of a row has the same bytes in every record, even if the schema of the table changes: in
 * JSON and in Avro, as a plain value, a struct and text. Consumers and compaction compare bytes.
 */
@Timeout(300)
class KeyBytesIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final List<String> LIFE =
      List.of(
          "read",
          "update_postimage",
          "delete",
          "insert",
          "update_postimage",
          "update_postimage",
          "update_postimage",
          "update_postimage",
          "delete");

  /** The records of the row that are published before the connectors restart. */
  private static final int BEFORE_RESTART = 6;

  @RegisterExtension final Connectors connectors = new Connectors(AvroCluster.worker());
  @TempDir Path dir;

  @Test
  void theKeyOfARowAlwaysHasTheSameBytes() {
    TestTable table =
        TestTable.at(dir)
            .schema("id int, region string, note string, n int")
            .changeDataFeed()
            .columnMapping("name")
            .typeWidening()
            .create();
    table.insert(row("id", 1, "region", "n|w", "note", "a", "n", 1));
    List<ConnectorConfig> configs =
        List.of(
            AvroCluster.avroKeys(config("avro", "auto", table)),
            AvroCluster.avroKeys(config("avro", "string", table)),
            config("json", "auto", table)
                .set("key.converter", "org.apache.kafka.connect.json.JsonConverter")
                .set("key.converter.schemas.enable", "true"));
    configs.forEach(connectors::create);
    awaitLife(configs, 1);
    live(table);
    awaitLife(configs, BEFORE_RESTART);
    for (ConnectorConfig config : configs) {
      connectors.rest().restart(config.name());
    }
    continueLife(table);
    awaitLife(configs, LIFE.size());

    for (ConnectorConfig config : configs) {
      for (String name : List.of("single", "several")) {
        assertThat(keys(config.topic(name))).as(config.topic(name)).hasSize(1);
        if (config.name().startsWith("key-avro")) {
          assertThat(AvroCluster.registry().versions(config.topic(name) + "-key")).hasSize(1);
        }
      }
    }
    assertThat(datum("key-avro-auto.single")).isEqualTo("1");
    assertThat(datum("key-avro-auto.several")).isEqualTo("{\"region\": \"n|w\", \"id\": 1}");
    assertThat(datum("key-avro-string.single")).isEqualTo("1");
    assertThat(datum("key-avro-string.several")).isEqualTo("n\\|w|1");
  }

  private static void live(TestTable table) {
    update(table, "note", "b");
    table.delete(row -> true);
    table.insert(row("id", 1, "region", "n|w", "note", "c", "n", 1));
    table.addColumns("city string");
    update(table, "city", "Ulm");
    table.dropColumn("note");
    update(table, "n", 2);
  }

  private static void continueLife(TestTable table) {
    table.renameColumn("n", "m");
    table.widenColumn("id", "long");
    update(table, "m", 3);
    table.widenColumn("m", "long");
    update(table, "m", 4L);
    table.delete(row -> true);
  }

  private static void update(TestTable table, String column, Object value) {
    table.copyOnWrite().update(row -> true, set(column, value));
  }

  /** The two kinds of key of one table: one column, and two columns. */
  private static ConnectorConfig config(String converter, String format, TestTable table) {
    return ConnectorConfig.named("key-" + converter + "-" + format)
        .table("single", table.path(), "id")
        .table("several", table.path(), "region", "id")
        .set("key.format", format)
        // Apicurio's client registers one subject for all string keys: that of the first record.
        .set("heartbeat.interval.ms", "0");
  }

  private static void awaitLife(List<ConnectorConfig> configs, int count) {
    for (ConnectorConfig config : configs) {
      for (String name : List.of("single", "several")) {
        List<String> life =
            SharedCluster.broker().topic(config.topic(name)).await(count, TIMEOUT).stream()
                .map(record -> Connectors.header(record, "delta.change.type"))
                .toList();
        assertThat(life).as(config.topic(name)).isEqualTo(LIFE.subList(0, life.size()));
      }
    }
  }

  private static List<String> keys(String topic) {
    return SharedCluster.broker().topic(topic).bytes().stream()
        .map(record -> HexFormat.of().formatHex(record.key()))
        .distinct()
        .toList();
  }

  private static String datum(String topic) {
    return new PlainAvro(AvroCluster.registry())
        .read(SharedCluster.broker().topic(topic).bytes().get(0).key())
        .toString();
  }
}
