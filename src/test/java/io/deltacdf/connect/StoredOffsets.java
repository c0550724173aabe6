package io.deltacdf.connect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.testing.TopicReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A table's offsets in a worker's offsets topic, for use while no worker runs or while requests
 * would disturb it.
 */
final class StoredOffsets {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final TopicReader offsetsTopic;
  private final String key;

  StoredOffsets(TopicReader offsetsTopic, String connector, String table) {
    this.offsetsTopic = offsetsTopic.committed();
    this.key = "[\"" + connector + "\",{\"table\":\"" + table + "\"}]";
  }

  /** Returns the last stored offset of each table of a connector. */
  static Map<String, JsonNode> lastOfAll(TopicReader offsetsTopic, String connector) {
    Map<String, JsonNode> last = new HashMap<>();
    offsetsTopic
        .committed()
        .forEach(
            record -> {
              JsonNode key = read(record.key());
              if (key.path(0).asText().equals(connector)) {
                last.put(key.path(1).path("table").asText(), read(record.value()));
              }
            });
    return last;
  }

  /** Returns the last stored offset. */
  JsonNode last() {
    return last(offsetsTopic.strings());
  }

  /** Waits until the last stored offset fulfills a condition. */
  void await(Predicate<JsonNode> wanted, String what, Duration timeout) {
    offsetsTopic.awaitThat(
        records -> {
          JsonNode last = last(records);
          return last != null && wanted.test(last);
        },
        what,
        timeout);
  }

  private JsonNode last(List<ConsumerRecord<String, String>> records) {
    JsonNode last = null;
    for (ConsumerRecord<String, String> record : records) {
      if (key.equals(record.key())) {
        last = read(record.value());
      }
    }
    return last;
  }

  private static JsonNode read(String offset) {
    try {
      return JSON.readTree(offset);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Not JSON: " + offset, e);
    }
  }
}
