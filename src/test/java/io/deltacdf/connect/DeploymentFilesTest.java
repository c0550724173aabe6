package io.deltacdf.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.deltacdf.connect.avro.DeltaAvroConverter;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.ProjectDirectory;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files in {@code config/} that operators copy: resources for Strimzi, and Docker Compose. */
class DeploymentFilesTest {
  private static final Path CONFIG = ProjectDirectory.get().resolve("config");
  private static final YAMLMapper YAML = new YAMLMapper();

  @Test
  void theStrimziConnectorIsValidAndBelongsToTheCluster() throws IOException {
    JsonNode workers = yaml("strimzi/kafka-connect.yaml");
    JsonNode connector = yaml("strimzi/orders.yaml");

    assertThat(workers.get("kind").asText()).isEqualTo("KafkaConnect");
    assertThat(connector.get("kind").asText()).isEqualTo("KafkaConnector");
    assertThat(connector.at("/metadata/labels").get("strimzi.io/cluster"))
        .isEqualTo(workers.at("/metadata/name"));
    assertThat(workers.at("/metadata/annotations").get("strimzi.io/use-connector-resources"))
        .hasToString("\"true\"");
    Map<String, String> options = new HashMap<>();
    connector
        .at("/spec/config")
        .properties()
        .forEach(option -> options.put(option.getKey(), option.getValue().asText()));
    assertThat(options).containsEntry("topic.creation.default.cleanup.policy", "compact");
    options.put("name", connector.at("/metadata/name").asText());
    options.put("connector.class", connector.at("/spec/class").asText());
    options.put("tasks.max", connector.at("/spec/tasksMax").asText());
    assertThat(options).containsEntry("connector.class", ConnectorConfig.CONNECTOR_CLASS);
    assertThat(DeltaSourceConfig.validate(options).errors()).isEmpty();
  }

  /**
   * The workers have every variable that the connector's configuration uses as {@code ${env:NAME}}.
   */
  @Test
  void theStrimziWorkersHaveTheVariablesThatTheConnectorUses() throws IOException {
    JsonNode workers = yaml("strimzi/kafka-connect.yaml");

    assertThat(workers.at("/spec/config/config.providers").asText()).isEqualTo("env");
    for (JsonNode variable : workers.at("/spec/template/connectContainer/env")) {
      assertThat(yaml("strimzi/orders.yaml").toString())
          .contains("${env:" + variable.get("name").asText() + "}");
    }
    assertThat(workers.at("/spec/template/connectContainer/env")).hasSize(2);
  }

  /** The exporter takes the first rule that matches, and both files must give the same names. */
  @Test
  void theStrimziWorkersExportTheMetricsOfTheConnector() throws IOException {
    JsonNode metrics = yaml("strimzi/connect-metrics.yaml");
    JsonNode config = yaml("strimzi/kafka-connect.yaml").at("/spec/metricsConfig");

    assertThat(config.at("/type").asText()).isEqualTo("jmxPrometheusExporter");
    JsonNode key = config.at("/valueFrom/configMapKeyRef");
    assertThat(metrics.get("kind").asText()).isEqualTo("ConfigMap");
    assertThat(key.get("name")).isEqualTo(metrics.at("/metadata/name"));
    JsonNode exporter = YAML.readTree(metrics.get("data").get(key.get("key").asText()).asText());
    JsonNode ours = yaml("monitoring/jmx-exporter.yml");
    assertThat(exporter.get("lowercaseOutputName")).isEqualTo(ours.get("lowercaseOutputName"));
    assertThat(exporter.get("rules"))
        .endsWith(
            StreamSupport.stream(ours.get("rules").spliterator(), false).toArray(JsonNode[]::new))
        .hasSizeGreaterThan(ours.get("rules").size());
  }

  @Test
  void composeProvidesWhatTheWorkerAndTheConnectorNeed() throws IOException {
    JsonNode services = yaml("compose/docker-compose.yml").get("services");
    JsonNode worker = services.get("connect");
    Properties properties = properties("compose/connect.properties");

    assertThat(worker.get("volumes"))
        .extracting(JsonNode::asText)
        .anySatisfy(
            volume -> assertThat(volume).contains(properties.getProperty("plugin.path") + "/"))
        .anySatisfy(volume -> assertThat(volume).contains(":/data/lake:"))
        .anySatisfy(
            volume -> assertThat(volume).isEqualTo("./connect.properties:" + file(worker) + ":ro"));
    assertThat(services.at("/kafka/environment/KAFKA_ADVERTISED_LISTENERS").asText())
        .contains("//" + properties.getProperty("bootstrap.servers"));
    String connector = Files.readString(CONFIG.resolve("orders-local.json"));
    assertThat(connector).contains("\"/data/lake/");
    String registry = properties.getProperty("value.converter.schema.registry.url");
    assertThat(URI.create(registry).getHost())
        .satisfies(host -> assertThat(services.has(host)).isTrue());
    assertThat(services.at("/schema-registry/environment/QUARKUS_HTTP_PORT").asInt())
        .isEqualTo(URI.create(registry).getPort());
    assertThat(connector).contains("\"value.converter.schema.registry.url\": \"" + registry + "\"");
  }

