package io.deltacdf.connect.table.storage;

import java.io.IOException;

/** A {@link RequestGate} for the requests for one file. */
@FunctionalInterface
interface FileGate {
  void await(int requests) throws IOException;
}
