package io.deltacdf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Prints a file of results as Markdown tables: the measurements, and each engine compared with
 * Spark. Ratios are computed within a round, whose runs directly follow each other, so that the
 * machine's drift between rounds does not matter. They are printed as the median of the rounds,
 * with minimum and maximum. Usage: {@code Summary FILE}.
 */
public final class Summary {
  private static final String BASE_ENGINE = "spark";
  private static final List<String> SHOWN =
      List.of("rows_s", "sec", "cpu_us_row", "gc_s", "heap_peak_mb", "rss_mb", "other_cpu_s");

  private record Series(String table, String phase, String name) {
    static Series of(Result result) {
      return new Series(result.text("table"), result.text("phase"), result.text("name"));
    }
  }

  private final Map<Series, List<Result>> series = new LinkedHashMap<>();

  Summary(List<String> lines) {
    for (String line : lines) {
      Result.parse(line)
          .filter(result -> result.number("rows_s").isPresent())
          .ifPresent(
              result ->
                  series.computeIfAbsent(Series.of(result), key -> new ArrayList<>()).add(result));
    }
  }

  public static void main(String[] args) throws IOException {
    Summary summary = new Summary(Files.readAllLines(Path.of(args[0])));
    System.out.println(summary.measured());
    System.out.println(summary.ratios());
  }

  /** Prints a line for each table, phase and engine: median (minimum–maximum) of all passes. */
  String measured() {
    StringBuilder out = new StringBuilder("| table | phase | run | n |");
    SHOWN.forEach(key -> out.append(' ').append(key).append(" |"));
    out.append("\n|---|---|---|---|").append("---|".repeat(SHOWN.size())).append('\n');
    series.forEach(
        (key, results) -> {
          out.append(String.format("| %s | %s | %s |", key.table, key.phase, key.name));
          out.append(' ').append(results.size()).append(" |");
          for (String field : SHOWN) {
            out.append(' ').append(spread(values(results, field))).append(" |");
          }
          out.append('\n');
        });
    return out.toString();
  }

  /**
   * Prints a line for each engine that ran in the same rounds as Spark on the same table and phase.
   */
  String ratios() {
    StringBuilder out =
        new StringBuilder(
            "| table | phase | run ÷ Spark | rounds | rows_s | cpu_us_row | rss_mb |\n");
    out.append("|---|---|---|---|---|---|---|\n");
    series.forEach(
        (key, results) -> {
          List<Result> base = base(key);
          if (base.isEmpty() || key.name.startsWith(BASE_ENGINE)) {
            return;
          }
          out.append(String.format("| %s | %s | %s |", key.table, key.phase, key.name));
          out.append(' ').append(rounds(results, base).size()).append(" |");
          for (String field : List.of("rows_s", "cpu_us_row", "rss_mb")) {
            out.append(' ').append(spread(ratios(results, base, field))).append(" |");
          }
          out.append('\n');
        });
    return out.toString();
  }

  /** Spark with the same format, which is the second part of a run's name. */
  private List<Result> base(Series key) {
    String format = key.name.split("-")[1];
    return series.getOrDefault(
        new Series(key.table, key.phase, BASE_ENGINE + "-" + format), List.of());
  }

  private static TreeSet<String> rounds(List<Result> some, List<Result> others) {
    TreeSet<String> rounds = new TreeSet<>();
    some.forEach(result -> rounds.add(result.text("round")));
    rounds.retainAll(others.stream().map(result -> result.text("round")).toList());
    return rounds;
  }

  private static double[] ratios(List<Result> some, List<Result> others, String field) {
    ToDoubleFunction<List<Result>> middle = results -> median(values(results, field));
    return rounds(some, others).stream()
        .mapToDouble(
            round ->
                middle.applyAsDouble(inRound(some, round))
                    / middle.applyAsDouble(inRound(others, round)))
        .toArray();
  }

  private static List<Result> inRound(List<Result> results, String round) {
    return results.stream().filter(result -> result.text("round").equals(round)).toList();
  }

  private static double[] values(List<Result> results, String field) {
    return results.stream()
        .map(result -> result.number(field))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .toArray();
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static String spread(double[] values) {
    if (values.length == 0) {
      return "–";
    }
    String median = format(median(values));
    if (values.length == 1) {
      return median;
    }
    return median
        + (" (" + format(Arrays.stream(values).min().getAsDouble()) + "–")
        + (format(Arrays.stream(values).max().getAsDouble()) + ")");
  }

  private static String format(double value) {
    return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%,.0f" : "%.2f", value);
  }
}
