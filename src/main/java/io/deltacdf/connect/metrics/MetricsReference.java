package io.deltacdf.connect.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes {@code docs/metrics.md} from the declarations of the metrics. */
public final class MetricsReference {
  private static final String INTRODUCTION =
      """
      # Metrics

      <!-- Generated from the code by io.deltacdf.connect.metrics.MetricsReference; do not edit. -->

      Each measurement has two names. The first is the attribute of a JMX bean, named like
      Debezium's where it means the same. The second is the name of a plugin metric of Kafka Connect
      (since Kafka 4.1), which metrics reporters see; texts and maps have none, and neither has the
      discovery. A flag is 1 or 0 as a plugin metric. Counters start at 0 with the task.
      [Monitoring](monitoring.md) shows how to collect them, and what to do about them.
      """;

  private MetricsReference() {}

  /** Writes the reference to the file that the only argument names. */
  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      throw new IllegalArgumentException(
          "Expected one argument, the file to write, such as docs/metrics.md");
    }
    Files.writeString(Path.of(args[0]), text());
  }

  static String text() {
    StringBuilder text = new StringBuilder(INTRODUCTION);
    append(
        text,
        "A table, in any phase",
        "the beans with `context=streaming` and `context=snapshot`, and plugin metrics with the tag"
            + " `table`",
        TableMetricList.common());
    append(
        text,
        "The commits of a table",
        "the bean with `context=streaming`, and plugin metrics with the tag `table`",
        TableMetricList.ofCommits());
    append(
        text,
        "The latest snapshot of a table",
        "the bean with `context=snapshot`, and plugin metrics with the tag `table`",
        TableMetricList.ofSnapshots());
    append(
        text,
        "A task",
        "the bean with `context=task`, and plugin metrics without a tag",
        TaskMetricList.all());
    append(
        text,
        "The discovery of tables",
        "the bean with `context=discovery`, which has no task, on the worker on which the connector"
            + " runs",
        DiscoveryMetricList.all());
    return text.toString();
  }

  private static void append(
      StringBuilder text, String title, String beans, List<? extends Metric<?>> metrics) {
    text.append("\n## ").append(title).append("\n\nShown by ").append(beans).append(".\n\n");
    text.append("| attribute | plugin metric | type | unit | meaning |\n|---|---|---|---|---|\n");
    for (Metric<?> metric : metrics) {
      text.append("| `").append(metric.attribute()).append("` | ");
      text.append(metric.isNumeric() ? "`" + metric.name() + "`" : "–").append(" | ");
      text.append(metric.kind().name().toLowerCase(Locale.ROOT)).append(" | ");
      text.append(metric.unit()).append(" | ").append(metric.meaning()).append(" |\n");
    }
  }
}
