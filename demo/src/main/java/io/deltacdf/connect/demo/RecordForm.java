package io.deltacdf.connect.demo;

import java.util.Map;

/** The form in which the connector writes records, and how the demo reads it. */
interface RecordForm {
  /** Returns the options of the connector that choose the form. */
  Map<String, String> options();

  /** Returns the JSON of a key or a value; null for a tombstone. */
  String json(String topic, byte[] bytes, boolean isKey);

  /** Prints where the schemas of a topic are, and one of them. */
  void printSchema(Screen screen, String topic);
}
