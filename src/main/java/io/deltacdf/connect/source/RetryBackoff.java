package io.deltacdf.connect.source;

import io.deltacdf.connect.config.FlowConfig;
import io.deltacdf.connect.error.ErrorCode;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Counts the retries since the last success and determines how long to wait for the next one: twice
 * as long each time, up to a maximum. Unless {@code read.retry.max.attempts} is set, the kind of
 * the failure decides how long it is retried. A server that limits requests says itself how long to
 * wait; these pauses are no failures, and use up no retries.
 */
final class RetryBackoff {
  /** How many times failures are retried that have no rule of their own: for four minutes. */
  private static final int ATTEMPTS = 10;

  /** How long a denied access is retried: as long as new permissions take to apply. */
  private static final long ACCESS_DENIED_NANOS = TimeUnit.MINUTES.toNanos(15);

  private final OptionalInt maxAttempts;
  private final GrowingPause pause;
  private final LongSupplier nanoTime;
  private final Map<ErrorCode, Failures> failures = new EnumMap<>(ErrorCode.class);
  private int attempts;

  /** The retries of failures that {@code read.retry.max.attempts} limits. */
  private int limitedAttempts;

  private long firstNanos;

  /** The failures with one code since the last success. */
  private static final class Failures {
    private final long firstNanos;
    private int retries;

    Failures(long firstNanos) {
      this.firstNanos = firstNanos;
    }
  }

  /**
   * @param nanoTime the clock, as {@link System#nanoTime}
   */
  RetryBackoff(FlowConfig flow, LongSupplier nanoTime) {
    this.maxAttempts = flow.retryMaxAttempts();
    this.pause =
        new GrowingPause(flow.retryDelayInitial().toNanos(), flow.retryDelayMax().toNanos());
    this.nanoTime = nanoTime;
  }

  /** Starts counting again. */
  void succeeded() {
    if (attempts > 0) {
      attempts = 0;
      limitedAttempts = 0;
      failures.clear();
      pause.restart();
    }
  }

  /**
   * Returns the nanoseconds until the next retry after a failed attempt; empty if no retry is left.
   *
   * @param wasRead whether the table was read since the start, so that the store is known to be the
   *     right one
   */
  OptionalLong failed(ErrorCode code, boolean wasRead) {
    long now = nanoTime.getAsLong();
    Failures same = failures.computeIfAbsent(code, first -> new Failures(now));
    if (!isRetried(code, same, wasRead, now)) {
      return OptionalLong.empty();
    }
    if (attempts == 0) {
      firstNanos = now;
    }
    attempts++;
    limitedAttempts += isAwaited(code) ? 0 : 1;
    same.retries++;
    long nanos = pause.next();
    return OptionalLong.of(
        isLimitedByTime(code)
            ? Math.min(nanos, same.firstNanos + ACCESS_DENIED_NANOS - now)
            : nanos);
  }

  /** Returns the nanoseconds until the next attempt after a server has asked for a pause. */
  long throttled(Duration pause) {
    if (attempts == 0) {
      firstNanos = nanoTime.getAsLong();
    }
    attempts++;
    return pause.toNanos();
  }

  private boolean isRetried(ErrorCode code, Failures same, boolean wasRead, long now) {
    if (isAwaited(code)) {
      return true;
    } else if (maxAttempts.isPresent()) {
      return maxAttempts.getAsInt() < 0 || limitedAttempts < maxAttempts.getAsInt();
    } else if (isLimitedByTime(code)) {
      return now - same.firstNanos < ACCESS_DENIED_NANOS;
    }
    return isOutage(code, wasRead) || same.retries < ATTEMPTS;
  }

  /**
   * What is missing of a young commit is retriable until {@code replication.grace.ms} is over, and
   * a permanent failure afterwards.
   */
  private static boolean isAwaited(ErrorCode code) {
    return code == ErrorCode.VERSION_MISSING || code == ErrorCode.FILE_MISSING;
  }

  /** Without its log a known table is between DROP and CREATE, or its store is not complete. */
  private static boolean isOutage(ErrorCode code, boolean wasRead) {
    return wasRead && (code == ErrorCode.STORAGE || code == ErrorCode.NOT_A_TABLE);
  }

  private boolean isLimitedByTime(ErrorCode code) {
    return maxAttempts.isEmpty() && code == ErrorCode.ACCESS_DENIED;
  }

  /** Returns the number of retries since the last success. */
  int attempts() {
    return attempts;
  }

  /** Returns how long ago the first failure since the last success was. */
  Duration elapsed() {
    return attempts == 0 ? Duration.ZERO : Duration.ofNanos(nanoTime.getAsLong() - firstNanos);
  }
}
