package io.deltacdf.connect.testing.sinks;

import org.apache.kafka.connect.sink.SinkRecord;

/**
 * An action of a bulk request: its line, and the document that follows it.
 *
 * @param document null for a delete
 * @param versioned whether the action has an external version
 * @param record what it was made of
 */
record BulkAction(String line, String document, boolean versioned, SinkRecord record) {
  /** Returns the line and the document in the format of the request. */
  String text() {
    return document == null ? line + "\n" : line + "\n" + document + "\n";
  }
}
