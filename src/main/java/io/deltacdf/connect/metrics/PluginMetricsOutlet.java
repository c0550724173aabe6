package io.deltacdf.connect.metrics;

import java.util.LinkedHashMap;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.source.SourceTaskContext;

/**
 * Shows numbers as metrics of Kafka Connect (KIP-877), so that metrics reporters see them. Kafka
 * Connect adds the connector and the task to their tags, and removes them when the task ends.
 *
 * <p>Kafka Connect has these metrics since release 4.1. Earlier releases cannot load this class, so
 * only {@link MetricsOutlets} uses it.
 */
final class PluginMetricsOutlet {
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
      metrics.addMetric(
          metrics.metricName(metric.name(), metric.meaning(), tags),
          (Gauge<Number>) (config, now) -> number(metric.value().apply(source)));
    }
  }

  private static Number number(Object value) {
    return value instanceof Boolean flag ? (flag ? 1 : 0) : (Number) value;
  }
}
