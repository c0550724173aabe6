package io.deltacdf.connect.source;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.TableConfig;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices topics with more partitions than {@code topic.creation.*} says, by the partitions that
 * records went to. This is all that a task learns of a topic. Thread-safe.
 */
public final class PartitionCounts {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionCounts.class);

  /** The number of partitions of each topic that is not yet reported. */
  private final Map<String, Integer> expected = new ConcurrentHashMap<>();

  /** Expects the topics of the tables that have a key. */
  public PartitionCounts(DeltaSourceConfig config) {
    for (TableConfig table : config.tables()) {
      if (!table.key().isEmpty()) {
        config
            .topicCreation()
            .groupOf(table.topic())
            .ifPresent(
                group -> group.partitions().ifPresent(count -> expected.put(table.topic(), count)));
      }
    }
  }

  /** Warns once for each topic if its record went to a partition that it should not have. */
  public void published(RecordMetadata record) {
    if (expected.isEmpty()) {
      return;
    }
    Integer count = expected.get(record.topic());
    if (count != null && record.partition() >= count && expected.remove(record.topic(), count)) {
      LOG.warn(
          "A record went to partition {} of topic '{}', which has only {} according to"
              + " topic.creation.*. If partitions were added after records had been published, keys"
              + " moved to other partitions: their older records stay in the former ones, and"
              + " consumers may read an older row after a newer one. Publish the table to a new"
              + " topic. If the topic was created with more partitions, correct"
              + " 'topic.creation.*.partitions'.",
          record.partition(),
          record.topic(),
          count == 1 ? "1 partition" : count + " partitions");
    }
  }
}
