package io.deltacdf.connect.metrics;

import io.deltacdf.connect.metrics.Metric.Kind;
import java.util.List;
import java.util.function.Function;

/** The measurements of the discovery of tables. Only JMX shows them. */
final class DiscoveryMetricList {
  private static final List<Metric<DiscoveryMetrics>> ALL =
      List.of(
          metric(
              "NumberOfTables",
              Kind.GAUGE,
              "tables",
              "The discovered tables that are published, as of the last look.",
              it -> it.published()),
          metric(
              "NumberOfTablesSkipped",
              Kind.GAUGE,
              "tables",
              "The tables, directories and schemas that the last look skipped, because they cannot"
                  + " be published or read. Views and tables of other formats do not count.",
              it -> it.troubles()),
          metric(
              "TablesSkipped",
              Kind.MAP,
              "tables",
              "What the last look skipped by reason: `name` (its name or topic belongs to another"
                  + " table), `options` (such as a missing key), `table` (it cannot be read as"
                  + " configured), `format` (a view, or a table of another format) and `retriable`"
                  + " (a failure that may pass, such as one of the store).",
              it -> it.skipped()),
          metric(
              "Connected",
              Kind.FLAG,
              "",
              "Whether the last look at `discovery.root`, or at one of `discovery.unity.schemas`,"
                  + " succeeded.",
              it -> it.connected()),
          metric(
              "MilliSecondsSinceLastLook",
              Kind.GAUGE,
              "ms",
              "Time since the last look that succeeded; -1 before the first one.",
              it -> it.sinceLastLook()),
          metric(
              "NumberOfFailedLooks",
              Kind.COUNTER,
              "looks",
              "Looks that failed, because neither the root nor any schema could be listed. The"
                  + " tables stay those of the look before.",
              it -> it.failedLooks()),
          metric(
              "NumberOfReconfigurations",
              Kind.COUNTER,
              "requests",
              "How often Connect was asked to reconfigure the tasks, which restarts them.",
              it -> it.reconfigurations()));

  private DiscoveryMetricList() {}

  private static Metric<DiscoveryMetrics> metric(
      String attribute,
      Kind kind,
      String unit,
      String meaning,
      Function<DiscoveryMetrics, ?> value) {
    return new Metric<>(attribute, "", kind, unit, meaning, value);
  }

  static List<Metric<DiscoveryMetrics>> all() {
    return ALL;
  }
}
