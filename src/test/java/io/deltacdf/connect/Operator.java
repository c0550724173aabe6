package io.deltacdf.connect;

import io.deltacdf.connect.testing.ConnectRest;
import io.deltacdf.connect.testing.ConnectRestException;
import io.deltacdf.connect.testing.ConnectWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts the tasks of connectors that have failed, as people do while brokers are lost, and those
 * that publish nothing. Connect shows a task as RUNNING on a worker that is frozen or gone, but
 * does not start it, if the only other worker still claims the task, which Kafka has fenced there.
 *
 * <p>A worker that is frozen accepts requests and never answers, so that another one is asked after
 * a few seconds.
 */
final class Operator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Operator.class);
  private static final long INTERVAL_MILLIS = 1000;

  /** Doubled after each restart: a restart must not interrupt a start that is slow. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final Duration STATUS_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration RESTART_TIMEOUT = Duration.ofSeconds(20);

  /** How far a topic reached, since when, and how long that is waited for. */
  private record Progress(long end, long since, long patience) {}

  private final List<CrashedConnector> connectors;
  private final Map<CrashedConnector, Progress> progress = new HashMap<>();
  private final Map<CrashedConnector, String> refusals = new HashMap<>();
  private final Consumer<String> events;
  private final Thread thread = new Thread(this::run, "operator");

  /**
   * @param events receives why tasks were restarted; other threads add to it
   */
  Operator(List<CrashedConnector> connectors, Consumer<String> events) {
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
    try {
      boolean stuck = isStuck(connector);
      for (ConnectWorker worker : connector.workers()) {
        if (isLookedAfter(connector, worker, stuck)) {
          return;
        }
      }
    } catch (RuntimeException e) {
      LOG.debug("The brokers do not answer", e);
    }
  }

  private boolean isStuck(CrashedConnector connector) {
    long now = System.nanoTime();
    long end = connector.end();
    Progress before = progress.get(connector);
    if (before == null || before.end() != end) {
      progress.put(connector, new Progress(end, now, PATIENCE_NANOS));
      return false;
    }
    return now - before.since() > before.patience();
  }

  /** Returns false if the worker does not answer, or its group is rebalancing. */
  private boolean isLookedAfter(CrashedConnector connector, ConnectWorker worker, boolean stuck) {
    try {
      List<String> reasons =
          new ArrayList<>(connector.failures(worker.rest().within(STATUS_TIMEOUT)));
      if (stuck) {
        reasons.add("it published nothing");
      }
      if (!reasons.isEmpty()) {
        restart(connector.name(), worker.rest().within(RESTART_TIMEOUT));
        events.accept(connector.name() + " was restarted: " + String.join("; ", reasons));
        progress.computeIfPresent(
            connector,
            (key, one) -> new Progress(one.end(), System.nanoTime(), 2 * one.patience()));
      }
      return true;
    } catch (RuntimeException e) {
      LOG.debug("There is no answer", e);
      if (stuck) {
        String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        if (!why.equals(refusals.put(connector, why))) {
          events.accept(connector.name() + " was not restarted: " + why);
        }
      }
      return false;
    }
  }

  /** The leader of the group may have lost the right to write a request to the config topic. */
  private void restart(String connector, ConnectRest rest) {
    try {
      rest.restart(connector);
    } catch (ConnectRestException e) {
      events.accept(connector + " is restarted by its task: " + e.getMessage());
      rest.restartTask(connector, 0);
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
