package io.deltacdf.connect.testing.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Follows the topics of a connector with {@code provide.transaction.metadata}, whose records are
 * JSON without schemas, and gives whole commits to a target.
 *
 * <p>A real target stores the version of each table in the same transaction as the rows, and calls
 * {@link WholeCommits#resume} with it when it starts.
 */
public final class CommitFollower implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final KafkaConsumer<String, String> consumer;
  private final WholeCommits<ConsumerRecord<String, String>> commits;
  private final String transactionTopic;

  /**
   * @param config the configuration of the consumer; must have a {@code group.id}
   * @param topics the topics of the tables
   */
  public CommitFollower(
      Map<String, Object> config,
      List<String> topics,
      String transactionTopic,
      WholeCommits.Target<ConsumerRecord<String, String>> target) {
    Map<String, Object> all = new HashMap<>(config);
    all.put("enable.auto.commit", "false");
    all.put("auto.offset.reset", "earliest");
    this.consumer = new KafkaConsumer<>(all, new StringDeserializer(), new StringDeserializer());
    this.commits = new WholeCommits<>(target);
    this.transactionTopic = transactionTopic;
    // One consumer needs all partitions of all topics: a commit may be in all of them.
    consumer.assign(
        Stream.concat(topics.stream(), Stream.of(transactionTopic))
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList());
  }

  /** Goes on after the version of a table that was applied last. */
  public void resume(String table, long version) {
    commits.resume(table, version);
  }

  /** Reads the next records, applies the commits that are whole, and stores how far it is. */
  public void poll(Duration timeout) {
    for (ConsumerRecord<String, String> record : consumer.poll(timeout)) {
      if (record.topic().equals(transactionTopic)) {
        acceptMarker(record);
      } else {
        acceptEvent(record);
      }
    }
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    consumer
        .assignment()
        .forEach(
            partition ->
                offsets.put(partition, new OffsetAndMetadata(consumer.position(partition))));
    for (ConsumerRecord<String, String> held : commits.heldBack()) {
      offsets.merge(
          new TopicPartition(held.topic(), held.partition()),
          new OffsetAndMetadata(held.offset()),
          (one, other) -> one.offset() <= other.offset() ? one : other);
    }
    consumer.commitSync(offsets);
  }

  private void acceptMarker(ConsumerRecord<String, String> record) {
    JsonNode marker = json(record.value());
    if (marker.get("status").asText().equals("END")) {
      commits.end(
          marker.get("table").asText(),
          marker.get("commit_version").asLong(),
          marker.get("id").asText(),
          marker.get("event_count").asLong(),
          marker.get("complete").asBoolean(),
          record);
    }
  }

  private void acceptEvent(ConsumerRecord<String, String> record) {
    String table = header(record, "delta.table");
    long version = Long.parseLong(header(record, "delta.commit.version"));
    if (record.headers().lastHeader("delta.snapshot.id") != null) {
      commits.snapshotRow(
          table, version, header(record, "delta.snapshot.id"), record.partition(), record);
    } else {
      // A tombstone after a delete event has the number of the event, so it is left out.
      commits.event(
          table,
          version,
          header(record, "delta.transaction.id"),
          Long.parseLong(header(record, "delta.transaction.order")),
          record.partition(),
          record);
    }
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Not JSON: " + text, e);
    }
  }

  private static String header(ConsumerRecord<?, ?> record, String name) {
    Header header = record.headers().lastHeader(name);
    if (header == null) {
      throw new IllegalStateException("A record has no header " + name + ": " + record);
    }
    return new String(header.value(), UTF_8);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
