package io.deltacdf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws a file of results as an SVG image with four panels, one below the other: throughput
 * compared with Spark, warm and cold, CPU time per row, and peak memory. Each panel has a group of
 * bars for each table. Usage: {@code Plot FILE IMAGE}.
 */
public final class Plot {
  private static final int WIDTH = 900;
  private static final int PANEL = 190;
  private static final int LEFT = 20;
  private static final int TOP = 50;
  private static final int BOTTOM = 24;

  /** The space above the first panel. */
  private static final int LEGEND = 20;

  private static final List<String> COLORS =
      List.of("#9aa5b1", "#2e8b57", "#2f6f9f", "#8fbf9f", "#d9a441", "#e8c98a");

  /**
   * A panel.
   *
   * @param phase the passes that are drawn, cold or warm
   * @param field the key of the result that is drawn
   * @param relative whether values are divided by Spark's of the same round
   */
  private record Panel(String title, String phase, String field, boolean relative) {}

  private static final List<Panel> PANELS =
      List.of(
          new Panel("Rows per second, warm, Spark = 1", "warm", "rows_s", true),
          new Panel("Rows per second, cold, Spark = 1", "cold", "rows_s", true),
          new Panel("CPU time per row in µs, warm", "warm", "cpu_us_row", false),
          new Panel("Peak resident memory in MB", "warm", "rss_mb", false));

  private final Series series;

  Plot(Series series) {
    this.series = series;
  }

  public static void main(String[] args) throws IOException {
    Series series = Series.read(Files.readAllLines(Path.of(args[0])));
    Files.writeString(Path.of(args[1]), new Plot(series).svg());
  }

  String svg() {
    List<String> runs = series.names("warm");
    List<String> tables = series.tables("warm");
    StringBuilder out = new StringBuilder();
    int height = LEGEND + PANEL * PANELS.size();
    out.append(
        String.format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\" font-size=\"11\">%n",
            WIDTH, height));
    out.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    legend(out, runs);
    for (int i = 0; i < PANELS.size(); i++) {
      panel(out, PANELS.get(i), LEGEND + i * PANEL, runs, tables);
    }
    return out.append("</svg>\n").toString();
  }

  private static void legend(StringBuilder out, List<String> runs) {
    int x = LEFT;
    for (int i = 0; i < runs.size(); i++) {
      bar(out, x, 8, 10, 10, COLORS.get(i % COLORS.size()));
      text(out, x + 14, 17, "start", runs.get(i));
      x += 30 + 7 * runs.get(i).length();
    }
  }

  private void panel(
      StringBuilder out, Panel panel, int top, List<String> runs, List<String> tables) {
    double[][] values = values(panel, runs, tables);
    double largest = 0;
    for (double[] ofTable : values) {
      for (double value : ofTable) {
        largest = Math.max(largest, value);
      }
    }
    double scale = (PANEL - TOP - BOTTOM) / Math.max(largest, 1e-9);
    int base = top + PANEL - BOTTOM;
    text(out, LEFT, top + TOP - 24, "start", panel.title);
    int group = (WIDTH - LEFT - 10) / Math.max(1, tables.size());
    int wide = Math.max(3, (group - 8) / Math.max(1, runs.size()));
    for (int table = 0; table < tables.size(); table++) {
      int x = LEFT + table * group;
      text(out, x + group / 2 - 4, base + 16, "middle", tables.get(table));
      for (int run = 0; run < runs.size(); run++) {
        double value = values[table][run];
        int tall = (int) Math.round(value * scale);
        int at = x + run * wide;
        bar(out, at, base - tall, wide - 1, tall, COLORS.get(run % COLORS.size()));
        if (value > 0) {
          String label = String.format(Locale.ROOT, value >= 20 ? "%.0f" : "%.2f", value);
          text(out, at + wide / 2, base - tall - 3, "middle", label);
        }
      }
    }
    out.append(
        String.format(
            "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#555\"/>%n",
            LEFT - 4, base, WIDTH - 10, base));
  }

  private double[][] values(Panel panel, List<String> runs, List<String> tables) {
    double[][] values = new double[tables.size()][runs.size()];
    for (int table = 0; table < tables.size(); table++) {
      for (int run = 0; run < runs.size(); run++) {
        values[table][run] = value(panel, tables.get(table), runs.get(run));
      }
    }
    return values;
  }

  /** The median of a run; 0 if there is none. */
  private double value(Panel panel, String table, String run) {
    Series.Key key = new Series.Key(table, panel.phase, run);
    List<Double> found = new ArrayList<>();
    for (double value :
        panel.relative
            ? series.ratios(key, series.sparkOf(key), panel.field)
            : series.values(key, panel.field)) {
      found.add(value);
    }
    return found.isEmpty()
        ? 0
        : Series.median(found.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static void bar(StringBuilder out, int x, int y, int width, int height, String color) {
    out.append(
        String.format(
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>%n",
            x, y, width, height, color));
  }

  private static void text(StringBuilder out, int x, int y, String anchor, String text) {
    out.append(
        String.format(
            "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text));
  }
}
