package io.deltacdf.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.PublishedEvents.BeforeKill;
import io.deltacdf.connect.PublishedEvents.Place;
import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.KafkaBroker;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.SharedCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many tables are followed by three workers of a Connect cluster. Workers are killed, stopped and
 * added while commits go on. Each table is followed by one task at a time: its events come in their
 * order, and go back only where a worker was killed, and not before its last stored offset.
 */
@Timeout(1800)
class ScaleOutIT {
  private static final boolean FULL = Boolean.getBoolean("deltacdf.full");
  private static final int TABLES = FULL ? 50 : 12;
  private static final int CHANGES_OF_WORKERS = Integer.getInteger("deltacdf.tries", FULL ? 20 : 1);
  private static final int WORKERS = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(240);
  private static final String NAME = "scale-out";

  private final long seed = Long.getLong("deltacdf.seed", System.nanoTime() % 1_000_000);
  private final Random random = new Random(seed);
  private final KafkaBroker broker = SharedCluster.broker();
  private final List<String> events = new ArrayList<>();
  private final Map<String, List<BeforeKill>> kills = new HashMap<>();
  private final List<ChurnTable> tables = new ArrayList<>();
  private final List<ConnectWorker> workers = new ArrayList<>();
  @TempDir Path dir;

  @Test
  void eachTableIsFollowedByOneTaskWhileWorkersComeAndGo() {
    try {
      IntStream.range(0, WORKERS - 1)
          .parallel()
          .mapToObj(i -> worker().start())
          .toList()
          .forEach(workers::add);
      createConnector();
      whileCommitsGoOn(
          () -> {
            workers.add(worker().start());
            awaitTasksOnAllWorkers();
            for (int i = 0; i < CHANGES_OF_WORKERS; i++) {
              changeWorkers(i % 2 == 1);
            }
          });
      assertAll();
    } catch (AssertionError | RuntimeException e) {
      String reports =
          workers.stream()
              .map(worker -> worker.report(List.of(NAME)))
              .collect(Collectors.joining("\n"));
      throw new AssertionError(
          "With -Ddeltacdf.seed=%d after %s: %s%n%s"
              .formatted(seed, events, e.getMessage(), reports),
          e);
    } finally {
      workers.forEach(ConnectWorker::kill);
    }
  }

  private ConnectWorker.Builder worker() {
    return ConnectWorker.builder(broker, ProjectDirectory.newWorkDirectory("scale-out-worker"))
        .groupId("scale-out-" + seed)
        .heap("384m")
        .property("session.timeout.ms", "4000")
        .property("heartbeat.interval.ms", "1000")
        .property("offset.flush.interval.ms", "300");
  }

  private void createConnector() {
    ConnectorConfig config =
        ConnectorConfig.named(NAME)
            .set("tasks.max", String.valueOf(2 * WORKERS))
            .set("start.version", "1")
            .set("provide.transaction.metadata", "true")
            .set("producer.override.batch.size", "1500");
    for (int i = 0; i < TABLES; i++) {
      ChurnTable table = new ChurnTable(dir, "t" + i, random.nextLong());
      table.commit(10);
      tables.add(table);
      config.table(table.name(), table.table().path(), "id");
    }
    workers.get(0).rest().create(NAME, config.options());
    workers.get(0).rest().awaitRunning(NAME, TIMEOUT);
    tables.forEach(table -> broker.topic(topic(table)).await(1, TIMEOUT));
    assertEachTableHasOneTask();
  }

  private static String topic(ChurnTable table) {
    return NAME + "." + table.name();
  }

  /** The configurations of the tasks name each table once. */
  private void assertEachTableHasOneTask() {
    List<String> names = new ArrayList<>();
    for (JsonNode task : workers.get(0).rest().get("/connectors/" + NAME + "/tasks")) {
      names.addAll(Arrays.asList(task.at("/config/tables").asText().split(",")));
    }
    assertThat(names)
        .containsExactlyInAnyOrderElementsOf(tables.stream().map(ChurnTable::name).toList());
  }

