package io.deltacdf.connect.source;

import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.record.HeartbeatState;
import io.deltacdf.connect.redaction.Redaction;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
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

  /** How long failures are retried before a heartbeat reports it. */
  private static final Duration REPORTED_AFTER = Duration.ofMinutes(1);

  /** How often a table that waits for its stored offset looks for it. */
  private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final TableReader reader;
  private final boolean afterFailure;
  private final StopSignal stop;
  private final ReachedOffset reached;
  private final @Nullable Map<String, ?> start;
  private final Heartbeat heartbeat;
  private final StateHeartbeats states;
  private final PollBackoff pollBackoff;
  private final RetryBackoff retryBackoff;
  private final GrowingPause warningPause =
      new GrowingPause(TimeUnit.SECONDS.toNanos(1), TimeUnit.MINUTES.toNanos(10));
  private Duration nextWarning = Duration.ZERO;
  private boolean foundNothingNew;
  private long progress;

  /**
   * @param reached the offset that the records of the reader reach
   * @param afterFailure whether the first failures are not retried, because the table failed before
   * @param nanoTime the clock of the retries, as {@link System#nanoTime}
   */
  ScheduledReader(
      TableReader reader,
      FlowConfig flow,
      ReachedOffset reached,
      Heartbeat heartbeat,
      StateHeartbeats states,
      boolean afterFailure,
      StopSignal stop,
      LongSupplier nanoTime) {
    this.reader = reader;
    this.reached = reached;
    this.start = reached.get();
    this.afterFailure = afterFailure;
    this.heartbeat = heartbeat;
    this.states = states;
    this.stop = stop;
    this.pollBackoff = new PollBackoff(flow.pollIntervalMin(), flow.pollInterval());
    this.retryBackoff = new RetryBackoff(flow, nanoTime);
  }

  String table() {
    return reader.name();
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
        reached.completed(reader.unreportedOffset());
        noteProgress();
        switch (step) {
          case MORE -> heartbeat.report(reader.unreportedOffset());
          case IDLE -> {
            foundNothingNew = true;
            succeeded();
            heartbeat.report(reader.unreportedOffset());
            return OptionalLong.of(pollBackoff.idleNanos());
          }
          case WAITING -> {
            heartbeat.reportNow(reader.unreportedOffset());
            return OptionalLong.of(WAIT_NANOS);
          }
          case DONE -> {
            foundNothingNew = true;
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
  private void noteProgress() throws InterruptedException {
    if (reader.progress() != progress) {
      progress = reader.progress();
      pollBackoff.active();
      succeeded();
    }
  }

  private void succeeded() throws InterruptedException {
    if (retryBackoff.attempts() > 0) {
      LOG.info(
          "Table '{}': read again; retries made: {}, in {} s",
          table(),
          retryBackoff.attempts(),
          retryBackoff.elapsed().toSeconds());
      retryBackoff.succeeded();
      warningPause.restart();
      nextWarning = Duration.ZERO;
      states.reportRunning(reached.get());
    }
  }

  private OptionalLong retry(DeltaCdfException failure) throws InterruptedException {
    if (stop.isStopping()) {
      // Stopping interrupts reads, so that this failure means nothing.
      return OptionalLong.empty();
    }
    if (!failure.isRetriable() || (afterFailure && !hasAdvanced())) {
      throw failure;
    }
    OptionalLong delay = delayAfter(failure);
    if (delay.isEmpty()) {
      LOG.error(
          "Table '{}': giving up; retries made: {}, in {} s",
          table(),
          retryBackoff.attempts(),
          retryBackoff.elapsed().toSeconds());
      throw failure;
    }
    reader.metrics().retried(failure.code());
    warn(failure, TimeUnit.NANOSECONDS.toMillis(delay.getAsLong()));
    if (retryBackoff.elapsed().compareTo(REPORTED_AFTER) >= 0) {
      states.report(HeartbeatState.RETRYING, failure.code(), reached.get());
    }
    return delay;
  }

  private OptionalLong delayAfter(DeltaCdfException failure) {
    Optional<Duration> pause = failure.pause();
    return pause.isPresent()
        ? OptionalLong.of(retryBackoff.throttled(pause.get()))
        : retryBackoff.failed(failure.code(), hasRead());
  }

  /** Whether the reader has published something, or found that there is nothing new. */
  boolean hasAdvanced() {
    return foundNothingNew || !Objects.equals(start, reached.get());
  }

  /** Whether the table was read since the reader was made. */
  private boolean hasRead() {
    return foundNothingNew || reader.hasRead();
  }

  /** Warns of a retry, less and less often while retries go on. */
  private void warn(DeltaCdfException failure, long delayMillis) {
    Duration elapsed = retryBackoff.elapsed();
    if (elapsed.compareTo(nextWarning) >= 0) {
      nextWarning = elapsed.plusNanos(warningPause.next());
      LOG.warn(
          "Table '{}': retry {} in {} ms, {} s after the first failure: {}",
          table(),
          retryBackoff.attempts(),
          delayMillis,
          elapsed.toSeconds(),
          failure.getMessage());
    }
    LOG.debug("Table '{}': the failure before the retry", table(), failure.withoutSecrets());
  }

  /** Notifies that a snapshot has ended because of a failure, after which the reader is closed. */
  void failed(ErrorCode code) throws InterruptedException {
    reader.failed(code, afterFailure);
  }

  /** Closes the reader. A failure to close is only logged, because nothing more is read. */
  void close() {
    try {
      reader.close();
    } catch (RuntimeException e) {
      LOG.warn("Table '{}': cannot close the table's files", table(), Redaction.hide(e));
    }
  }
}
