package io.deltacdf.connect.testing.sinks;

/**
 * A line of a bulk request, and the document that follows it.
 *
 * @param document null for a delete
 * @param versioned whether it has an external version
 */
record BulkAction(String line, String document, boolean versioned) {
  /** Both as the request takes them. */
  String text() {
    return document == null ? line + "\n" : line + "\n" + document + "\n";
  }
}
