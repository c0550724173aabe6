package io.deltacdf.connect.source;

import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.storage.TablePaths;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the reader of a table in short time slices, at the pace of the table's commits, and retries
 * failures that may pass.
 */
final class ScheduledReader {
  private static final Logger LOG = LoggerFactory.getLogger(ScheduledReader.class);

  /** How long one table may keep a thread while others wait. */
  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final TableReader reader;
  private final String store;
  private final StopSignal stop;
  private final Heartbeat heartbeat;
  private final PollBackoff pollBackoff;
  private final RetryBackoff retryBackoff;
  private long progress;

  /**
   * @param store the store of the table, see {@link TablePaths#store}
   */
  ScheduledReader(
      TableReader reader, String store, FlowConfig flow, Heartbeat heartbeat, StopSignal stop) {
    this.reader = reader;
    this.store = store;
    this.heartbeat = heartbeat;
    this.stop = stop;
    this.pollBackoff = new PollBackoff(flow.pollIntervalMin(), flow.pollInterval());
    this.retryBackoff = new RetryBackoff(flow);
  }

  String table() {
    return reader.name();
  }

  String store() {
    return store;
  }

  /**
   * Publishes for one time slice.
   *
   * @return the nanoseconds until the next slice; empty if there is no next slice, because the
   *     table is published or the readers are stopping
   * @throws DeltaCdfException a failure that must not be retried, or not any more
   * @throws InterruptedException if the thread was interrupted
   */
  OptionalLong run() throws InterruptedException {
    long end = System.nanoTime() + SLICE_NANOS;
    try {
      while (!stop.isStopping()) {
        Progress step = reader.step();
        noteProgress();
        switch (step) {
          case MORE -> heartbeat.report(reader.unreportedOffset());
          case IDLE -> {
            retryBackoff.succeeded();
            heartbeat.report(reader.unreportedOffset());
            return OptionalLong.of(pollBackoff.idleNanos());
          }
          case DONE -> {
            heartbeat.reportNow(reader.unreportedOffset());
            return OptionalLong.empty();
          }
        }
        long pause = reader.pauseNanos();
        if (pause > 0 || System.nanoTime() >= end) {
          return OptionalLong.of(pause);
        }
      }
      return OptionalLong.empty();
    } catch (DeltaCdfException e) {
      noteProgress();
      return retry(e);
    }
  }

  /** Resets the backoffs on progress. A step that just opens a file is not progress. */
  private void noteProgress() {
    if (reader.progress() != progress) {
      progress = reader.progress();
      pollBackoff.active();
      retryBackoff.succeeded();
    }
  }

  private OptionalLong retry(DeltaCdfException failure) {
    if (stop.isStopping()) {
      // Stopping interrupts reads, so that this failure means nothing.
      return OptionalLong.empty();
    }
    if (!failure.isRetriable()) {
      throw failure;
    }
    OptionalLong delay = retryBackoff.failed();
    if (delay.isEmpty()) {
      LOG.error("Table '{}': giving up; retries made: {}", table(), retryBackoff.attempts());
      throw failure;
    }
    LOG.warn(
        "Table '{}': retry {} in {} ms: {}",
        table(),
        retryBackoff.attempts(),
        TimeUnit.NANOSECONDS.toMillis(delay.getAsLong()),
        failure.getMessage());
    LOG.debug("Table '{}': the failure before the retry", table(), failure);
    return delay;
  }

  /** Closes the reader. A failure to close is only logged, because nothing more is read. */
  void close() {
    try {
      reader.close();
    } catch (RuntimeException e) {
      LOG.warn("Table '{}': cannot close the table's files", table(), e);
    }
  }
}
