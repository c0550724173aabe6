package io.deltacdf.connect.demo;

import io.deltacdf.connect.testing.ConnectRest;
import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.KafkaBroker;
import io.deltacdf.connect.testing.PluginArchive;
import java.nio.file.Path;

/** A broker and a worker as processes of their own. */
final class DemoCluster implements AutoCloseable {
  /** JVM options for a fast start, which matters more here than peak speed. */
  private static final String[] QUICK_START = {"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"};

  private final KafkaBroker broker;
  private final ConnectWorker worker;

  private DemoCluster(KafkaBroker broker, ConnectWorker worker) {
    this.broker = broker;
    this.worker = worker;
  }

  /** Starts both and waits until they answer. After a failure, neither of them is running. */
  static DemoCluster start(Path directory, Screen screen) {
    screen.line("Starting a Kafka broker and a Connect worker ...");
    long started = System.nanoTime();
    KafkaBroker broker =
        KafkaBroker.builder(directory.resolve("broker")).jvmArgs(QUICK_START).start();
    try {
      screen.item(
          "broker", broker.bootstrapServers() + " (KRaft), ready in " + Screen.seconds(started));
      started = System.nanoTime();
      ConnectWorker worker =
          ConnectWorker.builder(broker, directory.resolve("worker"))
              .heap("1g")
              .jvmArgs(QUICK_START)
              .start();
      screen.item(
          "worker",
          worker.rest().address() + " (distributed), ready in " + Screen.seconds(started));
      screen.item("plugin", PluginArchive.zip().getFileName().toString());
      return new DemoCluster(broker, worker);
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  ConnectRest rest() {
    return worker.rest();
  }

  @Override
  public void close() {
    try {
      worker.close();
    } finally {
      broker.close();
    }
  }
}
