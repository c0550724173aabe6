package io.deltacdf.connect.testing;

import java.nio.file.Path;

/**
 * One broker and one Connect 4.3 worker with our plugin for all test classes of a JVM, since
 * starting them costs more than most tests. Started when first asked for, ended with the JVM. Tests
 * use topics and connectors of their own names, delete their connectors, and never kill these
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
