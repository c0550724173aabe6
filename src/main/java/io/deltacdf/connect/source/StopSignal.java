package io.deltacdf.connect.source;

/**
 * Tells the reader threads of a task to stop. They check it after each step, that is after at most
 * one batch of rows. Thread-safe.
 */
final class StopSignal {
  private volatile boolean stopping;

  /** Asks the readers to stop, for good. */
  void stop() {
    stopping = true;
  }

  boolean isStopping() {
    return stopping;
  }
}
