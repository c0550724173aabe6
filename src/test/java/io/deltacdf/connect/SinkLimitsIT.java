package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.testing.ChildProcess;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.Recipe;
import io.deltacdf.connect.testing.Runtimes;
import io.deltacdf.connect.testing.SinkPlugin;
import io.deltacdf.connect.testing.SinkRows;
import io.deltacdf.connect.testing.SinkRuns;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What sinks, indexes and caches refuse or lose, and how the recipes in {@code config} prevent it.
 */
@Timeout(900)
class SinkLimitsIT {
  private static final Duration TIMEOUT = SinkRuns.TIMEOUT;

  @TempDir Path dir;

  private final SinkRuns sinks = SinkRuns.shared();

  @AfterEach
  void deleteConnectors() {
    sinks.deleteConnectors();
  }

  private TestTable table(String schema) {
    return TestTable.at(dir).schema(schema).changeDataFeed().create();
  }

  /**
   * Redis refuses writes while it is out of memory. Its own sink waits, and Custenborder's counts
   * the rows as written, so they are missing until the sink reads the topic again.
   */
  @Test
  void whatRedisRefusesIsLostByASinkThatIgnoresItUntilTheCacheIsFilledAgain() {
    TestTable table = table("id long, status string");
    table.insert(row("id", 1, "status", "new"), row("id", 2, "status", "new"));
    sinks.publishChanges("refused", table);
    Function<Map<String, Object>, String> key = row -> row.get("id").toString();
    sinks.createSink(
        "sink-redis.json", "waits", Map.of("topics", "refused.t", "redis.keyspace", "waits"));
    sinks.createSink(
        "sink-redis-custenborder.json",
        "ignores",
        Map.of("topics", "refused.t", "redis.database", "3"));
    Map<String, JsonNode> before = SinkRows.asText(table, key);
    sinks.awaitEqual("waits", before, () -> sinks.cache(0, "waits:"));
    sinks.awaitEqual("ignores", before, () -> sinks.cache(3, ""));

    sinks.cluster().redis().set("maxmemory", "1");
    try {
      table.update(row -> row.get("id").equals(1L), set("status", "paid"));
      table.insert(row("id", 3, "status", "new"));
      // It has committed the offset, is running, and nothing shows the loss.
      sinks.awaitRead("ignores", 4);
      sinks.rest().awaitRunning("ignores", TIMEOUT);
      assertThat(sinks.cache(3, "")).isEqualTo(before);
      assertThat(sinks.cache(0, "waits:")).isEqualTo(before);
    } finally {
      sinks.cluster().redis().set("maxmemory", "0");
    }
    Map<String, JsonNode> rows = SinkRows.asText(table, key);
    sinks.awaitEqual("waits", rows, () -> sinks.cache(0, "waits:"));
    assertThat(sinks.cache(3, "")).isEqualTo(before);

    sinks.readAgain("ignores");
    sinks.awaitEqual("filled again", rows, () -> sinks.cache(3, ""));
  }

  /** The sinks have no service manifests, with which a worker would find plugins faster. */
  @Test
  void theWorkerFindsAndNamesPluginsWithoutManifests() throws IOException {
    assertThat(sinks.rest().plugins().findValuesAsText("class"))
        .contains(
            SinkPlugin.standInFor("com.redis.kafka.connect.RedisSinkConnector"),
            ConnectorConfig.CONNECTOR_CLASS);
    List<String> missing =
        Files.readAllLines(sinks.cluster().worker().process().log()).stream()
            .filter(line -> line.contains("plugins are missing ServiceLoader manifests"))
            .toList();
    assertThat(missing)
        .hasSize(1)
        .allSatisfy(line -> assertThat(line).doesNotContain("io.deltacdf.connect.Delta"));
  }

