package io.deltacdf.connect.cli;

import io.deltacdf.connect.change.ChangeSource;
import io.deltacdf.connect.table.Retention;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.column.TypeNames;
import io.deltacdf.connect.table.column.UnreadableColumn;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prints the description of a table as aligned lines, for people. */
final class DescriptionText {
  private record Line(String label, String text) {}

  private final TableDescription table;
  private final List<Line> lines = new ArrayList<>();

  private DescriptionText(TableDescription table) {
    this.table = table;
  }

  static void print(TableDescription table, PrintWriter out) {
    DescriptionText text = new DescriptionText(table);
    text.collect();
    printAligned(text.lines, "", out);
    out.println();
    out.println("Columns");
    printAligned(columns(table.state().schema()), "  ", out);
  }

  private void collect() {
    TableState state = table.state();
    add("Table", table.path());
    add("Id", state.tableId());
    add(
        "Earliest version",
        table.history().oldest().map(DescriptionText::text).orElse("" + table.earliest()));
    add("Latest version", text(table.latest()));
    add("Protocol", "reader " + state.minReaderVersion() + ", writer " + state.minWriterVersion());
    add("Features", listOrNone(List.copyOf(state.features())));
    add("Partition columns", listOrNone(state.schema().partitionColumns()));
    add("Change data feed", changeFeed());
    for (LogHistory.Period period : table.history().periods()) {
      if (!period.changeFeedOn()) {
        add("", "off in " + versions(period.first().version(), period.last()));
      }
    }
    add("Row tracking", state.rowTrackingEnabled() ? "on" : "off");
    add("Changes by key", source(ChangeSource.underAuto(state, true)));
    add("Changes by row", source(ChangeSource.underAuto(state, false)));
    add("Log retention", text(table.logRetention()));
    add("Deleted files stay", text(table.deletedFileRetention()));
    add("Earliest version goes", oldestGoes());
    add("Safe from VACUUM", safeFromVacuum());
    table.history().problem().ifPresent(e -> add("Problem", e.getMessage()));
  }

  private String changeFeed() {
    if (!table.state().changeFeedEnabled()) {
      return "off; ALTER TABLE … SET TBLPROPERTIES (delta.enableChangeDataFeed = true) turns it on";
    }
    Optional<LogHistory.CommitTime> since = table.changeFeedSince();
    if (since.isEmpty()) {
      return "on; unknown since when";
    }
    return "on since version "
        + text(since.get())
        + (table.changeFeedMayBeOnLonger()
            ? " or earlier: older commits are no longer in the log"
            : "");
  }

  /** Says where {@code change.feed=auto} takes the next changes from. */
  private static String source(ChangeSource source) {
    return switch (source) {
      case RECORDED -> "from the change data feed";
      case BY_KEY -> "derived from the data files, by key";
      case BY_ROW_ID -> "derived from the data files, by row tracking";
      case APPENDED -> "appended rows only; other commits fail";
    };
  }

  private String oldestGoes() {
    if (!table.logIsCleaned()) {
      return "never: delta.enableExpiredLogCleanup is false";
    }
    Optional<Instant> from = table.oldestGoesFrom();
    if (from.isEmpty()) {
      return "unknown";
    }
    Duration left = table.untilOldestGoes().orElseThrow();
    return left.isNegative() || left.isZero()
        ? "with a writer's next checkpoint: its retention ended at " + from.get()
        : "with a writer's first checkpoint after " + from.get() + ", in " + text(left);
  }

  private String safeFromVacuum() {
    if (table.deletedFileRetention().duration().isEmpty()) {
      return "unknown";
    }
    Optional<LogHistory.CommitTime> first = table.safeFromVacuum();
    if (first.isEmpty()) {
      return "no version: all are older than the retention of deleted files";
    }
    return first.get().version() <= table.earliest()
        ? "all versions: none is older than the retention of deleted files"
        : "from version " + text(first.get()) + " on; older files may be gone";
  }

  private void add(String label, String text) {
    lines.add(new Line(label, text));
  }

  private static List<Line> columns(TableSchema schema) {
    List<Line> columns = new ArrayList<>();
    for (Field field : schema.fields()) {
      columns.add(
          new Line(
              field.name(), TypeNames.of(field.type()) + (field.nullable() ? "" : " not null")));
    }
    for (UnreadableColumn column : schema.unreadable()) {
      columns.add(new Line(column.name(), "cannot be read: " + column.problem()));
    }
    return columns;
  }

  private static void printAligned(List<Line> lines, String indent, PrintWriter out) {
    int width = lines.stream().mapToInt(line -> line.label().length()).max().orElse(0);
    for (Line line : lines) {
      out.println(
          indent + line.label() + " ".repeat(width - line.label().length() + 2) + line.text());
    }
  }

  private static String text(LogHistory.CommitTime commit) {
    return commit.version() + " (" + commit.timestamp() + ")";
  }

  private static String text(Retention retention) {
    return retention.text()
        + (retention.isDefault() ? " (default)" : "")
        + (retention.duration().isEmpty() ? " (not understood)" : "");
  }

  private static String text(Duration duration) {
    long days = duration.toDays();
    if (days > 0) {
      return count(days, "day") + " " + count(duration.toHoursPart(), "hour");
    }
    return count(duration.toHours(), "hour") + " " + count(duration.toMinutesPart(), "minute");
  }

  private static String count(long number, String unit) {
    return number + " " + unit + (number == 1 ? "" : "s");
  }

  private static String versions(long first, long last) {
    return first == last ? "version " + first : "versions " + first + " to " + last;
  }

  private static String listOrNone(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
