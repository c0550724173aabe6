package io.deltacdf.connect.demo;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The content of the topic after compaction: the last value of each key, without deleted keys. */
final class FoldedTopic {
  private final Map<String, String> rows = new LinkedHashMap<>();
  private long events;

  /**
   * Applies an event.
   *
   * @return the previous value of its key, or null
   */
  String apply(Event event) {
    events++;
    return event.value() == null ? rows.remove(event.key()) : rows.put(event.key(), event.value());
  }

  /** Values by key, both as JSON. */
  Map<String, String> rows() {
    return Collections.unmodifiableMap(rows);
  }

  /** Returns the number of applied events. */
  long events() {
    return events;
  }
}