  /** Only few sinks and converters have the manifests that {@code service_load} needs. */
  @ParameterizedTest
  @ValueSource(strings = {"connect-distributed.properties", "compose/connect.properties"})
  void workersFindPluginsWithoutManifests(String file) throws IOException {
    assertThat(properties(file)).containsEntry("plugin.discovery", "hybrid_warn");
    assertThat(Files.readString(CONFIG.resolve("strimzi/kafka-connect.yaml")))
        .doesNotContain("plugin.discovery");
  }

  /** No other jar than the plugin is needed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "orders-local.json",
        "orders-s3.json",
        "orders-hdfs.json",
        "orders-adls.json",
        "orders-gcs.json",
        "lake-s3.json"
      })
  void connectorsWriteAvroWithTheConverterOfThePlugin(String file) throws IOException {
    JsonNode config = YAML.readTree(CONFIG.resolve(file).toFile()).get("config");
    for (String side : List.of("key.converter", "value.converter")) {
      assertThat(config.get(side).asText()).isEqualTo(DeltaAvroConverter.class.getName());
      DeltaAvroConverter converter = new DeltaAvroConverter();
      converter.configure(
          Map.of("schema.registry.url", config.get(side + ".schema.registry.url").asText()),
          side.startsWith("key"));
    }
  }

  /**
   * The Compose file, the Strimzi resource and the benchmark have what docs/memory.md recommends.
   */
  @Test
  void workersHaveTheRecommendedOptionsOfTheJvm() throws IOException {
    String page = Files.readString(ProjectDirectory.get().resolve("docs/memory.md"));
    String options = recommended(page, "KAFKA_JVM_PERFORMANCE_OPTS");
    List<String> ofMemory =
        Stream.of(options.split(" ")).filter(option -> option.startsWith("-X")).sorted().toList();
    JsonNode compose = yaml("compose/docker-compose.yml").at("/services/connect/environment");
    JsonNode strimzi = yaml("strimzi/kafka-connect.yaml").at("/spec/jvmOptions");
    String start = recommended(page, "KAFKA_HEAP_OPTS").split(" ")[0];

    assertThat(compose.get("KAFKA_JVM_PERFORMANCE_OPTS").asText()).isEqualTo(options);
    assertThat(compose.get("KAFKA_HEAP_OPTS").asText()).startsWith(start + " ");
    assertThat("-Xms" + strimzi.get("-Xms").asText()).isEqualTo(start);
    assertThat(
            strimzi.get("-XX").properties().stream().map(DeploymentFilesTest::jvmOption).sorted())
        .containsExactlyElementsOf(
            ofMemory.stream()
                .flatMap(
                    option ->
                        option.startsWith("-Xmn")
                            ? Stream.of("NewSize", "MaxNewSize")
                                .map(name -> "-XX:" + name + "=" + option.substring(4))
                            : Stream.of(option))
                .sorted()
                .toList());
    assertThat(Files.readString(ProjectDirectory.get().resolve("bench/bin/env.sh")))
        .contains(start + " ")
        .contains(ofMemory);
  }

  /** An unknown option, or one that does not fit another, keeps a worker from starting. */
  @Test
  void theJvmAcceptsTheRecommendedOptions() throws Exception {
    String page = Files.readString(ProjectDirectory.get().resolve("docs/memory.md"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(recommended(page, "KAFKA_HEAP_OPTS").split(" ")));
    command.addAll(List.of(recommended(page, "KAFKA_JVM_PERFORMANCE_OPTS").split(" ")));
    command.add("-version");

    Process jvm = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(jvm.waitFor()).as(output).isZero();
    assertThat(output).doesNotContainIgnoringCase("warning");
  }

  private static String recommended(String page, String variable) {
    Matcher value = Pattern.compile(variable + "=\"(.+)\"").matcher(page);
    assertThat(value.find()).as(variable).isTrue();
    return value.group(1);
  }

  private static String jvmOption(Map.Entry<String, JsonNode> option) {
    String value = option.getValue().asText();
    return "-XX:" + (value.equals("true") ? "+" + option.getKey() : option.getKey() + "=" + value);
  }

  private static String file(JsonNode worker) {
    return worker.at("/command/1").asText();
  }

  private static JsonNode yaml(String file) throws IOException {
    return YAML.readTree(CONFIG.resolve(file).toFile());
  }

  private static Properties properties(String file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(CONFIG.resolve(file))) {
      properties.load(reader);
    }
    return properties;
  }
}
