package io.deltacdf.connect.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows numbers as metrics of Kafka Connect (KIP-877), so that metrics reporters see them. Kafka
 * Connect adds the connector and the task to their tags, and removes them when the task ends.
 *
 * <p>Kafka Connect has these metrics since release 4.1. Earlier releases cannot load this class, so
 * only {@link MetricsOutlets} uses it.
 */
final class PluginMetricsOutlet {
  private static final Logger LOG = LoggerFactory.getLogger(PluginMetricsOutlet.class);

  /** Who shows which metric, so that a task can replace those of a task that has not ended. */
  private static final Map<MetricName, PluginMetrics> SHOWN = new ConcurrentHashMap<>();

  private final PluginMetrics metrics;

  /**
   * @throws LinkageError if Kafka Connect is older than 4.1
   */
  PluginMetricsOutlet(SourceTaskContext context) {
    this.metrics = context.pluginMetrics();
  }

  void show(TaskMetrics task) {
    TaskMetricList.all().forEach(metric -> show(metric, task, new LinkedHashMap<>()));
  }

  void show(TableMetrics table) {
    for (Metric<TableMetrics> metric : TableMetricList.all()) {
      LinkedHashMap<String, String> tags = new LinkedHashMap<>();
      tags.put("table", table.table());
      show(metric, table, tags);
    }
  }

  private <S> void show(Metric<S> metric, S source, LinkedHashMap<String, String> tags) {
    if (metric.isNumeric()) {
      MetricName name = metrics.metricName(metric.name(), metric.meaning(), tags);
      replace(name, (config, now) -> number(metric.value().apply(source)));
    }
  }

  /**
   * Shows a metric. There is one of that name if Kafka Connect has given up a task that waits for a
   * broker or a store, and starts it again on the same worker; the new metric replaces it. A metric
   * is no reason to fail a task.
   */
  private void replace(MetricName name, Gauge<Number> value) {
    PluginMetrics earlier = SHOWN.put(name, metrics);
    try {
      if (earlier != null) {
        remove(name, earlier);
      }
      metrics.addMetric(name, value);
    } catch (IllegalArgumentException e) {
      SHOWN.remove(name, metrics);
      LOG.warn("The metric {} exists already, and is not shown", name, e);
    }
  }

  private static void remove(MetricName name, PluginMetrics from) {
    try {
      from.removeMetric(name);
    } catch (IllegalStateException | IllegalArgumentException e) {
      LOG.debug("The metric {} is gone already", name, e);
    }
  }

  /** Forgets the metrics. Kafka Connect removes them. */
  void close() {
    SHOWN.values().removeIf(shownBy -> shownBy == metrics);
  }

  private static Number number(Object value) {
    return value instanceof Boolean flag ? (flag ? 1 : 0) : (Number) value;
  }
}
