package io.deltacdf.connect;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.ConnectRest;
import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.KafkaCluster;
import io.deltacdf.connect.testing.TopicReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;

/** A connector of one table and one task, whose workers and brokers are killed. */
final class CrashedConnector implements AutoCloseable {
  static final Duration TIMEOUT = Duration.ofSeconds(240);

  /** For all commits that are left, on a machine on which brokers lose their own sessions. */
  private static final Duration LAST_TIMEOUT = Duration.ofMinutes(10);

  /** The beginning of both warnings about a commit that is split. */
  private static final Pattern SPLIT =
      Pattern.compile("Table '(\\w+)': version (\\d+) is published in more than one transaction");

  private final KafkaCluster kafka;
  private final ConnectorConfig config;
  private final ChurnTable table;
  private final List<ConnectWorker> workers;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final TopicPartition partition;
  private boolean exists;

  CrashedConnector(
      KafkaCluster kafka, ConnectorConfig config, ChurnTable table, List<ConnectWorker> workers) {
    this.kafka = kafka;
    this.config = config;
    this.table = table;
    this.workers = workers;
    this.consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    this.partition = new TopicPartition(topic(), 0);
    // The consumer warns of ends of partitions that it does not have.
    consumer.assign(Set.of(partition));
  }

  String name() {
    return config.name();
  }

  ConnectorConfig config() {
    return config;
  }

  ChurnTable table() {
    return table;
  }

  List<ConnectWorker> workers() {
    return workers;
  }

  String topic() {
    return config.topic(table.name());
  }

  TopicReader transactionTopic() {
    return kafka.topic(config.topic("transaction"));
  }

  /** Returns how many records of aborted transactions are in the topic. */
  int aborted() {
    TopicReader all = kafka.topic(topic());
    return all.bytes().size() - all.committed().bytes().size();
  }

  PublishedEvents committed() {
    return new PublishedEvents(table, kafka.topic(topic()).committed());
  }

  void create() {
    workers.get(0).rest().create(name(), config.options());
    awaitEnd(1);
  }

  /** Returns how far the topic reaches, including open transactions; 0 if it does not exist. */
  synchronized long end() {
    exists = exists || consumer.listTopics().containsKey(topic());
    return exists ? consumer.endOffsets(Set.of(partition)).get(partition) : 0;
  }

  void awaitEnd(long wanted) {
    Awaitility.await("offset " + wanted + " of " + topic())
        .atMost(TIMEOUT)
        .pollInterval(Duration.ofMillis(20))
        .pollInSameThread()
        .ignoreExceptions()
        .until(() -> end() >= wanted);
  }

  ConnectWorker workerOfTask() {
    return Awaitility.await("a task of " + name())
        .atMost(TIMEOUT)
        .ignoreExceptions()
        .until(() -> workerOfTask(null), Objects::nonNull);
  }

  /**
   * Returns the worker on which the task runs.
   *
   * @param frozen is not asked
   */
  ConnectWorker workerOfTask(ConnectWorker frozen) {
    ConnectWorker asked =
        workers.stream().filter(worker -> worker != frozen).findFirst().orElseThrow();
    JsonNode task = asked.rest().status(name()).at("/tasks/0");
    for (ConnectWorker worker : workers) {
      if (task.path("state").asText().equals("RUNNING")
          && task.path("worker_id").asText().equals(worker.rest().address().getAuthority())) {
        return worker;
      }
    }
    return null;
  }

  /**
   * Returns why the tasks have failed; nothing if they have not.
   *
   * @param asked the worker that is asked; it may not answer
   */
  List<String> failures(ConnectRest asked) {
    return asked.status(name()).get("tasks").findValues("trace").stream()
        .map(trace -> trace.asText().lines().findFirst().orElse(""))
        .toList();
  }

  /** Waits until the last commit, and its END, are committed. */
  void awaitLastVersion() {
    String version = String.valueOf(table.version());
    String count = String.valueOf(table.changes(table.version()).count());
    kafka
        .topic(topic())
        .committed()
        .awaitThat(
            records ->
                !records.isEmpty()
                    && Connectors.header(records.get(records.size() - 1), "delta.commit.version")
                        .equals(version)
                    && Connectors.header(records.get(records.size() - 1), "delta.transaction.order")
                        .equals(count),
            "event " + count + " of version " + version,
            LAST_TIMEOUT);
    transactionTopic()
        .committed()
        .awaitThat(
            records ->
                !records.isEmpty()
                    && records.get(records.size() - 1).value().contains("\"END\"")
                    && Connectors.header(records.get(records.size() - 1), "delta.commit.version")
                        .equals(version),
            "END of version " + version,
            LAST_TIMEOUT);
  }

  /** Returns the versions of which a warning says that they have several transactions. */
  Set<Long> splitVersions() {
    Set<Long> versions = new HashSet<>();
    for (ConnectWorker worker : workers) {
      try (Stream<String> lines = Files.lines(worker.process().log())) {
        lines
            .map(SPLIT::matcher)
            .filter(Matcher::find)
            .filter(match -> match.group(1).equals(table.name()))
            .forEach(match -> versions.add(Long.valueOf(match.group(2))));
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read the log of a worker", e);
      }
    }
    return versions;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
