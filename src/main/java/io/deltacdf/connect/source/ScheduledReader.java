package io.deltacdf.connect.source;

import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a table's feed, slice by slice, at the pace of its commits; retries what may pass. */
final class ScheduledReader {
  /** Tells that a feed is done for ever. */
  static final long DONE = -1;

  private static final Logger LOG = LoggerFactory.getLogger(ScheduledReader.class);

  /** How long one table has a thread for itself while others wait. */
  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final TableReader feed;
  private final BooleanSupplier stopped;
  private final Heartbeat heartbeat;
  private final PollBackoff pace;
  private final RetryBackoff retries;
  private long progress;

  /**
   * @param stopped whether the feed is stopped, which lets what is read at that time fail
   */
  ScheduledReader(TableReader feed, FlowConfig flow, Heartbeat heartbeat, BooleanSupplier stopped) {
    this.feed = feed;
    this.heartbeat = heartbeat;
    this.stopped = stopped;
    this.pace = new PollBackoff(flow.pollIntervalMin(), flow.pollInterval());
    this.retries = new RetryBackoff(flow);
  }

  String table() {
    return feed.name();
  }

  /**
   * Publishes for a short while.
   *
   * @return nanoseconds to wait for the next slice, or {@link #DONE}
   * @throws DeltaCdfException a failure that no retry is left for
   * @throws InterruptedException when the feed is stopped
   */
  long run() throws InterruptedException {
    long end = System.nanoTime() + SLICE_NANOS;
    try {
      do {
        Progress step = feed.step();
        noteProgress();
        switch (step) {
          case MORE -> heartbeat.progress(feed.unreportedOffset());
          case IDLE -> {
            retries.succeeded();
            heartbeat.progress(feed.unreportedOffset());
            return pace.idleNanos();
          }
          case DONE -> {
            heartbeat.last(feed.unreportedOffset());
            return DONE;
          }
        }
      } while (System.nanoTime() < end);
      return 0;
    } catch (DeltaCdfException e) {
      noteProgress();
      return retry(e);
    }
  }

  /** A step may succeed without leading anywhere, as when a file is opened; only more counts. */
  private void noteProgress() {
    if (feed.progress() != progress) {
      progress = feed.progress();
      pace.active();
      retries.succeeded();
    }
  }

  private long retry(DeltaCdfException failure) throws InterruptedException {
    if (stopped.getAsBoolean()) {
      throw new InterruptedException("The feed is stopped");
    }
    if (!failure.isRetriable()) {
      throw failure;
    }
    OptionalLong delay = retries.failed();
    if (delay.isEmpty()) {
      LOG.error("Table '{}': giving up after {} retries", table(), retries.attempts());
      throw failure;
    }
    LOG.warn(
        "Table '{}': retry {} in {} ms: {}",
        table(),
        retries.attempts(),
        TimeUnit.NANOSECONDS.toMillis(delay.getAsLong()),
        failure.getMessage());
    LOG.debug("Table '{}': failed", table(), failure);
    return delay.getAsLong();
  }

  /** Closes the feed; a failure of that is logged, since nothing more is read. */
  void close() {
    try {
      feed.close();
    } catch (RuntimeException e) {
      LOG.warn("Table '{}': cannot close what was read", table(), e);
    }
  }
}
