package io.deltacdf.bench.connect;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The benchmark's topics. Usage from scripts: {@code Topics BOOTSTRAP create NAME PARTITIONS |
 * count NAME | delete NAME}; create replaces an existing topic.
 */
public final class Topics implements AutoCloseable {
  private final String bootstrap;
  private final Admin admin;

  public Topics(String bootstrap) {
    this.bootstrap = bootstrap;
    admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
  }

  public static void main(String[] args) throws Exception {
    try (Topics topics = new Topics(args[0])) {
      switch (args[1]) {
        case "create" -> topics.create(args[2], Integer.parseInt(args[3]), Map.of());
        case "delete" -> topics.delete(Set.of(args[2]));
        case "count" -> System.out.println(topics.records(args[2]));
        default -> throw new IllegalArgumentException("unknown command " + args[1]);
      }
    }
  }

  public void create(String name, int partitions, Map<String, String> settings)
      throws ExecutionException, InterruptedException {
    delete(Set.of(name));
    admin
        .createTopics(
            List.of(
                new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(settings)))
        .all()
        .get();
  }

  /** Deletes the topics that exist, and waits until they are deleted. */
  public void delete(Set<String> names) throws ExecutionException, InterruptedException {
    Set<String> existing = admin.listTopics().names().get();
    existing.retainAll(names);
    if (existing.isEmpty()) {
      return;
    }
    admin.deleteTopics(existing).all().get();
    while (admin.listTopics().names().get().stream().anyMatch(existing::contains)) {
      Thread.sleep(100);
    }
  }

  /** Counts the records that a consumer with {@code read_committed} reads. */
  long committedRecords(String name) throws ExecutionException, InterruptedException {
    Map<String, Object> config =
        Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed");
    try (Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(name).stream()
              .map(info -> new TopicPartition(name, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      long count = 0;
      while (partitions.stream().anyMatch(it -> consumer.position(it) < ends.get(it))) {
        count += consumer.poll(Duration.ofMillis(500)).count();
      }
      return count;
    }
  }

  /** Sum of the partitions' end offsets. */
  public long records(String name) throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> ends =
        admin.describeTopics(Set.of(name)).allTopicNames().get().get(name).partitions().stream()
            .collect(
                Collectors.toMap(
                    info -> new TopicPartition(name, info.partition()),
                    info -> OffsetSpec.latest()));
    return admin.listOffsets(ends).all().get().values().stream().mapToLong(o -> o.offset()).sum();
  }

  @Override
  public void close() {
    admin.close();
  }
}
