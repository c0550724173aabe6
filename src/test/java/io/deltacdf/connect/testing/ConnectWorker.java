package io.deltacdf.connect.testing;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A distributed Kafka Connect worker in its own process, which finds plugins by service loading
 * only. By default it has only our plugin, from the archive that the build made, and JSON
 * converters without schemas. Settings, REST address and Connect's internal topics survive {@link
 * #kill()} and {@link #restart()}.
 */
public final class ConnectWorker implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(180);

  private final ChildProcess.Builder program;
  private final ConnectRest rest;
  private final String groupId;
  private ChildProcess process;

  private ConnectWorker(ChildProcess.Builder program, URI address, String groupId) {
    this.program = program;
    this.groupId = groupId;
    this.rest = new ConnectRest(address);
    restart();
  }

  /**
   * Describes a new worker. It forms its own Connect cluster unless {@link Builder#groupId} is set.
   *
   * @param directory for its {@code worker.log} and its configuration; it is created if it does not
   *     exist
   */
  public static Builder builder(KafkaBroker broker, Path directory) {
    return builder(broker.bootstrapServers(), directory);
  }

  /** Describes a new worker of a Kafka cluster of several brokers. */
  public static Builder builder(String bootstrapServers, Path directory) {
    return new Builder(bootstrapServers, directory);
  }

  public ConnectRest rest() {
    return rest;
  }

  /** The topic in which the worker keeps the configurations of connectors and tasks. */
  public String configTopic() {
    return groupId + "-configs";
  }

  /** The topic in which the worker keeps the offsets of source connectors. */
  public String offsetsTopic() {
    return groupId + "-offsets";
  }

  /** Starts the worker again after {@link #kill()} or {@link #stop()}; waits until it answers. */
  public void restart() {
    if (process != null && process.isAlive()) {
      throw new IllegalStateException("The worker is running");
    }
    process = program.start();
    // Listing connectors goes through the herder's queue: it answers once the worker is in its
    // group.
    process.awaitReady(START_TIMEOUT, () -> rest.connectors() != null);
  }

  /** Kills the worker with SIGKILL: it commits no more offsets and ends no transaction. */
  public void kill() {
    process.kill();
  }

  /** Shuts the worker down cleanly: tasks are stopped and offsets are committed. */
  public void stop() {
    process.stop();
  }

  @Override
  public void close() {
    process.close();
  }

  public ChildProcess process() {
    return process;
  }

  /**
   * Returns what a failure should say of the worker: whether it runs, what it answers about
   * connectors, and the last lines of its log.
   */
  public String report(List<String> connectors) {
    StringBuilder report = new StringBuilder("Worker ").append(rest.address());
    report.append(process.isAlive() ? " runs" : " does not run");
    ConnectRest asked = rest.within(Duration.ofSeconds(5));
    for (String connector : connectors) {
      report.append("\n  ").append(connector).append(": ");
      try {
        report.append(asked.status(connector));
      } catch (RuntimeException e) {
        report.append(e);
      }
    }
    return report.append('\n').append(process.logTail(ConnectWorker::tells)).toString();
  }

  /** Not the continued lines of configurations, nor who starts clients and asks for the status. */
  private static boolean tells(String line) {
    return line.startsWith("[")
        && Stream.of("AbstractConfig", "AppInfoParser", "Metrics", "RestServer", "NetworkClient")
            .noneMatch(logger -> line.contains("] " + logger + " "));
  }

  /** Settings of a new worker. */
  public static final class Builder {
    private final String bootstrapServers;
    private final Path directory;
    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final List<Path> plugins = new ArrayList<>();
    private Path ownPlugin;
    private Path file;
    private ConnectVersion version = ConnectVersion.V4_3;
    private String groupId = "connect-" + UUID.randomUUID().toString().substring(0, 8);
    private String heap = "512m";
    private String[] jvmArgs = {};

    private Builder(String bootstrapServers, Path directory) {
      this.bootstrapServers = bootstrapServers;
      this.directory = directory.toAbsolutePath();
    }

    /** The version of Connect; 4.3 by default. */
    public Builder version(ConnectVersion of) {
      version = of;
      return this;
    }

    /** The Connect cluster; workers of one group share connectors. */
    public Builder groupId(String id) {
      groupId = id;
      return this;
    }

    /** Sets a worker property, which overrides the default of this class. */
    public Builder property(String name, String value) {
      properties.put(name, value);
      return this;
    }

    /**
     * Takes the properties of a file instead of the defaults of this class. The addresses of the
     * worker and the directory of plugins remain those of this class.
     */
    public Builder propertiesOf(Path propertiesFile) {
      file = propertiesFile;
      groupId = properties(propertiesFile).getProperty("group.id");
      return this;
    }

    private static Properties properties(Path file) {
      Properties all = new Properties();
      try (Reader reader = Files.newBufferedReader(file)) {
        all.load(reader);
        return all;
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read " + file, e);
      }
    }

    /** {@code exactly.once.source.support=enabled}. */
    public Builder exactlyOnce() {
      return property("exactly.once.source.support", "enabled");
    }

    /** Adds a plugin directory, which holds jars, besides the directory of our plugin. */
    public Builder plugin(Path pluginDirectory) {
      plugins.add(pluginDirectory.toAbsolutePath());
      return this;
    }

    /** The directory of our plugin; by default the unpacked archive that the build made. */
    public Builder ownPlugin(Path pluginDirectory) {
      ownPlugin = pluginDirectory.toAbsolutePath();
      return this;
    }

    /** The maximum heap; 512m by default. */
    public Builder heap(String size) {
      heap = size;
      return this;
    }

    public Builder jvmArgs(String... args) {
      jvmArgs = args.clone();
      return this;
    }

    /** A variable of the worker's environment. */
    public Builder environment(String variable, String value) {
      environment.put(variable, value);
      return this;
    }

    /** Starts the worker and waits until it answers. */
    public ConnectWorker start() {
      URI address = URI.create("http://127.0.0.1:" + FreePorts.find(1)[0]);
      Path config = directory.resolve("worker.properties");
      KafkaBroker.write(config, workerProperties(address));
      ChildProcess.Builder program =
          ChildProcess.java(
                  "Connect worker",
                  version.classPath(),
                  "org.apache.kafka.connect.cli.ConnectDistributed",
                  directory.resolve("worker.log"))
              .heap(heap)
              .shortLived()
              .jvmArgs(version.loggingOption())
              .jvmArgs(jvmArgs)
              .args(config.toString());
      environment.forEach(program::environment);
      return new ConnectWorker(program, address, groupId);
    }

    private Properties workerProperties(URI address) {
      Properties all = file == null ? defaults() : properties(file);
      all.putAll(Map.of("listeners", address.toString(), "plugin.path", pluginPath()));
      all.putAll(properties);
      return all;
    }

    private Properties defaults() {
      Properties all = new Properties();
      String json = "org.apache.kafka.connect.json.JsonConverter";
      all.putAll(
          Map.of(
              "bootstrap.servers",
              bootstrapServers,
              "plugin.discovery",
              "service_load",
              "key.converter",
              json,
              "key.converter.schemas.enable",
              "false",
              "value.converter",
              json,
              "value.converter.schemas.enable",
              "false",
              "connector.client.config.override.policy",
              "All"));
      all.putAll(
          Map.of(
              "group.id", groupId,
              "config.storage.topic", groupId + "-configs",
              "config.storage.replication.factor", "1",
              "offset.storage.topic", groupId + "-offsets",
              "offset.storage.replication.factor", "1",
              "offset.storage.partitions", "1",
              "status.storage.topic", groupId + "-status",
              "status.storage.replication.factor", "1",
              "status.storage.partitions", "1"));
      // After a kill, the group must soon notice the loss and reassign the work.
      all.putAll(
          Map.of(
              "session.timeout.ms", "6000",
              "heartbeat.interval.ms", "2000",
              "scheduled.rebalance.max.delay.ms", "0",
              "offset.flush.interval.ms", "1000"));
      all.putAll(
          Map.of(
              "config.providers", "file",
              "config.providers.file.class",
                  "org.apache.kafka.common.config.provider.FileConfigProvider"));
      return all;
    }

    /** A directory of links to the plugins: in {@code plugin.path}, each child is a plugin. */
    private String pluginPath() {
      List<Path> all = new ArrayList<>(plugins);
      all.add(ownPlugin == null ? PluginArchive.unpacked() : ownPlugin);
      Path links = directory.resolve("plugins");
      try {
        Files.createDirectories(links);
        for (Path plugin : all) {
          Files.createSymbolicLink(links.resolve(plugin.getFileName()), plugin);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot create the worker's plugin directory " + links, e);
      }
      return links.toString();
    }
  }
}
