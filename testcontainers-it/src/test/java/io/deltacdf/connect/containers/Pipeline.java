package io.deltacdf.connect.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.ConnectRest;
import io.deltacdf.connect.testing.ConnectRestException;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Mirror;
import io.deltacdf.connect.testing.s3.S3Copy;
import io.deltacdf.connect.testing.tables.TestTable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;

/**
 * Tables in the bucket, a connector with a task for each, exactly once, and their topics in Avro.
 * Closing deletes the connector.
 */
final class Pipeline implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(120);

  private final Environment environment = Environment.get();
  private final ConnectorConfig config;
  private final Map<String, TestTable> tables = new LinkedHashMap<>();
  private final Map<String, S3Copy> copies = new LinkedHashMap<>();
  private final Map<String, String[]> keys = new LinkedHashMap<>();
  private final Map<String, AvroTopic> topics = new LinkedHashMap<>();

  /**
   * @param name of the connector, and the prefix of its topics
   */
  Pipeline(String name) {
    config =
        ConnectorConfig.named(name)
            .set("exactly.once.support", "required")
            // What a lost task left open stands in its successor's way until then.
            .set("producer.override.transaction.timeout.ms", "10000");
    S3Container.options().forEach(config::set);
    Environment.converterOptions("key").forEach(config::set);
    Environment.converterOptions("value").forEach(config::set);
  }

  /** One more table: copies it into the bucket. */
  Pipeline table(String table, TestTable local, String... key) {
    S3Copy copy = new S3Copy(environment.store()::client, local, config.name() + "/" + table);
    tables.put(table, local);
    copies.put(table, copy);
    keys.put(table, key);
    topics.put(table, new AvroTopic(environment, config.topic(table)));
    config.table(table, copy.path(), key).set("tasks.max", String.valueOf(tables.size()));
    return this;
  }

  Pipeline option(String name, String value) {
    config.set(name, value);
    return this;
  }

  /** Creates the connector and waits until all its tasks run, on as many workers as there are. */
  Pipeline start() {
    rest().create(config.name(), config.options());
    try {
      awaitRunning(
          environment.workers().get(0), Math.min(tables.size(), environment.workers().size()));
      return this;
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Copies the new commits of all tables to the bucket. */
  void upload() {
    copies.values().forEach(S3Copy::update);
  }

  /** Waits until each topic mirrors its table. */
  void awaitMirrors() {
    tables.keySet().forEach(this::awaitMirror);
  }

  /** Waits until a topic mirrors its table. */
  void awaitMirror(String table) {
    Awaitility.await(table)
        .atMost(TIMEOUT)
        // The topic does not exist yet.
        .ignoreExceptionsInstanceOf(IllegalStateException.class)
        .untilAsserted(
            () -> {
              Mirror mirror = new Mirror(keys.get(table));
              topics.get(table).records().forEach(mirror);
              assertThat(mirror.differences(tables.get(table))).isEmpty();
            });
  }

  /** What was published of a table, in a line each: {@code <version> <change type> <key>}. */
  List<String> lines(String table) {
    return topics.get(table).lines();
  }

  /** Waits until a worker reports that all tasks are running, on that many workers. */
  void awaitRunning(WorkerContainer asked, int onWorkers) {
    Awaitility.await("tasks of " + config.name() + " on " + onWorkers + " workers")
        .atMost(TIMEOUT)
        // No status is known yet, or the group is changing.
        .ignoreExceptionsInstanceOf(ConnectRestException.class)
        .untilAsserted(
            () -> {
              JsonNode tasks = asked.rest().status(config.name()).get("tasks");
              assertThat(tasks.findValuesAsText("state"))
                  .as("%s", tasks)
                  .hasSize(tables.size())
                  .containsOnly("RUNNING");
              assertThat(Set.copyOf(tasks.findValuesAsText("worker_id"))).hasSize(onWorkers);
            });
  }

  /** The worker that runs the task of a table. */
  WorkerContainer workerOf(String table) {
    String id = null;
    for (JsonNode task : rest().get("/connectors/" + config.name() + "/tasks")) {
      if (List.of(task.at("/config/task.tables").asText().split(",")).contains(table)) {
        int number = task.at("/id/task").asInt();
        id = rest().status(config.name()).at("/tasks/" + number + "/worker_id").asText();
      }
    }
    for (WorkerContainer worker : environment.workers()) {
      if (worker.id().equals(id)) {
        return worker;
      }
    }
    throw new IllegalStateException("No worker is running the task of " + table + ": " + id);
  }

  /** Another worker than this one. */
  WorkerContainer otherThan(WorkerContainer worker) {
    return environment.workers().stream().filter(one -> one != worker).findFirst().orElseThrow();
  }

  /** The version that the stored offset of a table is of. */
  long storedVersion(String table) {
    for (JsonNode entry : rest().offsets(config.name()).get("offsets")) {
      if (entry.at("/partition/table").asText().equals(table)) {
        return entry.at("/offset/version").asLong();
      }
    }
    throw new IllegalStateException("No offset of " + table + " is stored");
  }

  private ConnectRest rest() {
    return environment.workers().get(0).rest();
  }

  @Override
  public void close() {
    rest().delete(config.name());
    topics.values().forEach(AvroTopic::close);
  }
}
