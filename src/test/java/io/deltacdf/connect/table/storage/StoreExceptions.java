package io.deltacdf.connect.table.storage;

import java.io.IOException;

/** Creates failures of stores for tests. */
public final class StoreExceptions {
  private StoreExceptions() {}

  public static IOException of(String message) {
    return StoreException.of(new IOException(message));
  }
}
