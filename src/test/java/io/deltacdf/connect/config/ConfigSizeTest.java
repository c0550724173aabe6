package io.deltacdf.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.Test;

/** The sizes are those that {@code docs/operations.md} names. */
class ConfigSizeTest {
  /** Returns a configuration of tables on S3 with six options each. */
  private static Map<String, String> props(int tables) {
    Map<String, String> props = new HashMap<>();
    props.put("name", "lake");
    props.put("connector.class", "io.deltacdf.connect.DeltaSourceConnector");
    props.put("tasks.max", "500");
    props.put("topic.prefix", "lake");
    props.put("topic.creation.default.replication.factor", "3");
    props.put("topic.creation.default.partitions", "6");
    props.put("topic.creation.default.cleanup.policy", "compact");
    props.put("hadoop.fs.s3a.endpoint.region", "eu-central-1");
    props.put("hadoop.fs.s3a.access.key", "${env:AWS_ACCESS_KEY_ID}");
    props.put("hadoop.fs.s3a.secret.key", "${env:AWS_SECRET_ACCESS_KEY}");
    List<String> names = IntStream.range(0, tables).mapToObj(i -> "sales_region_" + i).toList();
    props.put("tables", String.join(",", names));
    for (String name : names) {
      String prefix = "tables." + name + ".";
      props.put(prefix + "path", "s3a://company-data-lake/warehouse/sales.db/" + name);
      props.put(prefix + "key", "tenant_id,order_id");
      props.put(prefix + "topic", "lake.sales." + name);
      props.put(prefix + "start.version", "latest");
      props.put(prefix + "column.exclude.list", "email,phone,address");
      props.put(prefix + "change.feed", "require");
    }
    return props;
  }

  @Test
  void theSizeIsThatOfTheRecordThatConnectStores() {
    for (Map<String, String> props :
        List.of(props(1), props(50), Map.of("name", "a", "x", "\"\\\n\u0001äöü€ \uD83D\uDE00"))) {
      assertThat(ConfigSize.of(props))
          .isBetween((long) storedSize(props), (long) storedSize(props) + 128);
    }
  }

  /** Makes the record as Connect's store of configurations does. */
  private static int storedSize(Map<String, String> props) {
    Schema map = SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_STRING_SCHEMA).build();
    Schema schema = SchemaBuilder.struct().field("properties", map).build();
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of("schemas.enable", "false"), false);
      byte[] value =
          converter.fromConnectData("t", schema, new Struct(schema).put("properties", props));
      byte[] key = ("connector-" + props.get("name")).getBytes(StandardCharsets.UTF_8);
      return AbstractRecords.estimateSizeInBytesUpperBound(
          RecordBatch.CURRENT_MAGIC_VALUE,
          Compression.NONE.type(),
          key,
          value,
          new RecordHeaders().toArray());
    }
  }

  @Test
  void theConfigurationOfATaskDoesNotGrowWithTheTablesOfOtherTasks() throws IOException {
    List<String> rows = new ArrayList<>();
    for (int tables : List.of(50, 100, 200, 500)) {
      DeltaSourceConfig config = new DeltaSourceConfig(props(tables));
      rows.add(
          String.format(
              "| %d | %s | %s | %s |",
              tables,
              kilobytes(ConfigSize.of(props(tables))),
              kilobytes(largest(config.taskConfigs(10))),
              kilobytes(largest(config.taskConfigs(tables)))));
    }

    assertThat(Files.readAllLines(Path.of("docs/operations.md"))).containsSubsequence(rows);
  }

  private static long largest(List<Map<String, String>> tasks) {
    return tasks.stream().mapToLong(ConfigSize::of).max().orElseThrow();
  }

  private static String kilobytes(long bytes) {
    return (bytes + 999) / 1_000 + " kB";
  }

  @Test
  void aConfigurationThatConnectCannotStoreIsAnErrorWithARemedy() {
    assertThat(DeltaSourceConfig.validate(props(2_000)).errors()).isEmpty();

    assertThat(Props.errors(props(3_000), "tables"))
        .singleElement()
        .asString()
        .contains("1048576 bytes", "3000 tables", "once for the connector", "several connectors");
  }
}
