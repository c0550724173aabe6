package io.deltacdf.connect.testing;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.awaitility.Awaitility;

/**
 * Three Kafka nodes, each a broker and a KRaft controller in its own process. Topics have three
 * replicas, two of which must be in sync, and the loss of a broker is noticed within seconds.
 */
public final class KafkaCluster implements AutoCloseable {
  private static final int NODES = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(180);

  private final List<KafkaBroker> brokers;

  private KafkaCluster(List<KafkaBroker> brokers) {
    this.brokers = brokers;
  }

  /** Formats and starts the nodes, and waits until all answer. */
  public static KafkaCluster start(Path directory) {
    int[] ports = FreePorts.find(2 * NODES);
    String id = Uuid.randomUuid().toString();
    String voters =
        IntStream.range(0, NODES)
            .mapToObj(node -> node + 1 + "@127.0.0.1:" + ports[NODES + node])
            .collect(Collectors.joining(","));
    List<KafkaBroker> brokers =
        IntStream.range(0, NODES)
            .parallel()
            .mapToObj(
                node ->
                    builder(directory.resolve("broker-" + (node + 1)), node + 1, voters)
                        .cluster(id, ports[node], ports[NODES + node])
                        .format())
            .toList();
    KafkaCluster cluster = new KafkaCluster(brokers);
    try {
      brokers.forEach(KafkaBroker::launch);
      brokers.forEach(KafkaBroker::awaitReady);
      cluster.awaitAllInSync();
      return cluster;
    } catch (RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
  }

  private static KafkaBroker.Builder builder(Path directory, int node, String voters) {
    KafkaBroker.Builder builder = KafkaBroker.builder(directory);
    Map.ofEntries(
            Map.entry("node.id", String.valueOf(node)),
            Map.entry("controller.quorum.voters", voters),
            Map.entry("default.replication.factor", "3"),
            Map.entry("min.insync.replicas", "2"),
            Map.entry("offsets.topic.replication.factor", "3"),
            Map.entry("transaction.state.log.replication.factor", "3"),
            Map.entry("transaction.state.log.min.isr", "2"),
            Map.entry("transaction.state.log.num.partitions", "3"),
            Map.entry("broker.session.timeout.ms", "3000"),
            Map.entry("broker.heartbeat.interval.ms", "500"))
        .forEach(builder::property);
    return builder;
  }

  /** The addresses of all brokers. */
  public String bootstrapServers() {
    return brokers.stream().map(KafkaBroker::bootstrapServers).collect(Collectors.joining(","));
  }

  /** Reads all records of a topic, including those of open and aborted transactions. */
  public TopicReader topic(String name) {
    return new TopicReader(bootstrapServers(), name);
  }

  /** Returns the node that leads the first partition of a topic. */
  public KafkaBroker leader(String topic) {
    return Awaitility.await("a leader of " + topic)
        .atMost(TIMEOUT)
        .ignoreExceptions()
        .until(() -> brokers.get(partitions(Set.of(topic)).get(0).leader().id() - 1), b -> true);
  }

  /** Waits until all nodes have all records. */
  public void awaitAllInSync() {
    Awaitility.await("all replicas in sync")
        .atMost(TIMEOUT)
        .pollInterval(Duration.ofMillis(500))
        .ignoreExceptions()
        .until(
            () ->
                admin(admin -> admin.describeCluster().nodes()).size() == NODES
                    && partitions(
                            admin(
                                admin ->
                                    admin
                                        .listTopics(new ListTopicsOptions().listInternal(true))
                                        .names()))
                        .stream()
                        .allMatch(partition -> partition.isr().size() == NODES));
  }

  private List<TopicPartitionInfo> partitions(Set<String> topics) throws Exception {
    List<TopicPartitionInfo> all = new ArrayList<>();
    for (TopicDescription one :
        admin(admin -> admin.describeTopics(topics).allTopicNames()).values()) {
      all.addAll(one.partitions());
    }
    return all;
  }

  private <T> T admin(Function<Admin, KafkaFuture<T>> request) throws Exception {
    try (Admin admin =
        Admin.create(
            Map.of(
                "bootstrap.servers", bootstrapServers(),
                "request.timeout.ms", 5000,
                "default.api.timeout.ms", 10000))) {
      return request.apply(admin).get();
    }
  }

  @Override
  public void close() {
    brokers.forEach(KafkaBroker::close);
  }
}
