package io.deltacdf.connect.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads a whole topic, without a consumer group. Each call reads again from the beginning. */
public final class TopicReader {
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(120);
  private static final Duration POLL = Duration.ofMillis(200);

  private final String bootstrapServers;
  private final String topic;
  private final boolean committedOnly;

  /** Reads all records of a topic, including those of open and aborted transactions. */
  public TopicReader(String bootstrapServers, String topic) {
    this(bootstrapServers, topic, false);
  }

  private TopicReader(String bootstrapServers, String topic, boolean committedOnly) {
    this.bootstrapServers = bootstrapServers;
    this.topic = topic;
    this.committedOnly = committedOnly;
  }

  /**
   * The same topic with {@code isolation.level=read_committed}: no record of an open transaction.
   */
  public TopicReader committed() {
    return new TopicReader(bootstrapServers, topic, true);
  }

  /**
   * Reads all records up to the end offsets at the time of the call, in the order of each
   * partition.
   *
   * @throws IllegalStateException if the topic does not exist, or was not read within 120 s
   */
  public List<ConsumerRecord<byte[], byte[]>> bytes() {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    readToEnd(new ByteArrayDeserializer(), records::add);
    return records;
  }

  /** As {@link #bytes()}, with keys and values as UTF-8 strings. */
  public List<ConsumerRecord<String, String>> strings() {
    List<ConsumerRecord<String, String>> records = new ArrayList<>();
    forEach(records::add);
    return records;
  }

  /** As {@link #strings()}, one record at a time, for topics that are too large for memory. */
  public void forEach(java.util.function.Consumer<ConsumerRecord<String, String>> action) {
    readToEnd(new StringDeserializer(), action);
  }

  /**
   * Waits for a number of records.
   *
   * @return at least {@code count} records
   * @throws IllegalStateException if there are fewer records after the timeout
   */
  public List<ConsumerRecord<String, String>> await(int count, Duration timeout) {
    return awaitThat(records -> records.size() >= count, count + " records", timeout);
  }

  /**
   * Waits until the records from the beginning of the topic satisfy the predicate.
   *
   * @param what what the test waits for, for the message
   * @return the records read
   */
  public List<ConsumerRecord<String, String>> awaitThat(
      Predicate<List<ConsumerRecord<String, String>>> wanted, String what, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    List<ConsumerRecord<String, String>> records = new ArrayList<>();
    try (Consumer<String, String> consumer = consumer(new StringDeserializer())) {
      while (!wanted.test(records)) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException(
              "Topic %s has %d records after %d s, which is not %s"
                  .formatted(topic, records.size(), timeout.toSeconds(), what));
        }
        if (consumer.assignment().isEmpty()) {
          // The topic does not exist yet. Listing topics, unlike describing this one, never creates
          // it.
          assign(consumer);
        }
        if (consumer.assignment().isEmpty()) {
          pause();
        } else {
          consumer.poll(POLL).forEach(records::add);
        }
      }
    }
    return records;
  }

  /**
   * Returns the content of the topic after compaction: the last value of each key, without deleted
   * keys.
   */
  public static Map<String, String> fold(Iterable<ConsumerRecord<String, String>> records) {
    Map<String, String> rows = new LinkedHashMap<>();
    for (ConsumerRecord<String, String> record : records) {
      if (record.value() == null) {
        rows.remove(record.key());
      } else {
        rows.put(record.key(), record.value());
      }
    }
    return rows;
  }

  /** {@link #fold(Iterable)} of all records now in the topic. */
  public Map<String, String> fold() {
    return fold(strings());
  }

  private <T> void readToEnd(
      Deserializer<T> deserializer, java.util.function.Consumer<ConsumerRecord<T, T>> action) {
    long deadline = System.nanoTime() + READ_TIMEOUT.toNanos();
    long read = 0;
    try (Consumer<T, T> consumer = consumer(deserializer)) {
      if (!assign(consumer)) {
        throw new IllegalStateException("There is no topic " + topic);
      }
      Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException(
              "Topic %s cannot be read to its end offsets %s within %d s: %d records read"
                  .formatted(topic, ends, READ_TIMEOUT.toSeconds(), read));
        }
        for (ConsumerRecord<T, T> record : consumer.poll(POLL)) {
          if (record.offset() < ends.get(new TopicPartition(topic, record.partition()))) {
            action.accept(record);
            read++;
          }
        }
      }
    }
  }

  private boolean assign(Consumer<?, ?> consumer) {
    List<PartitionInfo> partitions = consumer.listTopics().get(topic);
    if (partitions == null) {
      return false;
    }
    consumer.assign(
        partitions.stream().map(p -> new TopicPartition(topic, p.partition())).toList());
    consumer.seekToBeginning(consumer.assignment());
    return true;
  }

  private <T> Consumer<T, T> consumer(Deserializer<T> deserializer) {
    Map<String, Object> config = new HashMap<>();
    config.put("bootstrap.servers", bootstrapServers);
    config.put("enable.auto.commit", "false");
    config.put("isolation.level", committedOnly ? "read_committed" : "read_uncommitted");
    return new KafkaConsumer<>(config, deserializer, deserializer);
  }

  private static void pause() {
    try {
      Thread.sleep(POLL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for a topic", e);
    }
  }
}
