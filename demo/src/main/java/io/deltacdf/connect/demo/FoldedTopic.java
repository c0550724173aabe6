package io.deltacdf.connect.demo;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the topic comes to: the last value of each key, without deleted keys. */
final class FoldedTopic {
  private final Map<String, String> rows = new LinkedHashMap<>();
  private long events;

  /**
   * Takes one event in.
   *
   * @return the value that its key had before, or null
   */
  String apply(Event event) {
    events++;
    return event.value() == null ? rows.remove(event.key()) : rows.put(event.key(), event.value());
  }

  /** Values by key, both as JSON. */
  Map<String, String> rows() {
    return Collections.unmodifiableMap(rows);
  }

  /** How many events were taken in. */
  long events() {
    return events;
  }
}
