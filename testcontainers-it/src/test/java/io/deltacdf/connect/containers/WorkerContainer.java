package io.deltacdf.connect.containers;

import com.github.dockerjava.api.command.InspectContainerResponse;
import io.deltacdf.connect.testing.ConnectRest;
import io.deltacdf.connect.testing.PluginArchive;
import io.deltacdf.connect.testing.ProjectDirectory;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.awaitility.Awaitility;
import org.testcontainers.containers.BindMode;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;

/**
 * A distributed Connect worker with the settings of {@code config/connect-distributed.properties}
 * and the plugin as it is in the archive. It reaches the broker over a network of its own, and
 * everything else over another, so that it can be cut off from the broker alone.
 */
final class WorkerContainer extends GenericContainer<WorkerContainer> {
  private static final int PORT = 8083;
  private static final String PLUGINS = "/opt/connect-plugins";
  private static final Duration START_TIMEOUT = Duration.ofSeconds(180);

  private final String name;
  private final Network brokerNetwork;
  private final LogFile log;
  private ConnectRest rest;

  /**
   * @param brokerNetwork where the broker is {@code kafka:19092}
   * @param others where registry, store and sinks are
   */
  WorkerContainer(String name, Network brokerNetwork, Network others) {
    super(Image.CONNECT.image());
    this.name = name;
    this.brokerNetwork = brokerNetwork;
    log = new LogFile(name);
    // Ports are published on the network that is there first, and survive the loss of the other.
    withNetwork(others);
    withExposedPorts(PORT);
    withEnv(
        Map.of(
            "KAFKA_HEAP_OPTS", "-Xmx512m",
            "KAFKA_OPTS", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"));
    withEnv(S3Container.credentials());
    withCopyToContainer(Transferable.of(properties(name)), "/tmp/worker.properties");
    withCommand("/opt/kafka/bin/connect-distributed.sh", "/tmp/worker.properties");
    withPlugin(PluginArchive.unpacked());
    withLogConsumer(log);
    waitingFor(Wait.forHttp("/connectors").forPort(PORT).withStartupTimeout(START_TIMEOUT));
  }

  /** One more plugin: a directory with jars. */
  WorkerContainer withPlugin(Path directory) {
    return withFileSystemBind(
        directory.toString(), PLUGINS + "/" + directory.getFileName(), BindMode.READ_ONLY);
  }

  private static String properties(String name) {
    Properties all = new Properties();
    Path shipped = ProjectDirectory.get().resolve("config/connect-distributed.properties");
    try (Reader reader = Files.newBufferedReader(shipped)) {
      all.load(reader);
      all.putAll(
          Map.of(
              "bootstrap.servers",
              Environment.BROKER,
              "plugin.path",
              PLUGINS,
              "exactly.once.source.support",
              "enabled",
              "listeners",
              "http://:" + PORT,
              "rest.advertised.host.name",
              name));
      // One broker.
      all.putAll(
          Map.of(
              "config.storage.replication.factor", "1",
              "offset.storage.replication.factor", "1",
              "offset.storage.partitions", "1",
              "status.storage.replication.factor", "1",
              "status.storage.partitions", "1"));
      // The group soon notices a lost worker, and its tasks do not wait for its return.
      all.putAll(
          Map.of(
              "session.timeout.ms", "6000",
              "heartbeat.interval.ms", "2000",
              "scheduled.rebalance.max.delay.ms", "0"));
      StringWriter text = new StringWriter();
      all.store(text, null);
      return text.toString();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot create a worker's settings of " + shipped, e);
    }
  }

  @Override
  protected void containerIsCreated(String containerId) {
    Docker.connect(containerId, brokerNetwork, name);
  }

  @Override
  protected void containerIsStarted(InspectContainerResponse info) {
    readAddress();
  }

  private void readAddress() {
    rest = new ConnectRest(URI.create("http://" + getHost() + ":" + Docker.port(this, PORT)));
  }

  ConnectRest rest() {
    return rest;
  }

  /** Returns the name of the worker in Connect's status. */
  String id() {
    return name + ":" + PORT;
  }

  LogFile log() {
    return log;
  }

  /** Kills the worker with SIGKILL, until {@link #restart}. */
  void kill() {
    Docker.kill(this);
  }

  /** Waits until the worker answers again. */
  void restart() {
    Docker.start(this);
    readAddress();
    followOutput(log);
    awaitAnswer();
  }

  /** Disconnects the worker from the broker, until {@link #reconnect}. */
  void cutOff() {
    Docker.disconnect(getContainerId(), brokerNetwork);
    readAddress();
  }

  void reconnect() {
    Docker.connect(getContainerId(), brokerNetwork, name);
    readAddress();
  }

  private void awaitAnswer() {
    Awaitility.await(name)
        .atMost(START_TIMEOUT)
        .ignoreExceptions()
        .until(() -> rest.connectors() != null);
  }
}
