package io.deltacdf.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The tables of docs/performance.md: throughput, CPU time and memory next to Spark's, cold and
 * warm; a table consolidated by key next to the same row by row; and latency.
 */
final class Report {
  private static final String BY_ROW = "-none";

  private final Series series;
  private final List<Result> results;

  Report(List<String> lines) {
    series = Series.read(lines);
    results = lines.stream().flatMap(line -> Result.parse(line).stream()).toList();
  }

  String markdown() {
    return throughput() + byRow() + latency();
  }

  private String throughput() {
    StringBuilder out =
        new StringBuilder(
            "| table | run | rows/s, warm | to Spark, warm | to Spark, cold | CPU µs a row, warm"
                + " | to Spark | peak RSS, MB | rounds |\n|---|---|---|---|---|---|---|---|---|\n");
    for (Series.Key warm : warm()) {
      Series.Key spark = series.sparkOf(warm);
      out.append(
          line(
              warm.table(),
              name(warm.name()),
              middle("%,.0f", series.values(warm, "rows_s")),
              spread(series.ratios(warm, spark, "rows_s")),
              spread(series.ratios(warm.cold(), spark.cold(), "rows_s")),
              middle("%.2f", series.values(warm, "cpu_us_row")),
              spread(series.ratios(warm, spark, "cpu_us_row")),
              middle("%.0f", series.values(warm, "rss_mb")),
              Integer.toString(series.rounds(warm, warm))));
    }
    return out.append('\n').toString();
  }

  /** Runs that publish each row, next to the run that publishes each key. */
  private String byRow() {
    StringBuilder out = new StringBuilder();
    for (Series.Key rows : warm()) {
      if (rows.name().endsWith(BY_ROW)) {
        Series.Key keys =
            rows.with(rows.name().substring(0, rows.name().length() - BY_ROW.length()));
        out.append(
            line(
                rows.table(),
                middle("%,.0f", series.values(keys, "records")),
                middle("%,.0f", series.values(rows, "records")),
                spread(series.ratios(keys, rows, "cpu_us_row")),
                spread(series.ratios(keys, rows, "rows_s"))));
      }
    }
    return out.length() == 0
        ? ""
        : "| table | records by key | row by row | CPU, key ÷ none | rows/s, key ÷ none |\n"
            + ("|---|---|---|---|---|\n" + out + "\n");
  }

  private String latency() {
    StringBuilder out = new StringBuilder();
    results.stream()
        .filter(result -> result.text("phase").equals("latency"))
        .map(result -> result.text("name"))
        .distinct()
        .forEach(
            name ->
                out.append(
                    line(
                        name(name.replaceFirst("latency-", "")),
                        middle("%.1f", values(name, "last_p50_ms")),
                        middle("%.1f", values(name, "last_p99_ms")),
                        Integer.toString(values(name, "last_p50_ms").length))));
    return out.length() == 0
        ? ""
        : "| latency of a commit's last row | p50, ms | p99, ms | runs |\n|---|---|---|---|\n"
            + (out + "\n");
  }

  private List<Series.Key> warm() {
    return series.keys().stream().filter(key -> key.phase().equals("warm")).toList();
  }

  private double[] values(String name, String field) {
    return results.stream()
        .filter(result -> result.text("name").equals(name))
        .map(result -> result.number(field))
        .flatMapToDouble(value -> value.stream())
        .toArray();
  }

  /** What the documentation calls a run. */
  private static String name(String run) {
    return switch (run) {
      case "spark", "spark-avro" -> "Spark";
      case "connector" -> "connector";
      case "connector-delta-tuned" -> "connector, converter of the plugin";
      case "connector-delta-tuned-none" -> "converter of the plugin, `commit.consolidation=none`";
      case "connector-delta-tuned-noheaders" -> "the same, `record.headers=none`";
      case "connector-avro-tuned-noheaders" ->
          "Avro converter of a registry, `record.headers=none`";
      case "connector-avro-tuned" -> "connector, Avro converter of a registry";
      case "ready-delta-tuned" -> "records ready in memory, converter of the plugin";
      case "ready-avro-tuned" -> "the same, Avro converter of a registry";
      default -> run;
    };
  }

  private static String line(String... cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static String middle(String format, double[] values) {
    return values.length == 0 ? "–" : String.format(Locale.ROOT, format, Series.median(values));
  }

  /** The median, with minimum and maximum if there are several values. */
  private static String spread(double[] values) {
    String middle = middle("%.2f", values);
    return values.length < 2
        ? middle
        : String.format(
            Locale.ROOT,
            "%s (%.2f–%.2f)",
            middle,
            Arrays.stream(values).min().getAsDouble(),
            Arrays.stream(values).max().getAsDouble());
  }
}
