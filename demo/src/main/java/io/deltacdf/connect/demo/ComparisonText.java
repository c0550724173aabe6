package io.deltacdf.connect.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltacdf.connect.demo.Comparison.Pair;
import io.deltacdf.connect.demo.Comparison.Side;
import io.deltacdf.connect.demo.Screen.Ink;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Prints a table and its mirror side by side, and the result of the comparison. */
final class ComparisonText {
  private static final int SHOWN = 20;
  private static final int NARROWEST_CELL = 8;

  /** Room for the lines above and below the rows. */
  private static final int LEAST_SIDE = 38;

  private static final String EQUAL = " == ";
  private static final String DIFFERENT = " != ";
  private static final String GAP = "  ";

  private final Screen screen;
  private final Comparison comparison;
  private final List<Pair> pairs;
  private final List<Integer> widths;
  private final int sideWidth;

  private ComparisonText(Screen screen, Comparison comparison) {
    this.screen = screen;
    this.comparison = comparison;
    this.pairs = shown(comparison);
    this.widths = widths((screen.width() - EQUAL.length()) / 2);
    this.sideWidth = Math.max(width(widths), LEAST_SIDE);
  }

  static void print(Screen screen, Comparison comparison, String topic, long events) {
    new ComparisonText(screen, comparison).print(topic, events);
  }

  /** Differing rows first of all, if not all are shown. */
  private static List<Pair> shown(Comparison comparison) {
    Stream<Pair> all = comparison.pairs().stream();
    if (comparison.pairs().size() > SHOWN && !comparison.equal()) {
      all =
          Stream.concat(
              comparison.pairs().stream().filter(pair -> !pair.equal()),
              comparison.pairs().stream().filter(Pair::equal));
    }
    return all.limit(SHOWN).toList();
  }

  /** The widths of as many columns as fit, wide ones cut; at least one. */
  private List<Integer> widths(int room) {
    List<Integer> all = new ArrayList<>();
    for (String column : comparison.columns()) {
      all.add(
          pairs.stream()
              .flatMap(pair -> Stream.of(pair.table(), pair.mirror()))
              .filter(Objects::nonNull)
              .mapToInt(row -> cell(row, column).length())
              .reduce(column.length(), Math::max));
    }
    while (all.size() > 1 && width(all) > room) {
      int widest = Collections.max(all);
      if (widest > NARROWEST_CELL) {
        all.set(all.indexOf(widest), widest - 1);
      } else {
        all.remove(all.size() - 1);
      }
    }
    return all;
  }

  private static int width(List<Integer> cells) {
    return cells.stream().mapToInt(width -> width + GAP.length()).sum() - GAP.length();
  }

  private void print(String topic, long events) {
    screen.blank();
    screen.title(
        Screen.pad("The table, version " + comparison.version(), sideWidth)
            + "    "
            + count("The mirror: %,d events of " + topic + ", folded", events));
    screen.title(sides(columns(column -> column), "    ", columns(column -> column)));
    for (Pair pair : pairs) {
      String line =
          sides(cells(pair.table()), pair.equal() ? EQUAL : DIFFERENT, cells(pair.mirror()));
      screen.line(pair.equal() ? line : screen.paint(Ink.RED, line));
    }
    long more = Math.max(comparison.table().rows(), comparison.mirror().rows()) - pairs.size();
    if (more > 0) {
      screen.line(count("... and %,d more rows, compared but not shown", more));
    }
    int hidden = comparison.columns().size() - widths.size();
    if (hidden > 0) {
      screen.line(
          "(compared, but not shown: "
              + String.join(
                  ", ", comparison.columns().subList(widths.size(), comparison.columns().size()))
              + ")");
    }
    screen.line(sides(total(comparison.table()), "    ", total(comparison.mirror())));
    screen.blank();
    verdict();
  }

  private void verdict() {
    if (comparison.equal()) {
      screen.line(
          screen.paint(
              Ink.GREEN,
              count("EQUAL: the mirror holds the table's %,d rows", comparison.table().rows())
                  + ", column by column, and nothing else."));
      return;
    }
    screen.line(screen.paint(Ink.RED, "NOT EQUAL: the mirror is not what the table is."));
    keys("rows of the table are not in the mirror", comparison.missing());
    keys("rows of the mirror are not in the table", comparison.surplus());
    if (comparison.missing().isEmpty() && comparison.surplus().isEmpty()) {
      screen.line("  The key does not identify a row: the table has the same row more than once.");
    }
  }

  private void keys(String what, List<String> keys) {
    if (!keys.isEmpty()) {
      screen.line(
          count("  %,d ", keys.size())
              + what
              + ", keys: "
              + String.join(" ", keys.subList(0, Math.min(SHOWN, keys.size())))
              + (keys.size() > SHOWN ? " ..." : ""));
    }
  }

  private String sides(String left, String between, String right) {
    return Screen.pad(left, sideWidth) + between + right;
  }

  private String cells(ObjectNode row) {
    return row == null ? "-" : columns(column -> cell(row, column));
  }

  private String columns(Function<String, String> text) {
    return IntStream.range(0, widths.size())
        .mapToObj(i -> Screen.pad(text.apply(comparison.columns().get(i)), widths.get(i)))
        .reduce((left, right) -> left + GAP + right)
        .orElseThrow();
  }

  private static String cell(ObjectNode row, String column) {
    return row.has(column) ? Json.text(row.get(column)) : "null";
  }

  private static String total(Side side) {
    return count("%,d rows, digest ", side.rows()) + HexFormat.of().toHexDigits(side.digest());
  }

  private static String count(String format, long number) {
    return String.format(Locale.ROOT, format, number);
  }
}
