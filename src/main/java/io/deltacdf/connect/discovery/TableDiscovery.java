package io.deltacdf.connect.discovery;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.discovery.DiscoveredTable;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.metrics.DiscoveryMetrics;
import io.deltacdf.connect.metrics.DiscoveryOutlet;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.redaction.Redaction;
import io.deltacdf.connect.table.storage.RequestLimit;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.validation.TopicWarnings;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.connect.source.SourceConnectorContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for tables in a thread of its own while the connector runs, and asks Connect to reconfigure
 * the tasks when the tables have changed. Connect restarts all tasks then, so this is done at most
 * every five minutes. While neither the root nor any schema can be listed, the tables stay those of
 * the last look.
 */
public final class TableDiscovery implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TableDiscovery.class);

  /** The shortest time between two requests to reconfigure the tasks. */
  static final Duration RECONFIGURATION_INTERVAL = Duration.ofMinutes(5);

  private static final Duration CHECK_LIMIT = Duration.ofMinutes(1);

  private static final String SKIPPED = "{} {} is skipped, and looked at again later. {}";

  /** An outage is an error once, and again after this time. */
  private static final Duration ERROR_INTERVAL = Duration.ofHours(1);

  private final DeltaSourceConfig connector;
  private final DiscoveryConfig config;
  private final Discovery discovery;
  private final Storage storage;
  private final Runnable requestReconfiguration;
  private final LongSupplier nanoTime;
  private final DiscoveryMetrics metrics = new DiscoveryMetrics(System::currentTimeMillis);
  private final DiscoveryOutlet outlet;

  /** Where tables are discovered, without secrets. */
  private final String place;

  private final Thread thread;
  private final CountDownLatch lookedOnce = new CountDownLatch(1);
  private volatile boolean stopped;

  /** The result of the last look that succeeded; null before the first one. */
  private volatile @Nullable Look look;

  private volatile String lastFailure = "The first look has not ended.";

  /** The tables that Connect has asked for last; null before. */
  private volatile @Nullable List<DiscoveredTable> assigned;

  /** Whether Connect has asked for tables in vain. */
  private volatile boolean askedInVain;

  private @Nullable Long requestedNanos;
  private @Nullable Long failedNanos;
  private @Nullable Long errorNanos;
  private Set<String> reported = Set.of();

  TableDiscovery(
      DeltaSourceConfig connector,
      DiscoveryConfig config,
      Discovery discovery,
      Storage storage,
      Runnable requestReconfiguration,
      LongSupplier nanoTime) {
    this.connector = connector;
    this.config = config;
    this.discovery = discovery;
    this.storage = storage;
    this.requestReconfiguration = requestReconfiguration;
    this.nanoTime = nanoTime;
    this.place = config.place();
    this.outlet = DiscoveryOutlet.open(connector.topicPrefix(), metrics);
    this.thread = new Thread(this::run, "delta-cdf-discovery-" + connector.topicPrefix());
    thread.setDaemon(true);
    thread.setContextClassLoader(TableDiscovery.class.getClassLoader());
  }

  /** Starts to look for tables. Does no I/O itself. */
  public static TableDiscovery start(
      DeltaSourceConfig connector, DiscoveryConfig config, SourceConnectorContext context) {
    Storage storage =
        Storage.open(
            connector.hadoop(), RequestLimit.perSecond(connector.storeRequestsPerSecond()));
    ConfigValidation validation = DeltaSourceConfig.validate(connector.given());
    Discovery discovery =
        Discovery.of(
            config,
            validation,
            storage,
            CHECK_LIMIT,
            names -> stored(context.offsetStorageReader(), names));
    TableDiscovery started =
        new TableDiscovery(
            connector,
            config,
            discovery,
            storage,
            context::requestTaskReconfiguration,
            System::nanoTime);
    started.thread.start();
    return started;
  }

  private static Map<String, Optional<String>> stored(
      OffsetStorageReader reader, Collection<String> names) {
    Map<String, Optional<String>> ids = new HashMap<>();
    reader
        .offsets(names.stream().map(SourceOffsetCodec::sourcePartition).toList())
        .forEach(
            (partition, offset) -> {
              String table = SourceOffsetCodec.tableOf(partition).orElse("");
              if (offset != null) {
                ids.put(table, idIn(table, offset));
              }
            });
    return ids;
  }

  /** An offset that cannot be read is a failure of its table, which the task reports. */
  private static Optional<String> idIn(String table, Map<String, Object> offset) {
    try {
      SourceOffset stored = SourceOffsetCodec.read(table, offset);
      return stored.tableId();
    } catch (DeltaCdfException e) {
      return Optional.empty();
    }
  }

  /** Waits until the first look has succeeded or failed, at most for some time. */
  public void awaitFirstLook(Duration limit) {
    try {
      if (!lookedOnce.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        LOG.warn(
            "The tables {} are not known after {} s; they are published once they are",
            place,
            limit.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the configurations of the tasks, for the tables that are listed and those of the last
   * look. Does no I/O, because Connect waits.
   *
   * @throws DeltaCdfException STORAGE if no look has succeeded yet. Connect then keeps the tasks
   *     that run, with the tables that they have, and asks again.
   */
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    Look latest = look;
    if (latest == null) {
      askedInVain = true;
      throw DiscoveryErrors.notLookedYet(place, lastFailure);
    }
    List<DiscoveredTable> tables = tablesOf(latest);
    List<DiscoveredTable> fitting = tables;
    List<Map<String, String>> configs = connector.taskConfigs(maxTasks, fitting);
    while (!fitting.isEmpty() && !configs.stream().allMatch(DeltaSourceConfig::isStorable)) {
      fitting = fitting.subList(0, fitting.size() * 9 / 10);
      configs = connector.taskConfigs(maxTasks, fitting);
    }
    if (fitting.size() < tables.size()) {
      LOG.error(
          "{} of the {} tables {} are not published, because Connect cannot store"
              + " configurations of tasks with more tables. Increase tasks.max, or divide the"
              + " tables among several connectors with discovery.include.list. The first one is {}",
          tables.size() - fitting.size(),
          tables.size(),
          place,
          tables.get(fitting.size()).path());
    }
    assigned = tables;
    return configs;
  }

  private static List<DiscoveredTable> tablesOf(Look look) {
    return look.tables().stream().map(Candidate::table).toList();
  }

  private void run() {
    while (!stopped) {
      try {
        lookOnce();
        Thread.sleep(config.interval().toMillis());
      } catch (InterruptedException e) {
        // The connector is stopping.
        return;
      }
    }
  }

  /** Looks once, and asks for a reconfiguration if one is due. */
  void lookOnce() throws InterruptedException {
    try {
      Look latest = discovery.look();
      report(latest);
      look = latest;
      metrics.looked(latest.tables().size(), kinds(latest));
    } catch (RuntimeException e) {
      metrics.failed();
      failed(e);
    } finally {
      lookedOnce.countDown();
    }
    if (!stopped) {
      requestIfDue();
    }
  }

  private void failed(RuntimeException e) {
    if (stopped) {
      // Closing the storage fails what is reading.
      return;
    }
    long now = nanoTime.getAsLong();
    failedNanos = failedNanos == null ? Long.valueOf(now) : failedNanos;
    String message = Redaction.hide(String.valueOf(e.getMessage()));
    lastFailure = message;
    if (errorNanos == null || now - errorNanos >= ERROR_INTERVAL.toNanos()) {
      errorNanos = now;
      Look before = look;
      LOG.error(
          "The tables {} have not been known for {} s. {} {} It is tried again every {} ms",
          place,
          TimeUnit.NANOSECONDS.toSeconds(now - failedNanos),
          message,
          before == null
              ? "No discovered table is assigned to a task by this connector yet; tasks that ran"
                  + " before keep their tables."
              : "The " + before.tables().size() + " tables of the last look are published.",
          config.interval().toMillis(),
          e instanceof DeltaCdfException ? null : e);
    }
  }

  private void report(Look latest) {
    if (failedNanos != null) {
      LOG.info(
          "The tables {} are known again, after {} s",
          place,
          TimeUnit.NANOSECONDS.toSeconds(nanoTime.getAsLong() - failedNanos));
      failedNanos = null;
      errorNanos = null;
    }
    Look before = look;
    Set<String> was = before == null ? Set.of() : paths(before);
    Set<String> is = paths(latest);
    if (before == null) {
      LOG.info("{} tables are {}: {}", is.size(), place, is);
    }
    for (DiscoveredTable table : tablesOf(latest)) {
      if (before != null && !was.contains(table.path())) {
        LOG.info("Table '{}' is discovered at {}", table.name(), Redaction.hide(table.location()));
      }
    }
    List<TableConfig> added =
        latest.tables().stream()
            .filter(it -> !was.contains(it.table().path()))
            .map(Candidate::config)
            .toList();
    TopicWarnings.of(connector, added).forEach(LOG::warn);
    for (String path : was) {
      if (!is.contains(path)) {
        LOG.warn(
            "Table {} {} is gone and is no longer read. Its offset stays, so that it goes on"
                + " if it comes back",
            path,
            config.placeOfPath());
      }
    }
    latest
        .skipped()
        .forEach(
            (path, skipped) -> {
              if (!reported.contains(path)) {
                String reason = Redaction.hide(skipped.reason());
                if (skipped.isTrouble()) {
                  LOG.warn(SKIPPED, path, config.placeOfPath(), reason);
                } else {
                  LOG.info(SKIPPED, path, config.placeOfPath(), reason);
                }
              }
            });
    reported = Set.copyOf(latest.skipped().keySet());
  }

  private static Map<String, Long> kinds(Look look) {
    return look.skipped().values().stream()
        .collect(
            Collectors.groupingBy(
                skipped -> skipped.kind().name().toLowerCase(Locale.ROOT), Collectors.counting()));
  }

  private static Set<String> paths(Look look) {
    return tablesOf(look).stream()
        .map(DiscoveredTable::path)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Before Connect has asked for tables, a request would be lost. */
  private void requestIfDue() {
    Look latest = look;
    List<DiscoveredTable> last = assigned;
    if (latest == null || (last == null && !askedInVain)) {
      return;
    }
    if (last != null && new HashSet<>(last).equals(new HashSet<>(tablesOf(latest)))) {
      return;
    }
    long now = nanoTime.getAsLong();
    if (last != null
        && requestedNanos != null
        && now - requestedNanos < RECONFIGURATION_INTERVAL.toNanos()) {
      return;
    }
    if (last != null) {
      requestedNanos = now;
    }
    metrics.reconfigured();
    LOG.info("The tables {} have changed; Connect is asked to reconfigure the tasks", place);
    try {
      requestReconfiguration.run();
    } catch (RuntimeException e) {
      LOG.warn("Connect failed to reconfigure the tasks; it is asked again", e);
    }
  }

  /** Stops without waiting, because a store may hang. */
  @Override
  public void close() {
    stopped = true;
    thread.interrupt();
    outlet.close();
    storage.close();
  }
}
