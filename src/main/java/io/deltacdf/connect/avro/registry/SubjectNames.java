package io.deltacdf.connect.avro.registry;

import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.kafka.connect.errors.DataException;

/** How the subject of a schema is named; Confluent's strategies. */
public enum SubjectNames {
  TOPIC("TopicNameStrategy"),
  RECORD("RecordNameStrategy"),
  TOPIC_RECORD("TopicRecordNameStrategy");

  private static final String PACKAGE = "io.confluent.kafka.serializers.subject.";

  private final String strategy;

  SubjectNames(String strategy) {
    this.strategy = strategy;
  }

  /** The names that options may have: the simple names, and Confluent's classes. */
  public static List<String> validValues() {
    return Arrays.stream(values()).map(names -> names.strategy).toList();
  }

  /** Returns whether a text names a strategy. */
  public static boolean isValid(String text) {
    return validValues().contains(simple(text));
  }

  /** Parses the name of a strategy. */
  public static SubjectNames parse(String text) {
    return Arrays.stream(values())
        .filter(names -> names.strategy.equals(simple(text)))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Not a strategy: " + text));
  }

  private static String simple(String text) {
    return text.startsWith(PACKAGE) ? text.substring(PACKAGE.length()) : text;
  }

  /**
   * Returns the subject of a schema.
   *
   * @throws DataException if the schema has no name, but the strategy needs it
   */
  public String subject(String topic, boolean isKey, Schema schema) {
    return switch (this) {
      case TOPIC -> topic + (isKey ? "-key" : "-value");
      case RECORD -> recordName(topic, isKey, schema);
      case TOPIC_RECORD -> topic + "-" + recordName(topic, isKey, schema);
    };
  }

  private String recordName(String topic, boolean isKey, Schema schema) {
    if (schema.getType() == Schema.Type.RECORD) {
      return schema.getFullName();
    }
    String which = isKey ? "key" : "value";
    throw new DataException(
        ("The %s of topic '%s' has the Avro type %s, which has no name, but"
                + " '%s.subject.name.strategy=%s' needs the name of a record. Set"
                + " '%s.subject.name.strategy=TopicNameStrategy' on the converter.")
            .formatted(which, topic, schema.getType(), which, strategy, which));
  }
}
