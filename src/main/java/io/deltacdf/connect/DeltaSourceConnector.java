package io.deltacdf.connect;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.Version;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.discovery.DiscoveryChecks;
import io.deltacdf.connect.discovery.TableDiscovery;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.validation.TableChecks;
import io.deltacdf.connect.validation.TopicWarnings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the change data feed of Delta tables. */
public final class DeltaSourceConnector extends SourceConnector {
  private static final Logger LOG = LoggerFactory.getLogger(DeltaSourceConnector.class);

  /** How long the start waits for the tables, so that tasks need not be reconfigured later. */
  private static final Duration FIRST_LOOK = Duration.ofSeconds(10);

  /** The time that the checks of a configuration may take. */
  private static final Duration CHECK_LIMIT = Duration.ofSeconds(10);

  private final TableChecks tableChecks;
  private @Nullable DeltaSourceConfig config;
  private volatile @Nullable TableDiscovery discovery;

  /** Creates the connector; called by Connect. */
  public DeltaSourceConnector() {
    this(new TableChecks());
  }

  /** Creates a connector that checks tables in a way of the test. */
  DeltaSourceConnector(TableChecks tableChecks) {
    this.tableChecks = tableChecks;
  }

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public void start(Map<String, String> props) {
    DeltaSourceConfig parsed = new DeltaSourceConfig(props);
    config = parsed;
    LOG.info("Starting Delta source connector {} with {}", Version.get(), parsed);
    DeltaSourceConfig.validate(props).unknownOptions().values().forEach(LOG::warn);
    TopicWarnings.of(parsed).forEach(LOG::warn);
    parsed
        .discovery()
        .ifPresent(
            where -> {
              TableDiscovery started = TableDiscovery.start(parsed, where, context());
              discovery = started;
              // Connect calls this method in a thread of the connector's own.
              started.awaitFirstLook(FIRST_LOOK);
            });
  }

  @Override
  public Class<? extends Task> taskClass() {
    return DeltaSourceTask.class;
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    if (config == null) {
      throw new IllegalStateException("The connector is not started");
    }
    TableDiscovery running = discovery;
    return running == null ? config.taskConfigs(maxTasks) : running.taskConfigs(maxTasks);
  }

  @Override
  public void stop() {
    TableDiscovery running = discovery;
    discovery = null;
    if (running != null) {
      running.close();
    }
  }

  @Override
  public ConfigDef config() {
    return DeltaSourceConfig.CONFIG_DEF;
  }

  /** Checks the options, and then the tables themselves for at most 10 seconds. */
  @Override
  public Config validate(Map<String, String> props) {
    ConfigValidation validation = DeltaSourceConfig.validate(props);
    long start = System.nanoTime();
    tableChecks.check(validation);
    Duration left = CHECK_LIMIT.minusNanos(System.nanoTime() - start);
    DiscoveryChecks.check(validation, left.isNegative() ? Duration.ZERO : left);
    return validation.toConfig();
  }

  @Override
  public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> props) {
    return ExactlyOnceSupport.SUPPORTED;
  }

  @Override
  public ConnectorTransactionBoundaries canDefineTransactionBoundaries(Map<String, String> props) {
    return ConnectorTransactionBoundaries.SUPPORTED;
  }

  /**
   * Accepts new offsets of configured tables, of any table if tables are discovered, and the reset
   * of any offset, because it must be possible to remove the offset of a table that is no longer
   * configured. An offset for which the table's {@code snapshot.request} would take a snapshot is
   * refused.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException OFFSET_INVALID
   */
  @Override
  public boolean alterOffsets(
      Map<String, String> props, Map<Map<String, ?>, @Nullable Map<String, ?>> offsets) {
    List<String> tables = DeltaSourceConfig.tableNames(props);
    offsets.forEach(
        (partition, offset) -> {
          if (offset != null) {
            String table =
                SourceOffsetCodec.tableOf(partition)
                    .orElseThrow(() -> ConnectorErrors.partition(partition));
            if (!tables.contains(table) && !DiscoveryConfig.isIn(props)) {
              throw ConnectorErrors.table(table, tables);
            }
            checkRequest(props, table, SourceOffsetCodec.readStrictly(table, offset));
          }
        });
    return true;
  }

  /** An offset without the request would not be continued, but become a snapshot of its version. */
  private static void checkRequest(Map<String, String> props, String table, SourceOffset offset) {
    Optional<String> request = DeltaSourceConfig.snapshotRequest(props, table);
    if (request.isPresent() && !request.equals(offset.snapshotRequest())) {
      throw ConnectorErrors.snapshotRequested(table, offset.version(), request.get());
    }
  }
}
