package io.deltacdf.connect.change;

/** Takes the changes of a version in their order. */
@FunctionalInterface
public interface ChangeSink {
  /**
   * Takes one change, which is valid during the call only. May block while whoever comes behind is
   * slow.
   *
   * @throws InterruptedException when the feed is stopped
   */
  void accept(Change change) throws InterruptedException;
}
