package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.schema;
import static io.deltacdf.connect.testing.Schemas.struct;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.change.Changes;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.offset.PublishedForm;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.TransformChain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Applies the transforms of the files in {@code config/recipes} to records of a table. */
class TransformRecipesTest {
  private static final Path RECIPES = ProjectDirectory.get().resolve("config/recipes");
  private static final long ORDERED_AT = 1_767_225_600_123_456L;

  private static final TableSchema ORDERS =
      schema(
          field("order_id", Primitive.LONG),
          field("email", Primitive.STRING),
          field("phone", Primitive.STRING),
          field("ordered_at", Primitive.TIMESTAMP),
          field(
              "ship_to", struct(field("city", Primitive.STRING), field("zip", Primitive.STRING))));

  private static final MemoryBatch ROWS =
      MemoryBatch.of(
          ORDERS,
          new Object[] {42L, "ann@example.com", "123", ORDERED_AT, Arrays.asList("Ulm", "89073")},
          new Object[] {42L, null, null, null, null});

  static Stream<Path> recipes() throws IOException {
    try (Stream<Path> files = Files.list(RECIPES)) {
      return files.toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("recipes")
  void eachIsValidAndKeepsHeartbeatsUnchanged(Path recipe) throws IOException {
    Map<String, String> config = config(recipe);
    SourceRecord heartbeat =
        new HeartbeatRecords("orders", new DeltaSourceConfig(config).records())
            .at(
                RecordOffsets.completed(
                    RecordFixture.context(7, ORDERS, ORDERS, Optional.empty()),
                    PublishedForm.UNKNOWN,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()),
                1);

    assertThat(DeltaSourceConfig.validate(config).errors()).isEmpty();
    SourceRecord after = apply(recipe.getFileName().toString(), heartbeat).orElseThrow();
    assertThat(after.topic()).isEqualTo("__delta-heartbeat.lake");
    assertThat(after.value()).isEqualTo(heartbeat.value());
  }

  @ParameterizedTest
  @MethodSource("recipes")
  void eachKeepsKeysUnchanged(Path recipe) throws IOException {
    SourceRecord created = created();

    assertThat(apply(recipe.getFileName().toString(), created).orElseThrow().key())
        .isEqualTo(created.key());
  }

  @Test
  void everyFileIsTestedHere() throws IOException {
    assertThat(recipes().map(file -> file.getFileName().toString()))
        .containsExactlyInAnyOrder(
            "mask.json",
            "flatten.json",
            "route.json",
            "rename.json",
            "timestamps.json",
            "without-tombstones.json");
  }

  @Test
  void mask() throws IOException {
    Struct value = (Struct) apply("mask.json", created()).orElseThrow().value();

    assertThat(value.getString("email")).isEqualTo("***");
    assertThat(value.getString("phone")).isEqualTo("***");
    assertThat(value.getInt64("order_id")).isEqualTo(42);
    assertThat(apply("mask.json", tombstone()).orElseThrow().value()).isNull();
  }

  @Test
  void flatten() throws IOException {
    Struct value = (Struct) apply("flatten.json", created()).orElseThrow().value();

    assertThat(value.schema().fields())
        .extracting(Field::name)
        .containsSequence("ordered_at", "ship_to_city", "ship_to_zip");
    assertThat(value.getString("ship_to_city")).isEqualTo("Ulm");
    Struct nulls = (Struct) apply("flatten.json", createdWithNulls()).orElseThrow().value();
    assertThat(nulls.getString("ship_to_city")).isNull();
    assertThat(apply("flatten.json", tombstone()).orElseThrow().value()).isNull();
  }

  @Test
  void route() throws IOException {
    for (SourceRecord record : List.of(created(), tombstone())) {
      SourceRecord routed = apply("route.json", record).orElseThrow();

      assertThat(routed.topic()).isEqualTo("eu-mirror-orders");
      assertThat(routed.headers().lastWithName("origin").value()).isEqualTo("lake-eu");
      assertThat(routed.headers().lastWithName("delta.commit.version").value()).isEqualTo(1L);
    }
  }

  @Test
  void rename() throws IOException {
    Struct value = (Struct) apply("rename.json", created()).orElseThrow().value();

    assertThat(value.getInt64("id")).isEqualTo(42);
    assertThat(value.getInt64("time")).isEqualTo(ORDERED_AT);
    assertThat(value.schema().field("order_id")).isNull();
    assertThat(apply("rename.json", tombstone()).orElseThrow().value()).isNull();
  }

  @Test
  void timestamps() throws IOException {
    Struct value = (Struct) apply("timestamps.json", created()).orElseThrow().value();

    Schema type = value.schema().field("ordered_at").schema();
    assertThat(type.name()).isEqualTo("org.apache.kafka.connect.data.Timestamp");
    assertThat(value.get("ordered_at")).isEqualTo(new Date(ORDERED_AT / 1000));
    Struct nulls = (Struct) apply("timestamps.json", createdWithNulls()).orElseThrow().value();
    assertThat(nulls.get("ordered_at")).isNull();
    assertThat(apply("timestamps.json", tombstone()).orElseThrow().value()).isNull();
  }

  @Test
  void withoutTombstones() throws IOException {
    List<SourceRecord> records =
        records("delete.tombstone.handling.mode", "rewrite-with-tombstone");
    SourceRecord row = records.get(records.size() - 2);

    assertThat(((Struct) row.value()).getString("_change_type")).isEqualTo("delete");
    assertThat(apply("without-tombstones.json", row)).contains(row);
    assertThat(apply("without-tombstones.json", records.get(records.size() - 1))).isEmpty();
  }

  private static SourceRecord created() {
    return records().get(0);
  }

  private static SourceRecord createdWithNulls() {
    return records().get(1);
  }

  private static SourceRecord tombstone() {
    return records().get(2);
  }

  /** Returns a row, a row of nulls except for the key, and a delete. */
  private static List<SourceRecord> records(String... options) {
    String[] all = Arrays.copyOf(options, options.length + 2);
    all[options.length] = "topic.prefix";
    all[options.length + 1] = "lake";
    RecordFixture fixture = new RecordFixture("order_id", all).version(ORDERS);
    fixture
        .append(Changes.create(ROWS, 0))
        .append(Changes.create(ROWS, 1))
        .append(Changes.delete(ROWS, 0));
    return fixture.emitted.stream().map(RecordFixture.Sized::record).toList();
  }

  private static Optional<SourceRecord> apply(String recipe, SourceRecord record)
      throws IOException {
    try (TransformChain chain = new TransformChain(config(RECIPES.resolve(recipe)))) {
      return chain.apply(record);
    }
  }

  private static Map<String, String> config(Path recipe) throws IOException {
    Map<String, String> config = new HashMap<>();
    JsonNode file = new ObjectMapper().readTree(recipe.toFile());
    file.get("config")
        .properties()
        .forEach(option -> config.put(option.getKey(), option.getValue().asText()));
    config.put("name", file.get("name").asText());
    return config;
  }
}
