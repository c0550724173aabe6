package io.deltacdf.bench.connect;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.deltacdf.bench.FreePorts;
import io.deltacdf.bench.Jvm;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A Connect worker in its own process, with only the plugins in its plugin path. */
final class Worker implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(90);

  private final RunOptions options;
  private final Path directory;
  private final String group;
  private final Process process;
  private final ConnectRest rest;
  private final JMXConnector jmx;
  private final Jvm jvm;
  private final RegistryStub registry = new RegistryStub();

  /** Returns when the worker is ready for connectors. */
  Worker(RunOptions options) throws Exception {
    this.options = options;
    directory = Files.createTempDirectory("worker");
    group = directory.getFileName().toString();
    int port = FreePorts.find(1).get(0);
    Path config = directory.resolve("worker.properties");
    try (Writer out = Files.newBufferedWriter(config, StandardCharsets.UTF_8)) {
      config(port).store(out, null);
    }
    process = start(config);
    // The end of this process ends the worker, so that a run that is stopped leaves none behind.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    rest = new ConnectRest(port);
    awaitReady();
    jmx = attach();
    jvm = new Jvm(process.pid(), jmx.getMBeanServerConnection());
  }

  /** The name of the worker's group, which no other worker has. */
  String group() {
    return group;
  }

  ConnectRest rest() {
    return rest;
  }

  Jvm jvm() {
    return jvm;
  }

  boolean alive() {
    return process.isAlive();
  }

  /** The worker's output. */
  Path log() {
    return options.log();
  }

  private Process start(Path config) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + options.heap());
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-Djava.rmi.server.hostname=127.0.0.1");
    command.addAll(options.jvmOptions());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(
        "org.apache.kafka.connect.cli.Connect"
            + (options.distributed() ? "Distributed" : "Standalone"));
    command.add(config.toString());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(options.log().toFile())
        .start();
  }

  private Properties config(int port) {
    Properties config = new Properties();
    config.putAll(
        Map.of(
            "bootstrap.servers",
            options.bootstrap(),
            "plugin.path",
            options.plugins().toString(),
            "plugin.discovery",
            "service_load",
            "listeners",
            "http://127.0.0.1:" + port,
            "rest.advertised.host.name",
            "127.0.0.1",
            "offset.flush.interval.ms",
            "500"));
    for (String side : List.of("key.converter", "value.converter")) {
      config.put(side, options.converterClass());
      config.put(side + ".schemas.enable", "false");
      config.put(side + ".schema.registry.url", registry.url());
    }
    if (!options.distributed()) {
      config.put("offset.storage.file.filename", directory.resolve("offsets").toString());
      return config;
    }
    config.put("group.id", group);
    if (options.exactlyOnce()) {
      config.put("exactly.once.source.support", "enabled");
    }
    for (String kind : List.of("config", "offset", "status")) {
      config.put(kind + ".storage.topic", group + "-" + kind);
      config.put(kind + ".storage.replication.factor", "1");
    }
    config.put("offset.storage.partitions", "1");
    config.put("status.storage.partitions", "1");
    return config;
  }

  private void awaitReady() throws Exception {
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    while (!rest.ready()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        process.destroyForcibly();
        throw new IllegalStateException("the worker did not start, see " + options.log());
      }
      Thread.sleep(100);
    }
  }

  private JMXConnector attach() throws IOException, AttachNotSupportedException {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
    try {
      return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
    } finally {
      machine.detach();
    }
  }

  /** Stops the worker and deletes its topics and files, except its log. */
  @Override
  public void close() throws IOException {
    if (process.isAlive()) {
      jmx.close();
    }
    process.destroy();
    registry.close();
    try (Topics topics = new Topics(options.bootstrap())) {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      topics.delete(Set.of(group + "-config", group + "-offset", group + "-status"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the worker stopped");
    } catch (ExecutionException e) {
      throw new IOException("the worker's topics could not be deleted", e);
    }
    for (String file : List.of("worker.properties", "offsets")) {
      Files.deleteIfExists(directory.resolve(file));
    }
    Files.delete(directory);
  }
}
