package io.deltacdf.connect.containers;

import io.deltacdf.connect.testing.RedisServer;
import io.deltacdf.connect.testing.SchemaRegistry;
import io.deltacdf.connect.testing.SearchClient;
import io.deltacdf.connect.testing.SinkPlugin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.lifecycle.Startable;
import org.testcontainers.lifecycle.Startables;

/**
 * All containers, which the test classes of a JVM share, because starting them takes longer than
 * most tests. They start on first use, and Testcontainers ends them with the JVM. After a test they
 * must be running and connected, and its connectors must be deleted.
 */
final class Environment {
  /** The broker's address for other containers. */
  static final String BROKER = "kafka:19092";

  private static final Duration START_TIMEOUT = Duration.ofSeconds(180);
  private static final int REGISTRY_PORT = 8080;
  private static final int REDIS_PORT = 6379;
  private static final int SEARCH_PORT = 9200;
  private static final Map<String, String> JAVA =
      Map.of("JAVA_OPTIONS", "-Xmx192m -XX:+UseSerialGC -XX:TieredStopAtLevel=1");

  private final Network brokerNetwork = Docker.newNetwork();
  private final Network network = Docker.newNetwork();
  private final KafkaContainer kafka;
  private final GenericContainer<?> registry;
  private final S3Container store;
  private final GenericContainer<?> redis;
  private final GenericContainer<?> search;
  private final List<WorkerContainer> workers;

  private Environment() {
    kafka = kafka();
    registry =
        container("registry", Image.REGISTRY)
            .withEnv(JAVA)
            .withExposedPorts(REGISTRY_PORT)
            .waitingFor(
                Wait.forHttp("/apis/ccompat/v7/subjects").withStartupTimeout(START_TIMEOUT));
    store = new S3Container(network);
    redis =
        container("redis", Image.REDIS)
            .withCommand("redis-server", "--protected-mode", "no", "--save", "")
            .withExposedPorts(REDIS_PORT)
            .waitingFor(Wait.forListeningPort());
    search =
        container("search", Image.SEARCH)
            .withEnv("OPENSEARCH_JAVA_OPTS", "-Xms384m -Xmx384m -XX:TieredStopAtLevel=1")
            .withEnv("discovery.type", "single-node")
            .withEnv("DISABLE_SECURITY_PLUGIN", "true")
            .withExposedPorts(SEARCH_PORT)
            .waitingFor(Wait.forHttp("/").withStartupTimeout(START_TIMEOUT));
    Path plugins = pluginDirectory();
    Path avro = SchemaRegistry.converterPlugin(plugins.resolve("avro"));
    Path sinks = SinkPlugin.write(plugins.resolve("sinks"));
    workers =
        Stream.of("connect-1", "connect-2")
            .map(name -> new WorkerContainer(name, brokerNetwork, network))
            .map(worker -> worker.withPlugin(avro).withPlugin(sinks))
            .toList();
    // A worker ends if it finds no broker.
    workers.forEach(worker -> worker.dependsOn(kafka));
    Startables.deepStart(
            Stream.concat(
                Stream.<Startable>of(kafka, registry, store, redis, search), workers.stream()))
        .join();
  }

  static Environment get() {
    return Holder.INSTANCE;
  }

  private KafkaContainer kafka() {
    KafkaContainer container =
        new KafkaContainer(Image.KAFKA.image().asCompatibleSubstituteFor("apache/kafka"))
            .withNetwork(brokerNetwork)
            .withListener(BROKER)
            .withLogConsumer(new LogFile("kafka"))
            .withEnv("KAFKA_HEAP_OPTS", "-Xmx384m")
            .withEnv("KAFKA_OPTS", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1")
            .withEnv("KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS", "1")
            .withEnv("KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS", "1")
            .withEnv("KAFKA_TRANSACTION_ABORT_TIMED_OUT_TRANSACTION_CLEANUP_INTERVAL_MS", "1000")
            .withStartupTimeout(START_TIMEOUT);
    return container;
  }

  private GenericContainer<?> container(String name, Image image) {
    return new GenericContainer<>(image.image())
        .withNetwork(network)
        .withNetworkAliases(name)
        .withLogConsumer(new LogFile(name));
  }

  private static Path pluginDirectory() {
    try {
      Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
      return Files.createTempDirectory(target, "plugins-");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot create a directory of plugins", e);
    }
  }

  /** The broker's address for this machine. */
  String bootstrapServers() {
    return kafka.getBootstrapServers();
  }

  /** The options of Avro converters that ask the registry, on the workers. */
  static Map<String, String> converterOptions(String which) {
    return SchemaRegistry.converterConfig(which, "http://registry:" + REGISTRY_PORT);
  }

  /** The registry's address for this machine. */
  String registryUrl() {
    return "http://" + registry.getHost() + ":" + registry.getMappedPort(REGISTRY_PORT);
  }

  /** What is in the search node, which is {@code search:9200} for workers. */
  SearchClient search() {
    return new SearchClient("http://" + search.getHost() + ":" + search.getMappedPort(SEARCH_PORT));
  }

  /** The strings in Redis, which is {@code redis:6379} for workers, by their keys. */
  Map<String, String> redis() {
    return RedisServer.strings(redis.getHost(), redis.getMappedPort(REDIS_PORT), 0);
  }

  S3Container store() {
    return store;
  }

  /** Two workers of one group. */
  List<WorkerContainer> workers() {
    return workers;
  }

  private static final class Holder {
    static final Environment INSTANCE = new Environment();
  }
}