  @Test
  void synchronizedManifestsNameThePlugins() throws IOException {
    Path plugin = SinkPlugin.write(dir.resolve("plugins/sinks"));
    int exit =
        ChildProcess.java(
                "connect-plugin-path",
                Runtimes.classPath("kafka"),
                "org.apache.kafka.tools.ConnectPluginPath",
                dir.resolve("sync.log"))
            .args("sync-manifests", "--plugin-path", dir.resolve("plugins").toString())
            .start()
            .awaitExit(TIMEOUT);

    assertThat(exit).as(Files.readString(dir.resolve("sync.log"))).isZero();
    URL[] jars;
    try (Stream<Path> files = Files.list(plugin)) {
      jars = files.map(SinkLimitsIT::url).toArray(URL[]::new);
    }
    try (URLClassLoader loader = new URLClassLoader(jars, null)) {
      URL manifest =
          loader.findResource("META-INF/services/org.apache.kafka.connect.sink.SinkConnector");
      assertThat(manifest).isNotNull();
      try (InputStream in = manifest.openStream()) {
        assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
            .contains(SinkPlugin.standInFor("com.redis.kafka.connect.RedisSinkConnector"));
      }
    }
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** A number in JSON becomes a double in the sink. As text, a decimal keeps all its digits. */
  @Test
  void decimalsKeepTheirDigitsAsTextWithTheMappingOfTheRecipe() throws IOException {
    TestTable table = table("id long, amount decimal(18,2)");
    table.insert(
        row("id", 1, "amount", "1234567890123489.78"),
        row("id", 2, "amount", "12.50"),
        row("id", 3, "amount", null));
    String template =
        Files.readString(ProjectDirectory.get().resolve("config/search/orders-index-template.json"))
            .replace("lake.orders", "exact.t");
    sinks.cluster().search().client().send("PUT", "/_index_template/exact", template);
    sinks.publishChanges("number", table, Map.of());
    sinks.publishChanges("exact", table, Map.of("decimal.handling.mode", "string"));
    sinks.createSink("sink-elasticsearch.json", "digits", Map.of("topics", "number.t,exact.t"));

    Map<String, JsonNode> rows =
        Map.of(
            "1", json("{\"id\":1,\"amount\":\"1234567890123489.78\"}"),
            "2", json("{\"id\":2,\"amount\":\"12.50\"}"),
            "3", json("{\"id\":3}"));
    sinks.awaitEqual("exact", SinkRows.documents(rows), () -> sinks.documents("exact.t"));
    assertThat(sinks.found("exact.t", "amount.number", "12.49")).isEqualTo(2);
    assertThat(sinks.found("exact.t", "amount.number", "12.51")).isOne();
    assertThat(
            sinks
                .cluster()
                .search()
                .client()
                .search("exact.t", "{\"query\":{\"term\":{\"amount\":\"1234567890123489.78\"}}}")
                .at("/hits/total/value")
                .asInt())
        .isOne();
    await().atMost(TIMEOUT).until(() -> sinks.documents("number.t").size() == 3);
    assertThat(sinks.documents("number.t").get("1").toString())
        .doesNotContain("1234567890123489.78")
        .contains("1234567890123489.8");
  }

  /** An index stores no NaN. The recipe publishes null instead. */
  @Test
  void aRowThatTheIndexRefusesGoesToTheDeadLetterQueue() {
    TestTable table = table("id long, v double");
    table.insert(row("id", 1, "v", 0.5));
    table.insert(row("id", 2, "v", Double.NaN));
    table.insert(row("id", 3, "v", 2.5));
    sinks.publishChanges("nan", table, Map.of("float.special.handling", "pass"));
    sinks.publishChanges("recipe", table, Map.of());
    for (String sink : List.of("sink-elasticsearch.json", "sink-opensearch.json")) {
      String name = Recipe.read(sink).name();
      String index = sink.contains("open") ? "open." : "";
      Map<String, String> other =
          Map.of(
              "topics", "nan.t,recipe.t",
              "transforms", "other",
              "transforms.other.type", "org.apache.kafka.connect.transforms.RegexRouter",
              "transforms.other.regex", "(.*)",
              "transforms.other.replacement", index + "$1");
      sinks.createSink(sink, name, other);
      await().atMost(TIMEOUT).until(() -> sinks.documents(index + "recipe.t").size() == 3);
      assertThat(sinks.documents(index + "recipe.t").get("2"))
          .isEqualTo(SinkRows.documents(Map.of("2", json("{\"id\":2}"))).get("2"));
      await().atMost(TIMEOUT).until(() -> sinks.documents(index + "nan.t").size() == 2);
      assertThat(sinks.documents(index + "nan.t").keySet()).containsExactly("1", "3");
      String queue = Recipe.read(sink).option("errors.deadletterqueue.topic.name");
      assertThat(sinks.cluster().broker().topic(queue).await(1, TIMEOUT))
          .extracting(ConsumerRecord::key)
          .containsExactly("2");
      sinks.rest().awaitRunning(name, TIMEOUT);
    }

    // Without a dead-letter queue, the bad row stops the sink, and so does a corrected one after
    // it.
    sinks.createSink(
        "sink-elasticsearch.json",
        "strict",
        Map.of(
            "topics",
            "nan.t",
            "behavior.on.malformed.documents",
            "fail",
            "errors.tolerance",
            "none"));
    assertThat(sinks.rest().awaitFailed("strict", TIMEOUT)).contains("mapper_parsing_exception");
    table.update(row -> row.get("id").equals(2L), set("v", 1.5));
    await().atMost(TIMEOUT).until(() -> sinks.documents("nan.t").size() == 3);
    sinks.rest().restart("strict");
    assertThat(sinks.rest().awaitFailed("strict", TIMEOUT)).contains("mapper_parsing_exception");
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
