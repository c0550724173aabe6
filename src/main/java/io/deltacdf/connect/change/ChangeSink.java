package io.deltacdf.connect.change;

/** Accepts the changes of a version in their order. */
@FunctionalInterface
public interface ChangeSink {
  /**
   * Accepts a change, which is valid during this call only. May block while the consumer of the
   * changes is slow.
   *
   * @throws InterruptedException when the task is stopped
   */
  void accept(Change change) throws InterruptedException;
}
