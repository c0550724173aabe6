package io.deltacdf.connect.demo;

import io.deltacdf.connect.testing.ConnectRest;
import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.KafkaBroker;
import io.deltacdf.connect.testing.PluginArchive;
import io.deltacdf.connect.testing.SchemaRegistry;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** A broker, a worker and, for Avro, a schema registry, as processes of their own. */
final class DemoCluster implements AutoCloseable {
  /** JVM options for a fast start, which matters more here than peak speed. */
  private static final String[] QUICK_START = {"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"};

  private final Screen screen;

  /** What has been started; the last is closed first. */
  private final Deque<Runnable> started = new ArrayDeque<>();

  private final KafkaBroker broker;
  private final RecordForm form;
  private final ConnectWorker worker;

  /**
   * Starts all of them and waits until they answer. After a failure, none of them is running.
   *
   * @param json whether records are written as JSON, without a registry, instead of Avro
   */
  static DemoCluster start(Path directory, boolean json, Screen screen) {
    screen.line(
        json
            ? "Starting a Kafka broker and a Connect worker ..."
            : "Starting a Kafka broker, a schema registry and a Connect worker ...");
    return new DemoCluster(directory, json, screen);
  }

  private DemoCluster(Path directory, boolean json, Screen screen) {
    this.screen = screen;
    boolean complete = false;
    try {
      broker = startBroker(directory.resolve("broker"));
      form = json ? new JsonRecords() : new AvroRecords(startRegistry(directory));
      worker = startWorker(directory.resolve("worker"));
      complete = true;
    } finally {
      if (!complete) {
        close();
      }
    }
    screen.item("plugin", PluginArchive.zip().getFileName().toString());
  }

  private KafkaBroker startBroker(Path directory) {
    long start = System.nanoTime();
    KafkaBroker kafka = KafkaBroker.builder(directory).jvmArgs(QUICK_START).start();
    started.push(kafka::close);
    screen.item("broker", kafka.bootstrapServers() + " (KRaft), ready in " + Screen.seconds(start));
    return kafka;
  }

  private SchemaRegistry startRegistry(Path directory) {
    long start = System.nanoTime();
    SchemaRegistry registry = SchemaRegistry.start(directory);
    started.push(registry::close);
    screen.item("registry", registry.confluentUrl() + ", ready in " + Screen.seconds(start));
    return registry;
  }

  private ConnectWorker startWorker(Path directory) {
    long start = System.nanoTime();
    ConnectWorker connect =
        ConnectWorker.builder(broker, directory).heap("1g").jvmArgs(QUICK_START).start();
    started.push(connect::close);
    screen.item(
        "worker", connect.rest().address() + " (distributed), ready in " + Screen.seconds(start));
    return connect;
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  ConnectRest rest() {
    return worker.rest();
  }

  /** The form of the records in this cluster. */
  RecordForm form() {
    return form;
  }

  @Override
  public void close() {
    RuntimeException failure = null;
    while (!started.isEmpty()) {
      try {
        started.pop().run();
      } catch (RuntimeException e) {
        if (failure != null) {
          e.addSuppressed(failure);
        }
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