  private void whileCommitsGoOn(Runnable action) {
    AtomicBoolean done = new AtomicBoolean();
    Random order = new Random(random.nextLong());
    CompletableFuture<Void> commits =
        CompletableFuture.runAsync(
            () -> {
              while (!done.get()) {
                ChurnTable table = tables.get(order.nextInt(tables.size()));
                table.commit(50 + order.nextInt(150));
                pause();
              }
            });
    try {
      action.run();
    } finally {
      done.set(true);
      commits.join();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(60);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted between commits", e);
    }
  }

  /** Kills or stops a worker, and starts it again as a new member when others have its tasks. */
  private void changeWorkers(boolean gracefully) {
    ConnectWorker worker = workers.get(random.nextInt(workers.size()));
    long start = System.nanoTime();
    if (gracefully) {
      worker.stop();
    } else {
      worker.kill();
      noteKill();
    }
    ConnectWorker other = workers.stream().filter(one -> one != worker).findFirst().orElseThrow();
    awaitTasks(other, WORKERS - 1);
    worker.restart();
    awaitTasksOnAllWorkers();
    events.add(
        "%s of worker %d (%d ms)"
            .formatted(
                gracefully ? "stop" : "kill",
                workers.indexOf(worker) + 1,
                (System.nanoTime() - start) / 1_000_000));
  }

  private void noteKill() {
    Map<TopicPartition, OffsetSpec> topics =
        tables.stream()
            .collect(
                Collectors.toMap(
                    table -> new TopicPartition(topic(table), 0), table -> OffsetSpec.latest()));
    Map<String, JsonNode> stored =
        StoredOffsets.lastOfAll(broker.topic(workers.get(0).offsetsTopic()), NAME);
    Map<TopicPartition, Long> ends = new HashMap<>();
    broker
        .admin(admin -> admin.listOffsets(topics).all())
        .forEach((topic, end) -> ends.put(topic, end.offset()));
    for (ChurnTable table : tables) {
      kills
          .computeIfAbsent(table.name(), name -> new ArrayList<>())
          .add(
              new BeforeKill(
                  Place.of(stored.get(table.name()), table),
                  ends.get(new TopicPartition(topic(table), 0))));
    }
  }

  private void awaitTasksOnAllWorkers() {
    awaitTasks(workers.get(0), WORKERS);
  }

  /** Waits until all tasks run, on as many workers. */
  private void awaitTasks(ConnectWorker asked, int on) {
    Awaitility.await("all tasks on " + on + " workers")
        .atMost(TIMEOUT)
        .ignoreExceptions()
        .until(
            () -> {
              JsonNode tasks = asked.rest().status(NAME).get("tasks");
              return tasks.size() == 2 * WORKERS
                  && tasks.findValuesAsText("state").stream().allMatch("RUNNING"::equals)
                  && tasks.findValuesAsText("worker_id").stream().distinct().count() == on;
            });
  }

  private void assertAll() {
    List<ConsumerRecord<String, String>> markers = awaitLastVersions();
    int count = 0;
    int repeated = 0;
    int times = 0;
    for (ChurnTable table : tables) {
      PublishedEvents published = new PublishedEvents(table, broker.topic(topic(table)));
      PublishedEvents.Repeats repeats =
          published.assertRepeatsAreBounded(kills.getOrDefault(table.name(), List.of()));
      // Two tasks at a time would take turns.
      assertThat(repeats.times()).isLessThanOrEqualTo(CHANGES_OF_WORKERS);
      published.assertMarkers(markers, false);
      count += published.count();
      repeated += repeats.events();
      times += repeats.times();
    }
    assertEachTableHasOneTask();
    System.out.printf(
        "Seed %d: %d tables, %s. %d events, of which %d repeat others, in %d parts%n",
        seed, TABLES, events, count, repeated, times);
  }

  /** Waits until the last version of each table has its END, and returns all markers. */
  private List<ConsumerRecord<String, String>> awaitLastVersions() {
    Set<String> last =
        tables.stream()
            .map(table -> "{\"id\":\"" + table.name() + ":" + table.version() + "\"}")
            .collect(Collectors.toSet());
    return broker
        .topic(NAME + ".transaction")
        .awaitThat(
            records ->
                records.stream()
                    .filter(record -> record.value().contains("\"END\""))
                    .map(ConsumerRecord::key)
                    .collect(Collectors.toSet())
                    .containsAll(last),
            "END of the last version of each table",
            TIMEOUT);
  }
}
