package io.deltacdf.connect;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.Version;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.validation.TableChecks;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes the change data feed of Delta tables. */
public final class DeltaSourceConnector extends SourceConnector {
  private static final Logger LOG = LoggerFactory.getLogger(DeltaSourceConnector.class);

  private final TableChecks tableChecks;
  private DeltaSourceConfig config;

  /** For Connect. */
  public DeltaSourceConnector() {
    this(new TableChecks());
  }

  /** For tests. */
  DeltaSourceConnector(TableChecks tableChecks) {
    this.tableChecks = tableChecks;
  }

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public void start(Map<String, String> props) {
    config = new DeltaSourceConfig(props);
    LOG.info("Delta source connector {} starts with {}", Version.get(), config);
    DeltaSourceConfig.validate(props).unknownOptions().values().forEach(LOG::warn);
  }

  @Override
  public Class<? extends Task> taskClass() {
    return DeltaSourceTask.class;
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return config.taskConfigs(maxTasks);
  }

  @Override
  public void stop() {}

  @Override
  public ConfigDef config() {
    return DeltaSourceConfig.CONFIG_DEF;
  }

  /** Looks at the options, and within 10 seconds at the tables themselves. */
  @Override
  public Config validate(Map<String, String> props) {
    ConfigValidation validation = DeltaSourceConfig.validate(props);
    tableChecks.check(validation);
    return validation.toConfig();
  }

  @Override
  public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> props) {
    return ExactlyOnceSupport.SUPPORTED;
  }

  @Override
  public ConnectorTransactionBoundaries canDefineTransactionBoundaries(Map<String, String> props) {
    return ConnectorTransactionBoundaries.UNSUPPORTED;
  }

  /**
   * Takes offsets of the configured tables, and any reset: an offset of a table that is no longer
   * configured, or of another connector's form, must be possible to clear away.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException OFFSET_INVALID
   */
  @Override
  public boolean alterOffsets(
      Map<String, String> props, Map<Map<String, ?>, Map<String, ?>> offsets) {
    List<String> tables = DeltaSourceConfig.tableNames(props);
    offsets.forEach(
        (partition, offset) -> {
          if (offset != null) {
            String table =
                SourceOffsetCodec.tableOf(partition)
                    .orElseThrow(() -> ConnectorErrors.partition(partition));
            if (!tables.contains(table)) {
              throw ConnectorErrors.table(table, tables);
            }
            SourceOffsetCodec.read(table, offset);
          }
        });
    return true;
  }
}
