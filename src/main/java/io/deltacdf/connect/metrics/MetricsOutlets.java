package io.deltacdf.connect.metrics;

import io.deltacdf.connect.config.FlowConfig;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the measurements of a task and its tables wherever the worker can show them: as JMX beans,
 * as plugin metrics, and in the log.
 */
public final class MetricsOutlets implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MetricsOutlets.class);

  private final JmxOutlet jmx;
  private final Optional<PluginMetricsOutlet> plugin;
  private final ProgressLog log;

  private MetricsOutlets(JmxOutlet jmx, Optional<PluginMetricsOutlet> plugin, ProgressLog log) {
    this.jmx = jmx;
    this.plugin = plugin;
    this.log = log;
  }

  /**
   * Shows measurements until {@link #close}.
   *
   * @param prefix {@code topic.prefix}
   * @param taskNumber the number of the task
   * @param flow how often to log progress, and when to warn
   */
  public static MetricsOutlets open(
      SourceTaskContext context,
      String prefix,
      String taskNumber,
      FlowConfig flow,
      TaskMetrics task,
      List<TableMetrics> tables) {
    JmxOutlet jmx = new JmxOutlet(prefix, taskNumber);
    jmx.show(task);
    tables.forEach(jmx::show);
    Optional<PluginMetricsOutlet> plugin = pluginMetrics(context);
    plugin.ifPresent(
        outlet -> {
          outlet.show(task);
          tables.forEach(outlet::show);
        });
    return new MetricsOutlets(jmx, plugin, ProgressLog.start(tables, flow));
  }

  private static Optional<PluginMetricsOutlet> pluginMetrics(SourceTaskContext context) {
    try {
      return Optional.of(new PluginMetricsOutlet(context));
    } catch (NoSuchMethodError | NoClassDefFoundError e) {
      // As the documentation of SourceTaskContext.pluginMetrics() says.
      LOG.debug("Kafka Connect is older than 4.1 and has no plugin metrics", e);
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    log.close();
    plugin.ifPresent(PluginMetricsOutlet::close);
    jmx.close();
  }
}
