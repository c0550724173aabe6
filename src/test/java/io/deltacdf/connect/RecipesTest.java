package io.deltacdf.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Recipe;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The connectors in {@code config} are valid, mirror tables and match each other. */
class RecipesTest {
  private static final String STRING_CONVERTER = "org.apache.kafka.connect.storage.StringConverter";
  private static final Map<String, String> SEARCH =
      Map.of("key.ignore", "false", "behavior.on.null.values", "delete", "schema.ignore", "true");
  private static final Map<String, String> JDBC =
      Map.of("pk.mode", "record_key", "delete.enabled", "true", "insert.mode", "upsert");

  /** The options that make each sink a mirror, in addition to {@link #SEARCH} and {@link #JDBC}. */
  private static final Map<String, Map<String, String>> NEEDED =
      Map.of(
          "sink-elasticsearch.json",
          Map.of("write.method", "insert"),
          // After a crash records are repeated, and some of its bulk requests overtake others.
          "sink-opensearch.json",
          Map.of("index.write.method", "insert", "behavior.on.version.conflict", "ignore"),
          // It applies deletes first, in whatever order the records are.
          "sink-redis.json",
          Map.of("redis.type", "STRING", "consumer.override.max.poll.records", "1"),
          "sink-redis-custenborder.json",
          Map.of(),
          "sink-jdbc-confluent.json",
          Map.of(),
          // It applies deletes last, in whatever order the records are.
          "sink-jdbc-aiven.json",
          Map.of("batch.size", "1"));

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
    String file =
        sink.file().startsWith("sink-jdbc") ? "orders-jdbc.json" : "orders-search-and-cache.json";
    return Recipe.read(file);
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
        .containsKey("topic.creation.default.partitions")
        .doesNotContainKey("delete.tombstone.handling.mode");
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
      assertThat(sink.options())
          .containsAllEntriesOf(JDBC)
          .containsEntry("pk.fields", sourceOf(sink).option("tables.orders.key"));
    } else {
      // These sinks do not accept structs as keys.
      assertThat(sourceOf(sink).options()).containsEntry("key.format", "string");
    }
  }

  @Test
  void noRecipeContainsASecret() {
    assertThat(recipes().flatMap(recipe -> recipe.options().entrySet().stream()))
        .filteredOn(option -> option.getKey().matches(".*(password|secret|access.key|token).*"))
        .allSatisfy(option -> assertThat(option.getValue()).startsWith("${env:"))
        .isNotEmpty();
  }
}
