package io.deltacdf.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.PublishedEvents.BeforeKill;
import io.deltacdf.connect.PublishedEvents.Place;
import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.KafkaBroker;
import io.deltacdf.connect.testing.KafkaCluster;
import io.deltacdf.connect.testing.ProjectDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers and brokers are killed at random moments in the middle of commits, or frozen for longer
 * than their session. With exactly-once support each event is published once, and each commit is
 * one transaction with {@code transaction.boundary=connector} unless a warning says that it is
 * split. Without, nothing is lost, and only events after the last stored offset are repeated.
 *
 * <p>Brokers, workers with exactly-once support, and the worker without it are struck at the same
 * time, one of each kind at a time, and nothing waits until the others have recovered.
 *
 * <p>{@code -Ddeltacdf.seed} sets the seed of the moments, and {@code -Ddeltacdf.tries} the number
 * of kills.
 */
@Timeout(7200)
class ClusterCrashIT {
  private static final int MAX_RECORDS = 200;
  private static final int KILLS =
      Integer.getInteger("deltacdf.tries", Boolean.getBoolean("deltacdf.full") ? 200 : 20);

  private final long seed = Long.getLong("deltacdf.seed", System.nanoTime() % 1_000_000);
  private final Random random = new Random(seed);
  private final long start = System.nanoTime();
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());

  /** In their order: what is known of a kill and the kill itself are one step. */
  private final List<BeforeKill> kills = new ArrayList<>();

  private final AtomicInteger strikes = new AtomicInteger(KILLS);
  @TempDir Path dir;

  private KafkaCluster kafka;
  private List<ConnectWorker> onceWorkers;
  private ConnectWorker repeatingWorker;
  private CrashedConnector whole;
  private CrashedConnector parts;
  private CrashedConnector repeating;

  @Test
  void killsLoseNothingAndRepeatNothingThatWasStored() {
    try (KafkaCluster started = KafkaCluster.start(ProjectDirectory.newWorkDirectory("crashed"))) {
      kafka = started;
      List<ConnectWorker> workers =
          Stream.of(worker("once").exactlyOnce(), worker("once").exactlyOnce(), worker("repeating"))
              .parallel()
              .map(ConnectWorker.Builder::start)
              .toList();
      try {
        onceWorkers = workers.subList(0, 2);
        repeatingWorker = workers.get(2);
        createConnectors();
        try (Operator operator = new Operator(all().toList(), this::tell)) {
          operator.start();
          strikeAll();
          all().forEach(CrashedConnector::awaitLastVersion);
        }
        assertAll();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(e.getMessage() + "\n" + report(workers), e);
      } finally {
        workers.forEach(ConnectWorker::kill);
        all().filter(Objects::nonNull).forEach(CrashedConnector::close);
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "With -Ddeltacdf.seed=" + seed + " after " + events + ": " + e.getMessage(), e);
    }
  }

  private static String report(List<ConnectWorker> workers) {
    return workers.stream()
        .map(worker -> worker.report(List.of("whole", "parts", "repeating")))
        .collect(Collectors.joining("\n"));
  }

  private void tell(String event) {
    events.add("%d s: %s".formatted((System.nanoTime() - start) / 1_000_000_000, event));
  }

  private ConnectWorker.Builder worker(String group) {
    return ConnectWorker.builder(
            kafka.bootstrapServers(), ProjectDirectory.newWorkDirectory("crashed-worker"))
        .groupId(group)
        .heap("384m")
        .property("config.storage.replication.factor", "3")
        .property("offset.storage.replication.factor", "3")
        .property("status.storage.replication.factor", "3")
        .property("offset.flush.interval.ms", "300")
        .property("session.timeout.ms", "4000")
        .property("heartbeat.interval.ms", "1000");
  }

  private void createConnectors() {
    whole = connector("whole", onceWorkers);
    whole.config().set("transaction.boundary", "connector");
    whole.config().set("transaction.max.records", String.valueOf(MAX_RECORDS));
    whole.config().set("transaction.max.ms", "15000");
    parts = connector("parts", onceWorkers);
    parts.config().set("max.batch.size", "50");
    for (CrashedConnector once : List.of(whole, parts)) {
      once.config().set("exactly.once.support", "required");
      once.config().set("producer.override.transaction.timeout.ms", "20000");
    }
    repeating = connector("repeating", List.of(repeatingWorker));
    all().forEach(CrashedConnector::create);
  }

  private CrashedConnector connector(String name, List<ConnectWorker> workers) {
    ChurnTable table = new ChurnTable(dir, name, random.nextLong());
    ConnectorConfig config =
        ConnectorConfig.named(name)
            .table(name, table.table().path(), "id")
            .set("start.version", "1")
            .set("provide.transaction.metadata", "true")
            .set("topic.creation.default.replication.factor", "3")
            // A few records in a request, so that a commit takes long enough for a kill.
            .set("producer.override.batch.size", "1500")
            .set("producer.override.max.in.flight.requests.per.connection", "1");
    table.commit(10);
    return new CrashedConnector(kafka, config, table, workers);
  }

  private Stream<CrashedConnector> all() {
    return Stream.of(whole, parts, repeating);
  }

  private void strikeAll() {
    List<Runnable> kinds =
        List.of(
            strikes(List.of(whole, parts), List.of(this::killOnceWorker, this::freezeOnceWorker)),
            strikes(List.of(repeating), List.of(this::killRepeatingWorker)),
            strikes(List.of(whole, parts, repeating), List.of(this::killBroker)));
    List<CompletableFuture<Void>> running =
        kinds.stream()
            .map(kind -> CompletableFuture.runAsync(kind, task -> new Thread(task).start()))
            .toList();
    CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
  }

  /** A way to strike the connector whose records are watched. */
  @FunctionalInterface
  private interface Strike {
    /**
     * @return what was done
     */
    String at(CrashedConnector watched, Random moments);
  }

  /**
   * Strikes one connector after the other in the middle of its commits.
   *
   * @param ways each of which is among the first
   */
  private Runnable strikes(List<CrashedConnector> connectors, List<Strike> ways) {
    Random moments = new Random(random.nextLong());
    List<Strike> first = new ArrayList<>(ways);
    Collections.shuffle(first, moments);
    return () -> {
      try {
        for (int i = 0; strikes.getAndDecrement() > 0; i++) {
          CrashedConnector watched = connectors.get(moments.nextInt(connectors.size()));
          Strike strike =
              i < first.size() ? first.get(i) : first.get(moments.nextInt(first.size()));
          long wanted = watched.end() + 1 + moments.nextInt(300);
          connectors.forEach(connector -> burst(connector.table(), moments));
          watched.awaitEnd(wanted);
          long struck = System.nanoTime();
          String done = strike.at(watched, moments);
          tell(
              "%s of %s (%d ms)"
                  .formatted(done, watched.name(), (System.nanoTime() - struck) / 1_000_000));
        }
      } finally {
        // After a failure the others stop too.
        strikes.set(0);
      }
    };
  }

  /** Three commits that fit into a transaction, and one that does not. */
  private static void burst(ChurnTable table, Random sizes) {
    synchronized (table) {
      int large = sizes.nextInt(4);
      for (int i = 0; i < 4; i++) {
        table.commit(i == large ? MAX_RECORDS + 50 + sizes.nextInt(150) : 40 + sizes.nextInt(80));
      }
    }
  }

  private String killOnceWorker(CrashedConnector watched, Random moments) {
    ConnectWorker worker = watched.workerOfTask();
    worker.kill();
    worker.restart();
    return "kill of a worker";
  }

  private String killRepeatingWorker(CrashedConnector watched, Random moments) {
    synchronized (kills) {
      repeatingWorker.kill();
      kills.add(beforeKill());
    }
    repeatingWorker.restart();
    return "kill of the worker";
  }

  private BeforeKill beforeKill() {
    JsonNode stored =
        new StoredOffsets(
                kafka.topic(repeatingWorker.offsetsTopic()),
                repeating.name(),
                repeating.table().name())
            .last();
    return new BeforeKill(Place.of(stored, repeating.table()), repeating.end());
  }

  private String killBroker(CrashedConnector watched, Random moments) {
    List<String> topics =
        List.of(
            watched.topic(),
            "__transaction_state",
            "__consumer_offsets",
            watched.workers().get(0).offsetsTopic());
    KafkaBroker leader = kafka.leader(topics.get(moments.nextInt(topics.size())));
    synchronized (kills) {
      kills.add(beforeKill());
      leader.kill();
    }
    leader.restart();
    kafka.awaitAllInSync();
    return "kill of a broker";
  }

  /**
   * Another worker follows the table when the frozen one goes on. If that worker claims the task of
   * an earlier time, which is fenced, it takes until somebody restarts the connector.
   */
  private String freezeOnceWorker(CrashedConnector watched, Random moments) {
    ConnectWorker frozen = watched.workerOfTask();
    frozen.process().freeze();
    try {
      long before = watched.end();
      Awaitility.await("another worker for the task of " + watched.name())
          .atMost(CrashedConnector.TIMEOUT)
          .ignoreExceptions()
          .until(() -> watched.workerOfTask(frozen), worker -> worker != null && worker != frozen);
      burst(watched.table(), moments);
      watched.awaitEnd(before + 1 + moments.nextInt(300));
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(e.getMessage() + "\nWhile frozen:\n" + report(onceWorkers), e);
    } finally {
      frozen.process().wakeUp();
    }
    return "freeze of a worker";
  }

  private void assertAll() {
    PublishedEvents committed = whole.committed();
    committed.assertEachOnce();
    committed.assertCommitsAreTransactions(whole.splitVersions());
    committed.assertMarkers(whole.transactionTopic().committed().strings(), true);
    for (long version = 1; version <= whole.table().version(); version++) {
      if (whole.table().changes(version).count() > MAX_RECORDS) {
        assertThat(whole.splitVersions()).contains(version);
      }
    }
    parts.committed().assertEachOnce();
    parts.committed().assertMarkers(parts.transactionTopic().committed().strings(), true);

    PublishedEvents all = new PublishedEvents(repeating.table(), kafka.topic(repeating.topic()));
    PublishedEvents.Repeats repeats = all.assertRepeatsAreBounded(kills);
    all.assertMarkers(repeating.transactionTopic().strings(), false);
    System.out.printf(
        "Seed %d: %s. Exactly once: %d and %d events, and %d of aborted transactions; at least"
            + " once: %d events, of which %d repeat others, in %d parts%n",
        seed,
        events,
        committed.count(),
        parts.committed().count(),
        whole.aborted() + parts.aborted(),
        all.count(),
        repeats.events(),
        repeats.times());
  }
}
