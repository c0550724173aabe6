package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.Props;
import io.deltacdf.connect.testing.CapturedLog;
import java.util.List;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PartitionCountsTest {
  private static List<String> warnings(PartitionCounts counts, String topic, int... partitions) {
    try (CapturedLog log = new CapturedLog(PartitionCounts.class)) {
      for (int partition : partitions) {
        counts.published(new RecordMetadata(new TopicPartition(topic, partition), 0, 0, 0, 0, 0));
      }
      return log.warnings();
    }
  }

  private static PartitionCounts counts(String... namesAndValues) {
    return new PartitionCounts(new DeltaSourceConfig(Props.validAnd(namesAndValues)));
  }

  @Test
  void warnsOnceOfATopicWithMorePartitions() {
    PartitionCounts counts = counts("topic.creation.default.partitions", "3");

    assertThat(warnings(counts, "shop.orders", 0, 2, 1)).isEmpty();
    assertThat(warnings(counts, "shop.orders", 3, 5, 1))
        .singleElement()
        .asString()
        .contains("partition 3 of topic 'shop.orders'", "only 3 partitions", "new topic");
    assertThat(warnings(counts, "shop.customers", 3)).hasSize(1);
  }

  @Test
  void aGroupHasItsOwnNumberOrThatOfTheDefault() {
    PartitionCounts counts =
        counts(
            "topic.creation.default.partitions", "3",
            "topic.creation.groups", "one,other",
            "topic.creation.one.include", "shop.orders",
            "topic.creation.one.partitions", "1",
            "topic.creation.other.include", "shop.customers");

    assertThat(warnings(counts, "shop.orders", 1)).singleElement().asString().contains("1 part");
    assertThat(warnings(counts, "shop.customers", 2)).isEmpty();
    assertThat(warnings(counts, "shop.customers", 3)).hasSize(1);
  }

  @Test
  void knowsNothingOfOtherTopics() {
    assertThat(warnings(counts(), "shop.orders", 100)).isEmpty();
    assertThat(warnings(counts("topic.creation.default.partitions", "-1"), "shop.orders", 100))
        .isEmpty();
    PartitionCounts keyless =
        counts(
            "topic.creation.default.partitions", "1",
            "tables.orders.key", "",
            "tables.orders.commit.consolidation", "none");
    assertThat(warnings(keyless, "shop.orders", 1)).isEmpty();
    assertThat(warnings(keyless, "routed.elsewhere", 1)).isEmpty();
  }
}
