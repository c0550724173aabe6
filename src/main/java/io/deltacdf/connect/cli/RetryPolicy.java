package io.deltacdf.connect.cli;

import io.deltacdf.connect.error.DeltaCdfException;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * How a command waits for commits, and whether it outlives failures that may pass: only one that
 * follows a table does, until it is stopped. Not thread-safe.
 */
final class RetryPolicy {
  private final Duration interval;
  private final PrintWriter warnings;
  private String lastWarning = "";

  private RetryPolicy(Duration interval, PrintWriter warnings) {
    this.interval = interval;
    this.warnings = warnings;
  }

  /** Ends with the first failure. */
  static RetryPolicy none(Duration interval) {
    return new RetryPolicy(interval, null);
  }

  /** Warns of retriable failures, of each once, and goes on. */
  static RetryPolicy withWarnings(Duration interval, PrintWriter warnings) {
    return new RetryPolicy(interval, warnings);
  }

  /** Waits until the table is to be looked at again. */
  void pause() throws InterruptedException {
    lastWarning = "";
    sleep();
  }

  /** Waits until what failed is to be tried again; throws the failure where it is to be the end. */
  void failed(DeltaCdfException failure) throws InterruptedException {
    if (warnings == null || !failure.isRetriable()) {
      throw failure;
    }
    if (!failure.getMessage().equals(lastWarning)) {
      lastWarning = failure.getMessage();
      warnings.println("warning: " + lastWarning + " Trying again.");
    }
    sleep();
  }

  private void sleep() throws InterruptedException {
    Thread.sleep(interval.toMillis());
  }
}
