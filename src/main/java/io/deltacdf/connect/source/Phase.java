package io.deltacdf.connect.source;

/** A part of a table's life, done in steps of bounded work. */
interface Phase extends AutoCloseable {
  /**
   * What a step led to.
   *
   * @param next the stage of the next step: the same, or the one that follows it
   */
  record Step(Progress progress, Phase next) {}

  /**
   * Does the next piece of work. After a retriable {@link
   * io.deltacdf.connect.error.DeltaCdfException} it may be called again and goes on where it was.
   *
   * @throws InterruptedException when the feed is stopped
   */
  Step step() throws InterruptedException;

  @Override
  default void close() {}
}
