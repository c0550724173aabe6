package io.deltacdf.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.Recipe;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The connectors in {@code config} are valid, mirror tables and match each other. */
class RecipesTest {
  private static final String STRING_CONVERTER = "org.apache.kafka.connect.storage.StringConverter";
  private static final Map<String, String> SEARCH =
      Map.of(
          "key.ignore", "false",
          "behavior.on.null.values", "delete",
          "schema.ignore", "true",
          // A row that the index refuses stays ahead of its correction.
          "errors.tolerance", "all",
          "errors.deadletterqueue.context.headers.enable", "true");
  private static final Map<String, String> JDBC =
      Map.of("pk.mode", "record_key", "delete.enabled", "true", "insert.mode", "upsert");

  /** The options that make each sink a mirror, in addition to {@link #SEARCH}. */
  private static final Map<String, Map<String, String>> NEEDED =
      Map.of(
          "sink-elasticsearch.json",
          Map.of("write.method", "insert", "behavior.on.malformed.documents", "warn"),
          // After a crash records are repeated, and some of its bulk requests overtake others.
          "sink-opensearch.json",
          Map.of(
              "index.write.method", "insert",
              "behavior.on.version.conflict", "ignore",
              "behavior.on.malformed.documents", "report"),
          // It applies deletes first, in whatever order the records are.
          "sink-redis.json",
          Map.of("redis.type", "STRING", "consumer.override.max.poll.records", "1"),
          "sink-redis-custenborder.json",
          Map.of(),
          "sink-jdbc-confluent.json",
          JDBC,
          // It applies deletes last, in whatever order the records are.
          "sink-jdbc-aiven.json",
          with(JDBC, "batch.size", "1"),
          "sink-clickhouse.json",
          Map.of("topic2TableMap", "versions.orders=orders"),
          "sink-jdbc-debezium.json",
          Map.of(
              "primary.key.mode", "record_key",
              "delete.enabled", "true",
              "insert.mode", "upsert",
              "schema.evolution", "basic"));

  private static Map<String, String> with(Map<String, String> some, String name, String value) {
    Map<String, String> more = new HashMap<>(some);
    more.put(name, value);
    return more;
  }

  static List<Recipe> sources() {
    return recipes().filter(RecipesTest::isSource).toList();
  }

  static List<Recipe> sinks() {
    return recipes().filter(recipe -> !isSource(recipe)).toList();
  }

  private static Stream<Recipe> recipes() {
    return Recipe.all().stream();
  }

  private static boolean isSource(Recipe recipe) {
    return recipe.option("connector.class").equals(ConnectorConfig.CONNECTOR_CLASS);
  }

  private static List<String> topics(Recipe source) {
    return Stream.of(source.option("tables").split(","))
        .map(table -> source.option("topic.prefix") + "." + table)
        .toList();
  }

  /** Returns the source recipe that publishes what a sink recipe reads. */
  private static Recipe sourceOf(Recipe sink) {
    return Recipe.read(
        switch (sink.file()) {
          case "sink-jdbc-confluent.json", "sink-jdbc-aiven.json" -> "orders-jdbc.json";
          case "sink-jdbc-debezium.json" -> "orders-debezium.json";
          case "sink-clickhouse.json" -> "orders-clickhouse.json";
          default -> "orders-search-and-cache.json";
        });
  }

  @Test
  void everyStoreHasASourceRecipe() {
    assertThat(sources().stream().map(Recipe::file))
        .contains(
            "orders-local.json",
            "orders-s3.json",
            "orders-hdfs.json",
            "orders-adls.json",
            "orders-gcs.json");
  }

  @ParameterizedTest
  @MethodSource("sources")
  void everySourceIsValidAndPublishesIntoACompactedTopic(Recipe source) {
    assertThat(DeltaSourceConfig.validate(source.options()).errors()).isEmpty();
    assertThat(source.options())
        .containsEntry("topic.creation.default.cleanup.policy", "compact")
        .containsKey("topic.creation.default.partitions");
    // The table of ClickHouse keeps the version of a delete, which a tombstone does not have.
    assertThat(source.options().get("delete.tombstone.handling.mode"))
        .isEqualTo(source.file().equals("orders-clickhouse.json") ? "rewrite" : null);
  }

  @ParameterizedTest
  @MethodSource("sinks")
  void everySinkReadsTheTopicsOfItsSource(Recipe sink) {
    Recipe source = sourceOf(sink);

    assertThat(List.of(sink.option("topics").split(","))).isEqualTo(topics(source));
    assertThat(converter(sink, "key")).isEqualTo(converter(source, "key"));
    if (!sink.option("value.converter").equals(STRING_CONVERTER)) {
      assertThat(converter(sink, "value")).isEqualTo(converter(source, "value"));
    }
  }

  private static List<String> converter(Recipe recipe, String which) {
    String converter = which + ".converter";
    return List.of(
        recipe.option(converter), "" + recipe.options().get(converter + ".schemas.enable"));
  }

  @ParameterizedTest
  @MethodSource("sinks")
  void everySinkIsConfiguredForKeysAndTombstones(Recipe sink) {
    assertThat(NEEDED).containsKey(sink.file());
    assertThat(sink.options()).containsAllEntriesOf(NEEDED.get(sink.file()));
    if (sink.options().containsKey("key.ignore")) {
      assertThat(sink.options()).containsAllEntriesOf(SEARCH);
    }
    if (sink.file().startsWith("sink-jdbc")) {
      assertThat(sourceOf(sink).options()).doesNotContainKey("key.format");
      assertThat(sink.options().getOrDefault("pk.fields", "order_id"))
          .isEqualTo(sourceOf(sink).option("tables.orders.key"));
      // These converters would make 0.0 of NaN.
      assertThat(sourceOf(sink).options()).containsEntry("float.special.handling", "null");
    } else if (!sink.file().equals("sink-clickhouse.json")) {
      // These sinks do not accept structs as keys.
      assertThat(sourceOf(sink).options()).containsEntry("key.format", "string");
    }
  }

  @Test
  void noTwoSinksHaveTheSameName() {
    assertThat(sinks()).extracting(Recipe::name).doesNotHaveDuplicates();
    assertThat(sinks())
        .extracting(sink -> sink.option("errors.deadletterqueue.topic.name"))
        .filteredOn(Objects::nonNull)
        .hasSize(2)
        .doesNotHaveDuplicates();
  }

  @Test
  void theMappingForDecimalsIsOfTheIndexOfTheSource() throws IOException {
    JsonNode template =
        new ObjectMapper()
            .readTree(
                ProjectDirectory.get()
                    .resolve("config/search/orders-index-template.json")
                    .toFile());
    assertThat(template.get("index_patterns"))
        .extracting(JsonNode::asText)
        .isEqualTo(topics(Recipe.read("orders-search-and-cache.json")));
    assertThat(template.at("/template/mappings/properties/amount/type").asText())
        .isEqualTo("keyword");
  }

  @Test
  void noRecipeContainsASecret() {
    assertThat(recipes().flatMap(recipe -> recipe.options().entrySet().stream()))
        .filteredOn(option -> option.getKey().matches(".*(password|secret|access.key|token).*"))
        .allSatisfy(option -> assertThat(option.getValue()).startsWith("${env:"))
        .isNotEmpty();
  }
}
