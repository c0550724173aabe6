package io.deltacdf.connect.cli;

import io.deltacdf.connect.offset.SourceOffset;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints the status of a connector and its tables as an aligned table, for people. */
final class StatusText {
  private static final List<String> TITLES =
      List.of("TABLE", "STATE", "PUBLISHED", "LATEST", "BEHIND", "HEADROOM");

  private StatusText() {}

  static void print(ConnectorStatus connector, List<TableStatus> tables, PrintWriter out) {
    out.println(
        connector.name()
            + ": "
            + connector.state().toLowerCase(Locale.ROOT)
            + ", tasks: "
            + connector.tasks().size());
    List<List<String>> rows = new ArrayList<>();
    rows.add(TITLES);
    tables.forEach(table -> rows.add(row(table)));
    printAligned(rows, out);
    for (TableStatus table : tables) {
      table.problem().ifPresent(problem -> out.println(table.table() + ": " + problem));
    }
  }

  private static List<String> row(TableStatus table) {
    return List.of(
        table.table(),
        table.state().name().toLowerCase(Locale.ROOT),
        table.offset().map(StatusText::published).orElse("-"),
        table.latest().isPresent() ? "" + table.latest().getAsLong() : "-",
        text(table.behind()),
        text(table.headroom()));
  }

  private static String published(SourceOffset offset) {
    return (offset.isCompleted() ? "" : "in ") + offset.version();
  }

  private static String text(Optional<Duration> duration) {
    return duration.map(StatusText::text).orElse("-");
  }

  static String text(Duration duration) {
    if (duration.isNegative()) {
      return "-" + text(duration.negated());
    } else if (duration.toDays() > 0) {
      return duration.toDays() + "d " + duration.toHoursPart() + "h";
    } else if (duration.toHours() > 0) {
      return duration.toHours() + "h " + duration.toMinutesPart() + "m";
    } else if (duration.toMinutes() > 0) {
      return duration.toMinutes() + "m " + duration.toSecondsPart() + "s";
    }
    return duration.toSeconds() + "s";
  }

  private static void printAligned(List<List<String>> rows, PrintWriter out) {
    int[] widths = new int[TITLES.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
