package io.deltacdf.connect.testing;

import java.nio.file.Path;

/**
 * A broker and a Connect 4.3 worker with our plugin that all test classes of a JVM share, because
 * starting them takes longer than most tests. They start on first use and end with the JVM. Tests
 * use unique names for topics and connectors, delete their connectors, and never kill these
 * processes.
 */
public final class SharedCluster {
  private SharedCluster() {}

  public static KafkaBroker broker() {
    return Broker.INSTANCE;
  }

  /** The worker; its broker is {@link #broker()}. */
  public static ConnectWorker worker() {
    return Worker.INSTANCE;
  }

  private static final class Broker {
    static final KafkaBroker INSTANCE =
        KafkaBroker.builder(ProjectDirectory.newWorkDirectory("shared-broker")).start();
  }

  private static final class Worker {
    static final Path DIRECTORY = ProjectDirectory.newWorkDirectory("shared-worker");
    static final ConnectWorker INSTANCE = ConnectWorker.builder(broker(), DIRECTORY).start();
  }
}
