package io.deltacdf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Prints a file of results as Markdown tables: the {@link Report}, the measurements, each run
 * compared with Spark, and each run compared with records that were ready in memory. Ratios are
 * computed within a round, whose runs directly follow each other, so that the machine's drift
 * between rounds does not matter. They are printed as the median of the rounds, with minimum and
 * maximum. Usage: {@code Summary FILE}.
 */
public final class Summary {
  private static final List<String> SHOWN =
      List.of("rows_s", "sec", "cpu_us_row", "gc_s", "heap_peak_mb", "rss_mb", "other_cpu_s");
  private static final List<String> COMPARED = List.of("rows_s", "cpu_us_row", "rss_mb");

  private final Series series;

  Summary(List<String> lines) {
    series = Series.read(lines);
  }

  public static void main(String[] args) throws IOException {
    List<String> lines = Files.readAllLines(Path.of(args[0]));
    System.out.println(new Report(lines).markdown());
    Summary summary = new Summary(lines);
    System.out.println(summary.measured());
    System.out.println(summary.ratiosToSpark());
    System.out.println(summary.ratiosToReady());
  }

  /** Prints a line for each table, phase and run: median (minimum–maximum) of all passes. */
  String measured() {
    StringBuilder out = new StringBuilder("| table | phase | run | n |");
    SHOWN.forEach(key -> out.append(' ').append(key).append(" |"));
    out.append("\n|---|---|---|---|").append("---|".repeat(SHOWN.size())).append('\n');
    for (Series.Key key : series.keys()) {
      line(out, key, series.size(key));
      for (String field : SHOWN) {
        out.append(' ').append(spread(series.values(key, field))).append(" |");
      }
      out.append('\n');
    }
    return out.toString();
  }

  /** Prints a line for each run in the same rounds as Spark on the same table and phase. */
  String ratiosToSpark() {
    return ratios("Spark", series::sparkOf);
  }

  /** The same for the source of ready records, which is what Connect itself allows. */
  String ratiosToReady() {
    return ratios("ready records", series::readyOf);
  }

  private String ratios(String base, UnaryOperator<Series.Key> baseOf) {
    StringBuilder out =
        new StringBuilder("| table | phase | run ÷ " + base + " | rounds |")
            .append(" rows_s | cpu_us_row | rss_mb |\n|---|---|---|---|---|---|---|\n");
    for (Series.Key key : series.keys()) {
      Series.Key other = baseOf.apply(key);
      int rounds = series.rounds(key, other);
      if (rounds > 0 && !key.equals(other)) {
        line(out, key, rounds);
        for (String field : COMPARED) {
          out.append(' ').append(spread(series.ratios(key, other, field))).append(" |");
        }
        out.append('\n');
      }
    }
    return out.toString();
  }

  private static void line(StringBuilder out, Series.Key key, int count) {
    out.append(String.format("| %s | %s | %s |", key.table(), key.phase(), key.name()));
    out.append(' ').append(count).append(" |");
  }

  private static String spread(double[] values) {
    if (values.length == 0) {
      return "–";
    }
    String median = format(Series.median(values));
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
