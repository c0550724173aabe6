package io.deltacdf.connect;

import io.deltacdf.connect.testing.ConnectWorker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts the tasks of connectors that have failed, as people do while brokers are lost, and those
 * that publish nothing. If a worker that was frozen gets back a task that Kafka has fenced there in
 * the meantime, Connect shows the task as RUNNING, but does not start it.
 */
final class Operator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Operator.class);
  private static final long INTERVAL_MILLIS = 1000;

  private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** How far a topic reached, and since when. */
  private record Progress(long end, long since) {}

  private final List<CrashedConnector> connectors;
  private final Map<CrashedConnector, Progress> progress = new HashMap<>();
  private final List<String> events;
  private final Thread thread = new Thread(this::run, "operator");

  /**
   * @param events receives why tasks were restarted; another thread adds to it
   */
  Operator(List<CrashedConnector> connectors, List<String> events) {
    this.connectors = connectors;
    this.events = events;
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(INTERVAL_MILLIS);
        connectors.forEach(this::look);
      }
    } catch (InterruptedException e) {
      LOG.debug("Done", e);
    }
  }

  private void look(CrashedConnector connector) {
    long now = System.nanoTime();
    long end = connector.end();
    Progress before = progress.get(connector);
    boolean stuck = before != null && before.end() == end && now - before.since() > STUCK_NANOS;
    if (stuck || before == null || before.end() != end) {
      progress.put(connector, new Progress(end, now));
    }
    for (ConnectWorker worker : connector.workers()) {
      try {
        events.addAll(connector.restartIfFailed(worker));
        if (stuck) {
          events.add(connector.name() + " was restarted, because it published nothing");
          worker.rest().restart(connector.name());
        }
        return;
      } catch (RuntimeException e) {
        LOG.debug("The worker does not answer, or its group is rebalancing", e);
      }
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
