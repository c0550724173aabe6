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
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A consumer that knows only Avro and the registry reads every type. */
@Timeout(300)
class AvroTypesIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final PlainAvro avro = new PlainAvro(AvroCluster.registry());
  @RegisterExtension final Connectors connectors = new Connectors(AvroCluster.worker());
  @TempDir Path dir;

  @Test
  void everyTypeIsReadWithItsValueInTheTable() {
    TestTable table =
        TestTable.at(dir)
            .schema(
                "id int, b boolean, i8 byte, i16 short, i64 long, f float, d double, s string,"
                    + " raw binary, price decimal(12,3), day date, at timestamp,"
                    + " local timestamp_ntz, doc variant, tags array<string>,"
                    + " sizes map<int,string>")
            .changeDataFeed()
            .create();
    table.insert(
        row(
            "id",
            1,
            "b",
            true,
            "i8",
            8,
            "i16",
            16,
            "i64",
            1L << 40,
            "f",
            0.5f,
            "d",
            1e100,
            "s",
            "größe",
            "raw",
            new byte[] {1, 2},
            "price",
            "-12.345",
            "day",
            "1969-12-31",
            "at",
            "2026-01-01T00:00:00.123456Z",
            "local",
            "2026-01-01T00:00:00.123456",
            "doc",
            row("value", new byte[] {12, 7}, "metadata", new byte[] {1, 0, 0}),
            "tags",
            List.of("a", "b"),
            "sizes",
            Map.of(7, "seven")));
    ConnectorConfig adaptive = config("avro-types", table);
    ConnectorConfig connect =
        config("avro-types-connect", table).set("time.precision.mode", "connect");
    connectors.create(adaptive);
    connectors.create(connect);

    GenericRecord row = (GenericRecord) avro.read(record(adaptive, 0).value());
    assertThat(avro.read(record(adaptive, 0).key())).isEqualTo(1L);
    assertThat(row.get("id")).isEqualTo(1);
    assertThat(row.get("b")).isEqualTo(true);
    assertThat(row.get("i8")).isEqualTo(8);
    assertThat(row.get("i16")).isEqualTo(16);
    assertThat(row.get("i64")).isEqualTo(1L << 40);
    assertThat(row.get("f")).isEqualTo(0.5f);
    assertThat(row.get("d")).isEqualTo(1e100);
    assertThat(row.get("s")).hasToString("größe");
    assertThat(row.get("raw")).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2}));
    assertThat(row.get("price")).isEqualTo(new BigDecimal("-12.345"));
    assertThat(row.get("day")).isEqualTo(-1);
    assertThat(row.get("at")).isEqualTo(1_767_225_600_123_456L);
    assertThat(row.get("local")).isEqualTo(1_767_225_600_123_456L);
    assertThat(row.get("doc")).hasToString("7");
    assertThat(row.get("tags")).hasToString("[a, b]");
    // Avro maps have string keys, so that any other map is an array of entries.
    assertThat(row.get("sizes")).hasToString("[{\"key\": 7, \"value\": \"seven\"}]");
    GenericRecord inConnectsTypes = (GenericRecord) avro.read(record(connect, 0).value());
    assertThat(inConnectsTypes.get("day")).isEqualTo(LocalDate.parse("1969-12-31"));
    assertThat(inConnectsTypes.get("at")).isEqualTo(Instant.parse("2026-01-01T00:00:00.123Z"));
    assertThat(inConnectsTypes.get("local")).isEqualTo(Instant.parse("2026-01-01T00:00:00.123Z"));
  }

  @Test
  void structsHaveStableAndUniqueNames() {
    TestTable table =
        TestTable.at(dir)
            .schema(
                "id long, home struct<city:string,at:struct<x:double>>,"
                    + " work struct<city:string,at:struct<x:double>>,"
                    + " lines array<struct<sku:string,n:int>>,"
                    + " stock map<string,struct<n:int>>")
            .changeDataFeed()
            .columnMapping("name")
            .create();
    table.insert(
        row(
            "id", 1,
            "home", row("city", "Ulm", "at", row("x", 0.5)),
            "work", row("city", "Bonn", "at", row("x", 1.5)),
            "lines", List.of(row("sku", "a", "n", 1), row("sku", "b", "n", 2)),
            "stock", Map.of("a", row("n", 3))));
    ConnectorConfig config = config("avro-names", table).set("value.metadata.columns", "");
    ConnectorConfig envelope = config("avro-envelope", table).set("record.format", "debezium");
    connectors.create(config);
    connectors.create(envelope);
    record(config, 0);
    record(envelope, 0);
    table.addColumns("note string");
    table.copyOnWrite().update(row -> true, set("note", "new"));

    String rest =
        "\"home\": {\"city\": \"Ulm\", \"at\": {\"x\": 0.5}},"
            + " \"work\": {\"city\": \"Bonn\", \"at\": {\"x\": 1.5}},"
            + " \"lines\": [{\"sku\": \"a\", \"n\": 1}, {\"sku\": \"b\", \"n\": 2}],"
            + " \"stock\": {\"a\": {\"n\": 3}}";
    assertThat(avro.read(record(config, 0).value())).hasToString("{\"id\": 1, " + rest + "}");
    assertThat(avro.read(record(config, 1).value()))
        .hasToString("{\"id\": 1, " + rest + ", \"note\": \"new\"}");
    GenericRecord change = (GenericRecord) avro.read(record(envelope, 1).value());
    assertThat(change.get("op")).hasToString("u");
    assertThat(change.get("before")).hasToString("{\"id\": 1, " + rest + ", \"note\": null}");
    assertThat(change.get("after")).hasToString("{\"id\": 1, " + rest + ", \"note\": \"new\"}");

    Map<String, List<String>> names = names(config.topic("orders"), 1);
    String prefix = "avro_names.orders.Value";
    assertThat(names)
        .containsOnlyKeys(
            prefix,
            prefix + ".home",
            prefix + ".home.at",
            prefix + ".work",
            prefix + ".work.at",
            prefix + ".lines.element",
            prefix + ".stock.value");
    assertThat(names(config.topic("orders"), 0)).containsOnlyKeys(names.keySet());
    // Both rows of an envelope have the same record type, defined once and then named.
    assertThat(names(envelope.topic("orders"), 1))
        .containsKeys("avro_envelope.orders.Envelope", "avro_envelope.orders.Value")
        .hasSize(names.size() + 3);
  }

  @Test
  void theConverterOfThePluginWritesTheBytesOfTheRegistrysConverter() {
    TestTable table =
        TestTable.at(dir)
            .schema(
                "id int not null, b boolean, i8 byte, f float, d double, s string, raw binary,"
                    + " price decimal(12,3), at timestamp, tags array<string>,"
                    + " sizes map<int,string>, stock map<string,struct<n:int not null>>,"
                    + " home struct<city:string,at:struct<x:double>>")
            .changeDataFeed()
            .create();
    table.insert(row("id", 1));
    table.insert(
        row(
            "id",
            2,
            "b",
            true,
            "i8",
            8,
            "f",
            0.5f,
            "d",
            1e100,
            "s",
            "größe",
            "raw",
            new byte[] {1, 2},
            "price",
            "-12.345",
            "at",
            "2026-01-01T00:00:00.123456Z",
            "tags",
            List.of("a", "b"),
            "sizes",
            Map.of(7, "seven"),
            "stock",
            Map.of("a", row("n", 1), "b", row("n", 2), "c", row("n", 3)),
            "home",
            row("city", "Ulm", "at", row("x", 0.5))));
    ConnectorConfig theirs = routed(config("avro-theirs", table));
    ConnectorConfig ours = routed(ours("avro-ours", table));
    ConnectorConfig theirEnvelopes =
        routed(config("avro-their-envelopes", table)).set("record.format", "debezium");
    ConnectorConfig ourEnvelopes =
        routed(ours("avro-our-envelopes", table)).set("record.format", "debezium");
    List.of(theirs, ours, theirEnvelopes, ourEnvelopes).forEach(connectors::create);
    for (int i = 0; i < 2; i++) {
      // The ids too, so that the registry has found the same schema.
      assertThat(record(ours, i).key()).isEqualTo(record(theirs, i).key());
      assertThat(record(ours, i).value()).isEqualTo(record(theirs, i).value());
      // The rest contains the time of processing.
      assertThat(record(ourEnvelopes, i).key()).isEqualTo(record(theirEnvelopes, i).key());
      assertThat(record(ourEnvelopes, i).value())
          .startsWith(Arrays.copyOf(record(theirEnvelopes, i).value(), 5));
    }

    AvroCluster.registry().process().freeze();
    try {
      table.insert(row("id", 3, "s", "known schema"));
      record(ours, 2);
      table.addColumns("note string");
      table.insert(row("id", 4, "note", "new schema"));
    } finally {
      AvroCluster.registry().process().wakeUp();
    }
    assertThat(avro.read(record(ours, 3).value()).toString()).contains("\"note\": \"new schema\"");
    assertThat(record(ours, 3).value()).isEqualTo(record(theirs, 3).value());
  }

  private static ConnectorConfig ours(String name, TestTable table) {
    ConnectorConfig config = config(name, table).set("errors.retry.timeout", "60000");
    for (String converter : List.of("key.converter", "value.converter")) {
      config
          .set(converter, "io.deltacdf.connect.avro.DeltaAvroConverter")
          .set(converter + ".schema.registry.url", AvroCluster.registry().confluentUrl())
          .set(converter + ".http.read.timeout.ms", "500")
          .set(converter + ".max.retries", "0");
    }
    return config;
  }

  /** Names of schemas begin with the topic prefix, so it is the same while the topics differ. */
  private static ConnectorConfig routed(ConnectorConfig config) {
    return config
        .set("topic.prefix", "avro-same")
        .set("transforms", "route")
        .set("transforms.route.type", "org.apache.kafka.connect.transforms.RegexRouter")
        .set("transforms.route.regex", "avro-same\\.orders")
        .set("transforms.route.replacement", config.topic("orders"));
  }

  private static ConnectorConfig config(String name, TestTable table) {
    return AvroCluster.avro(ConnectorConfig.named(name).table("orders", table.path(), "id"));
  }

  private static ConsumerRecord<byte[], byte[]> record(ConnectorConfig config, int index) {
    SharedCluster.broker().topic(config.topic("orders")).await(index + 1, TIMEOUT);
    return SharedCluster.broker().topic(config.topic("orders")).bytes().get(index);
  }

  /** Returns the names of the record types in a value schema, with their fields. */
  private static Map<String, List<String>> names(String topic, int index) {
    byte[] value = SharedCluster.broker().topic(topic).bytes().get(index).value();
    Map<String, List<String>> names = new TreeMap<>();
    collect(AvroCluster.registry().byId(ByteBuffer.wrap(value, 1, 4).getInt()), names);
    return names;
  }

  private static void collect(Schema schema, Map<String, List<String>> names) {
    switch (schema.getType()) {
      case RECORD -> {
        List<String> fields = schema.getFields().stream().map(Schema.Field::name).toList();
        if (names.put(schema.getFullName(), fields) == null) {
          schema.getFields().forEach(field -> collect(field.schema(), names));
        }
      }
      case UNION -> schema.getTypes().forEach(type -> collect(type, names));
      case ARRAY -> collect(schema.getElementType(), names);
      case MAP -> collect(schema.getValueType(), names);
      default -> {}
    }
  }
}
