package io.deltacdf.connect.cli;

import io.deltacdf.connect.error.DeltaCdfException;
import java.io.PrintWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a command waits for commits, and whether it retries failures: a command that follows a table
 * does until it is stopped, others do not. Not thread-safe.
 */
final class RetryPolicy {
  private final Duration interval;
  private final @Nullable PrintWriter warnings;
  private String lastWarning = "";

  private RetryPolicy(Duration interval, @Nullable PrintWriter warnings) {
    this.interval = interval;
    this.warnings = warnings;
  }

  /** Creates a policy that retries nothing. */
  static RetryPolicy none(Duration interval) {
    return new RetryPolicy(interval, null);
  }

  /** Creates a policy that retries retriable failures and prints a warning about each once. */
  static RetryPolicy withWarnings(Duration interval, PrintWriter warnings) {
    return new RetryPolicy(interval, warnings);
  }

  /** Waits until it is time to check for new commits. */
  void pause() throws InterruptedException {
    lastWarning = "";
    sleep();
  }

  /**
   * Waits until it is time to retry after a failure, or throws the failure if it is not retried.
   */
  void failed(DeltaCdfException failure) throws InterruptedException {
    if (warnings == null || !failure.isRetriable()) {
      throw failure;
    }
    if (!failure.getMessage().equals(lastWarning)) {
      lastWarning = failure.getMessage();
      warnings.println("warning: " + lastWarning + " Trying again.");
    }
    Duration asked = failure.pause().orElse(interval);
    Thread.sleep((asked.compareTo(interval) > 0 ? asked : interval).toMillis());
  }

  private void sleep() throws InterruptedException {
    Thread.sleep(interval.toMillis());
  }
}
