package io.deltacdf.connect.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;

/**
 * A single Kafka node (broker and KRaft controller) in its own process, on free ports of 127.0.0.1.
 * Its data and log are in one directory. They survive {@link #kill()} and {@link #stop()}, and
 * {@link #restart()} uses the same ports.
 */
public final class KafkaBroker implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(180);

  private final String bootstrapServers;
  private final ChildProcess.Builder program;
  private ChildProcess process;

  private KafkaBroker(String bootstrapServers, ChildProcess.Builder program) {
    this.bootstrapServers = bootstrapServers;
    this.program = program;
  }

  /**
   * Describes a new broker.
   *
   * @param directory for its data, its {@code broker.log} and its configuration; it is created if
   *     it does not exist
   */
  public static Builder builder(Path directory) {
    return new Builder(directory);
  }

  /** {@code 127.0.0.1:port}, the same after a restart. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /**
   * Starts the broker again after {@link #kill()} or {@link #stop()}, and waits until it answers.
   */
  public void restart() {
    launch();
    awaitReady();
  }

  /** Starts the process. It is ready when most controllers of its cluster run. */
  void launch() {
    if (process != null && process.isAlive()) {
      throw new IllegalStateException("The broker is running");
    }
    process = program.start();
  }

  void awaitReady() {
    process.awaitReady(
        START_TIMEOUT,
        () ->
            FreePorts.isListening(port())
                && !admin(admin -> admin.describeCluster().nodes()).isEmpty());
  }

  private int port() {
    return Integer.parseInt(bootstrapServers.substring(bootstrapServers.indexOf(':') + 1));
  }

  /** SIGKILL. */
  public void kill() {
    process.kill();
  }

  /** Shuts the broker down cleanly. */
  public void stop() {
    process.stop();
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }

  public ChildProcess process() {
    return process;
  }

  /** Creates a topic with the given topic configuration, for example {@code cleanup.policy}. */
  public void createTopic(String name, int partitions, Map<String, String> config) {
    NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(config);
    admin(admin -> admin.createTopics(List.of(topic)).all());
  }

  /** Reads all records of a topic, including those of open and aborted transactions. */
  public TopicReader topic(String name) {
    return new TopicReader(bootstrapServers, name);
  }

  /**
   * Sends an administrative request.
   *
   * @throws IllegalStateException if the broker rejects the request
   */
  public <T> T admin(Function<Admin, KafkaFuture<T>> request) {
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers", bootstrapServers,
            "request.timeout.ms", 5000,
            "default.api.timeout.ms", 10000);
    try (Admin admin = Admin.create(config)) {
      return request.apply(admin).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "The broker rejected the request: " + e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while asking the broker", e);
    }
  }

  /** Settings of a new broker. */
  public static final class Builder {
    private final Path directory;
    private final Map<String, String> properties = new HashMap<>();
    private String heap = "256m";
    private String[] jvmArgs = {};
    private String clusterId = Uuid.randomUuid().toString();
    private int[] ports;

    private Builder(Path directory) {
      this.directory = directory.toAbsolutePath();
    }

    /** Sets a broker property, which overrides the default of this class. */
    public Builder property(String name, String value) {
      properties.put(name, value);
      return this;
    }

    /** The maximum heap; 256m by default. */
    public Builder heap(String size) {
      heap = size;
      return this;
    }

    public Builder jvmArgs(String... args) {
      jvmArgs = args.clone();
      return this;
    }

    /** Makes the node one of a cluster, see {@link KafkaCluster}. */
    Builder cluster(String id, int brokerPort, int controllerPort) {
      clusterId = id;
      ports = new int[] {brokerPort, controllerPort};
      return this;
    }

    /** Formats the storage, starts the broker and waits until it answers. */
    public KafkaBroker start() {
      KafkaBroker broker = format();
      broker.restart();
      return broker;
    }

    /** Formats the storage of a broker that is not started yet. */
    KafkaBroker format() {
      if (ports == null) {
        ports = FreePorts.find(2);
      }
      String bootstrap = "127.0.0.1:" + ports[0];
      Path config = directory.resolve("server.properties");
      write(config, serverProperties(bootstrap, "127.0.0.1:" + ports[1]));
      List<Path> classPath = Runtimes.classPath("kafka");
      Path log = directory.resolve("broker.log");
      ChildProcess format =
          ChildProcess.java("StorageTool", classPath, "kafka.tools.StorageTool", log)
              .shortLived()
              .jvmArgs(ChildLogging.log4j2())
              .args("format", "-t", clusterId, "-c", config.toString())
              .start();
      int code = format.awaitExit(START_TIMEOUT);
      if (code != 0) {
        throw new IllegalStateException(
            "Formatting the broker's storage ended with " + code + "\n" + format.logTail());
      }
      return new KafkaBroker(
          bootstrap,
          ChildProcess.java("Broker", classPath, "kafka.Kafka", log)
              .heap(heap)
              .shortLived()
              .jvmArgs(ChildLogging.log4j2())
              .jvmArgs(jvmArgs)
              .args(config.toString()));
    }

    private Properties serverProperties(String bootstrap, String controller) {
      Properties all = new Properties();
      all.putAll(
          Map.of(
              "process.roles",
              "broker,controller",
              "node.id",
              "1",
              "controller.quorum.voters",
              "1@" + controller,
              "listeners",
              "PLAINTEXT://" + bootstrap + ",CONTROLLER://" + controller,
              "advertised.listeners",
              "PLAINTEXT://" + bootstrap,
              "controller.listener.names",
              "CONTROLLER",
              "log.dirs",
              directory.resolve("data").toString()));
      // There is only one node, so nothing waits for others.
      all.putAll(
          Map.of(
              "offsets.topic.replication.factor", "1",
              "offsets.topic.num.partitions", "1",
              "transaction.state.log.replication.factor", "1",
              "transaction.state.log.min.isr", "1",
              "transaction.state.log.num.partitions", "1",
              "share.coordinator.state.topic.replication.factor", "1",
              "share.coordinator.state.topic.min.isr", "1",
              "transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000",
              "group.initial.rebalance.delay.ms", "0",
              "group.min.session.timeout.ms", "1000"));
      all.putAll(properties);
      return all;
    }
  }

  static void write(Path file, Properties properties) {
    try {
      Files.createDirectories(file.getParent());
      try (Writer writer = Files.newBufferedWriter(file)) {
        properties.store(writer, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }
}
