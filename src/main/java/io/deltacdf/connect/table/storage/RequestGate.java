package io.deltacdf.connect.table.storage;

import java.io.IOException;

/** What has to let requests to a store pass before they are sent. Thread-safe. */
@FunctionalInterface
public interface RequestGate {
  /** Lets all requests pass at once. */
  RequestGate OPEN = (store, requests) -> {};

  /**
   * Waits until requests may be sent. The caller holds no lock.
   *
   * @param store see {@link TablePaths#store}
   * @throws IOException if the thread is interrupted, because the task stops
   */
  void await(String store, int requests) throws IOException;
}
