package io.deltacdf.connect.demo;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a topic from its beginning as its records arrive. The topic need not exist yet. */
final class TopicFollower implements AutoCloseable {
  private final String topic;
  private final RecordForm form;
  private final Consumer<byte[], byte[]> consumer;
  private final Queue<Event> waiting = new ArrayDeque<>();

  TopicFollower(String bootstrapServers, String topic, RecordForm form) {
    this.topic = topic;
    this.form = form;
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers", bootstrapServers,
            "enable.auto.commit", "false",
            // The connector creates the topic, with its own settings.
            "allow.auto.create.topics", "false");
    this.consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  String topic() {
    return topic;
  }

  /** The next event without taking it; null if none comes in this time. */
  Event peek(Duration timeout) {
    if (waiting.isEmpty()) {
      if (consumer.assignment().isEmpty()) {
        assign(timeout);
      } else {
        consumer.poll(timeout).forEach(record -> waiting.add(Event.of(record, form)));
      }
    }
    return waiting.peek();
  }

  /** Takes the event that {@link #peek} showed. */
  void take() {
    waiting.remove();
  }

  private void assign(Duration timeout) {
    List<PartitionInfo> partitions = consumer.listTopics().get(topic);
    if (partitions == null) {
      pause(timeout);
      return;
    }
    consumer.assign(
        partitions.stream().map(p -> new TopicPartition(topic, p.partition())).toList());
    consumer.seekToBeginning(consumer.assignment());
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for a topic", e);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
