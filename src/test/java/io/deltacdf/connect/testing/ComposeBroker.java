package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/** A broker as a process, with the settings of a container of Kafka's own image. */
public final class ComposeBroker implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
  private static final String PREFIX = "KAFKA_";

  private final ChildProcess process;

  private ComposeBroker(ChildProcess process) {
    this.process = process;
  }

  /**
   * Starts a broker and waits until it answers.
   *
   * @param environment the variables of the container
   * @param host the address that it listens on, instead of all addresses
   * @param port one of its ports
   * @param hosts a file with the addresses of names, in the form of {@code /etc/hosts}
   */
  public static ComposeBroker start(JsonNode environment, String host, int port, Path hosts) {
    Path directory = ProjectDirectory.newWorkDirectory("compose-broker");
    Path file = directory.resolve("server.properties");
    KafkaBroker.write(file, properties(environment, host, directory.resolve("data")));
    Path log = directory.resolve("broker.log");
    List<Path> kafka = Runtimes.classPath("kafka");
    ChildProcess format =
        ChildProcess.java("StorageTool", kafka, "kafka.tools.StorageTool", log)
            .jvmArgs(ChildLogging.log4j2())
            .args(
                "format", "-t", environment.required("CLUSTER_ID").asText(), "-c", file.toString())
            .start();
    if (format.awaitExit(START_TIMEOUT) != 0) {
      throw new IllegalStateException("Cannot format the storage\n" + format.logTail());
    }
    ChildProcess broker =
        ChildProcess.java("Broker", kafka, "kafka.Kafka", log)
            .heap("256m")
            .jvmArgs(ChildLogging.log4j2())
            .jvmArgs("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
            .jvmArgs("-Djdk.net.hosts.file=" + hosts)
            .args(file.toString())
            .start();
    broker.awaitReady(
        START_TIMEOUT,
        () -> {
          try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), 1000);
            return true;
          }
        });
    return new ComposeBroker(broker);
  }

  /** The image reads its settings from variables, such as {@code KAFKA_NODE_ID}. */
  private static Properties properties(JsonNode environment, String host, Path data) {
    Properties all = new Properties();
    for (Map.Entry<String, JsonNode> variable : environment.properties()) {
      if (variable.getKey().startsWith(PREFIX)) {
        String name = variable.getKey().substring(PREFIX.length()).toLowerCase(Locale.ROOT);
        all.put(name.replace('_', '.'), variable.getValue().asText());
      }
    }
    all.put("log.dirs", data.toString());
    // A container listens on all of its addresses.
    all.put("listeners", all.getProperty("listeners").replace("//:", "//" + host + ":"));
    all.put(
        "advertised.listeners", all.getProperty("advertised.listeners").replace("localhost", host));
    return all;
  }

  @Override
  public void close() {
    process.close();
  }
}
