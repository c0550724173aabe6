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
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers and brokers are killed at random moments in the middle of commits, or frozen for longer
 * than their session. With exactly-once support each event is published once, and each commit is
 * one transaction with {@code transaction.boundary=connector} unless a warning says that it is
 * split. Without, nothing is lost, and only events after the last stored offset are repeated.
 *
 * <p>{@code -Ddeltacdf.seed} sets the seed of the moments, and {@code -Ddeltacdf.tries} the number
 * of kills.
 */
@Timeout(7200)
class ClusterCrashIT {
  private static final int MAX_RECORDS = 200;
  private static final int KILLS =
      Integer.getInteger("deltacdf.tries", Boolean.getBoolean("deltacdf.full") ? 200 : 5);

  private enum Victim {
    ONCE_WORKER,
    REPEATING_WORKER,
    BROKER,
    FROZEN_WORKER
  }

  private final long seed = Long.getLong("deltacdf.seed", System.nanoTime() % 1_000_000);
  private final Random random = new Random(seed);
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());
  private final List<BeforeKill> kills = new ArrayList<>();
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
        strikes().forEach(this::strike);
        assertAll();
      } finally {
        workers.forEach(ConnectWorker::kill);
        all().filter(Objects::nonNull).forEach(CrashedConnector::close);
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "With -Ddeltacdf.seed=" + seed + " after " + events + ": " + e.getMessage(), e);
    }
  }

  private ConnectWorker.Builder worker(String group) {
    return ConnectWorker.builder(
            kafka.bootstrapServers(), ProjectDirectory.newWorkDirectory("crashed-worker"))
        .groupId(group)
        .heap("384m")
        .jvmArgs("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
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

  /** Each victim is among the first. */
  private List<Victim> strikes() {
    List<Victim> first = new ArrayList<>(List.of(Victim.values()));
    first.add(Victim.BROKER);
    Collections.shuffle(first, random);
    List<Victim> strikes = new ArrayList<>(first.subList(0, Math.min(KILLS, first.size())));
    while (strikes.size() < KILLS) {
      strikes.add(first.get(random.nextInt(first.size())));
    }
    return strikes;
  }

  private void strike(Victim victim) {
    List<CrashedConnector> affected =
        switch (victim) {
          case ONCE_WORKER, FROZEN_WORKER -> List.of(whole, parts);
          case REPEATING_WORKER -> List.of(repeating);
          case BROKER -> List.of(whole, parts, repeating);
        };
    CrashedConnector watched = affected.get(random.nextInt(affected.size()));
    long wanted = watched.end() + 1 + random.nextInt(300);
    all().forEach(connector -> burst(connector.table()));
    watched.awaitEnd(wanted);
    long start = System.nanoTime();
    switch (victim) {
      case ONCE_WORKER -> {
        ConnectWorker worker = watched.workerOfTask();
        worker.kill();
        worker.restart();
      }
      case REPEATING_WORKER -> {
        repeatingWorker.kill();
        kills.add(beforeKill());
        repeatingWorker.restart();
      }
      case BROKER -> killBroker(watched);
      case FROZEN_WORKER -> freeze(watched);
    }
    events.add(
        "%s of %s (%d ms)"
            .formatted(victim, watched.name(), (System.nanoTime() - start) / 1_000_000));
    all().flatMap(CrashedConnector::restartFailed).forEach(events::add);
  }

  /** Three commits that fit into a transaction, and one that does not. */
  private void burst(ChurnTable table) {
    int large = random.nextInt(4);
    for (int i = 0; i < 4; i++) {
      table.commit(i == large ? random(MAX_RECORDS + 50, 400) : random(40, 120));
    }
  }

  private int random(int from, int to) {
    return from + random.nextInt(to - from);
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

  private void killBroker(CrashedConnector watched) {
    List<String> topics =
        List.of(
            watched.topic(),
            "__transaction_state",
            "__consumer_offsets",
            watched.workers().get(0).offsetsTopic());
    KafkaBroker leader = kafka.leader(topics.get(random.nextInt(topics.size())));
    kills.add(beforeKill());
    leader.kill();
    leader.restart();
    kafka.awaitAllInSync();
  }

  /** Another worker follows the table when the frozen one goes on. */
  private void freeze(CrashedConnector watched) {
    ConnectWorker frozen = watched.workerOfTask();
    frozen.process().freeze();
    try {
      long before = watched.end();
      Awaitility.await("another worker for the task of " + watched.name())
          .atMost(CrashedConnector.TIMEOUT)
          .ignoreExceptions()
          .until(() -> watched.workerOfTask(frozen), worker -> worker != null && worker != frozen);
      burst(watched.table());
      watched.awaitEnd(before + 1 + random.nextInt(300));
    } finally {
      frozen.process().wakeUp();
    }
  }

  private void assertAll() {
    all().forEach(CrashedConnector::awaitLastVersion);
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
