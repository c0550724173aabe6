package io.deltacdf.connect.testing.sinks;

/**
 * An action of a bulk request: its line, and the document that follows it.
 *
 * @param document null for a delete
 * @param versioned whether the action has an external version
 */
record BulkAction(String line, String document, boolean versioned) {
  /** Returns the line and the document in the format of the request. */
  String text() {
    return document == null ? line + "\n" : line + "\n" + document + "\n";
  }
}
