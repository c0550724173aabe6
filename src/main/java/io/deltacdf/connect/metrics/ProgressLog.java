package io.deltacdf.connect.metrics;

import io.deltacdf.connect.config.FlowConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Shows the measurements of the tables of a task in the log of the worker. A thread of its own
 * looks at them, so that there are lines also while a table reads a large file, waits for the
 * store, or waits for Kafka. Not thread-safe.
 */
public final class ProgressLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressLog.class);

  /** How often to look at the measurements; determines when a table that catches up is noticed. */
  private static final long LOOK_MILLIS = 1000;

  /** How many intervals pass before the same tables that do not advance are named again. */
  private static final int INTERVALS_UNTIL_REPEATED = 10;

  private final List<TableProgress> tables = new ArrayList<>();
  private final List<RetentionWatch> retentions = new ArrayList<>();
  private final long interval;
  private final LongSupplier millis;
  private long summaryAt;
  private List<String> stalled = List.of();
  private long stalledAt;
  private @Nullable Thread thread;

  /**
   * @param millis a clock in milliseconds that never goes back
   */
  ProgressLog(List<TableMetrics> measured, FlowConfig flow, LongSupplier millis) {
    this.millis = millis;
    this.interval = flow.logProgressInterval().toMillis();
    long now = millis.getAsLong();
    summaryAt = now;
    if (interval > 0) {
      measured.forEach(table -> tables.add(new TableProgress(LOG, table, interval, now)));
    }
    long warning = flow.retentionWarning().toMillis();
    if (warning > 0) {
      measured.forEach(table -> retentions.add(new RetentionWatch(LOG, table, warning)));
    }
  }

  /** Starts to log until {@link #close}. */
  static ProgressLog start(List<TableMetrics> measured, FlowConfig flow) {
    ProgressLog log =
        new ProgressLog(measured, flow, () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    if (!log.tables.isEmpty() || !log.retentions.isEmpty()) {
      log.startThread();
    }
    return log;
  }

  private void startThread() {
    Map<String, String> logContext = MDC.getCopyOfContextMap();
    long pause = interval > 0 ? Math.min(interval, LOOK_MILLIS) : LOOK_MILLIS;
    Thread started = new Thread(() -> run(logContext, pause), "delta-source-progress");
    started.setDaemon(true);
    started.start();
    thread = started;
  }

  private void run(@Nullable Map<String, String> logContext, long pause) {
    if (logContext != null) {
      MDC.setContextMap(logContext);
    }
    try {
      while (true) {
        Thread.sleep(pause);
        lookSafely();
      }
    } catch (InterruptedException e) {
      LOG.debug("Interrupted");
    }
  }

  private void lookSafely() {
    try {
      look();
    } catch (RuntimeException e) {
      // An exception would end the thread.
      LOG.warn("The progress of the tables cannot be logged", e);
    }
  }

  /** Looks at all tables, and logs what there is to say. */
  void look() {
    retentions.forEach(RetentionWatch::look);
    if (tables.isEmpty()) {
      return;
    }
    long now = millis.getAsLong();
    tables.forEach(table -> table.look(now));
    logStalled(now);
    if (now - summaryAt >= interval) {
      logShortWork(now - summaryAt);
      summaryAt = now;
    }
  }

  /** Logs one line for all commits that were taken up between two looks, or nearly so. */
  private void logShortWork(long elapsed) {
    List<String> names = new ArrayList<>();
    WorkCounts sum = WorkCounts.NONE;
    for (TableProgress table : tables) {
      WorkCounts work = table.takeShortWork();
      if (!work.equals(WorkCounts.NONE)) {
        names.add(table.table());
        sum = sum.plus(work);
      }
    }
    if (!names.isEmpty()) {
      LOG.info(
          "Caught up again after new commits in the last {}: tables: {} ({}), {}",
          HumanText.duration(elapsed),
          names.size(),
          HumanText.names(names),
          sum);
    }
  }

  /** Logs one line for all tables that do not advance, when they change and from time to time. */
  private void logStalled(long now) {
    List<String> names =
        tables.stream().filter(TableProgress::isStalled).map(TableProgress::table).toList();
    boolean isDue =
        !names.equals(stalled) || now - stalledAt >= INTERVALS_UNTIL_REPEATED * interval;
    if (!names.isEmpty() && isDue) {
      stalledAt = now;
      LOG.info(
          "There is work to do, but nothing was read for {} or longer: tables: {} ({}). The store"
              + " does not answer, Kafka does not take records, the connector is paused, a snapshot"
              + " waits until Connect has stored its offset, or other tables come first",
          HumanText.duration(interval),
          names.size(),
          HumanText.names(names));
    }
    stalled = names;
  }

  @Override
  public void close() {
    if (thread != null) {
      thread.interrupt();
    }
  }
}
