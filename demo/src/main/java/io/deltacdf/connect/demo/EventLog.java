package io.deltacdf.connect.demo;

import io.deltacdf.connect.demo.Screen.Ink;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Prints events as they arrive, one per line, next to what happened to the table. If a step has
 * many events, the first ones are printed and the others are counted.
 */
final class EventLog {
  private static final int STEP_WIDTH = 36;
  private static final int SHOWN = 20;
  private static final int COUNTED = 50_000;
  private static final int KEY_WIDTH = 8;
  private static final String SEPARATOR = " | ";

  private final Screen screen;
  private final Deque<String> step = new ArrayDeque<>();
  private long events;
  private boolean inStep;

  EventLog(Screen screen) {
    this.screen = screen;
  }

  void header(String topic) {
    screen.blank();
    screen.title(
        Screen.pad("What happens to the table", STEP_WIDTH)
            + SEPARATOR
            + "What arrives in the topic "
            + topic);
    screen.title(" ".repeat(STEP_WIDTH) + SEPARATOR + cells("version", "event", "key", "columns"));
    screen.line("-".repeat(STEP_WIDTH + 1) + "+" + "-".repeat(screen.width() - STEP_WIDTH - 2));
  }

  /** A step of the table, whose events come next. */
  void step(String text) {
    endStep();
    inStep = true;
    events = 0;
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (line.length() > 0 && line.length() + 1 + word.length() > STEP_WIDTH) {
        step.add(line.toString());
        line.setLength(0);
        line.append("    ");
      } else if (line.length() > 0) {
        line.append(' ');
      }
      line.append(word);
    }
    step.add(line.toString());
  }

  /**
   * An event of the step.
   *
   * @param columns what it changes; asked for only if it is shown
   */
  void event(Event event, Supplier<String> columns) {
    events++;
    if (events > SHOWN) {
      if (events % COUNTED == 0) {
        print(String.format(Locale.ROOT, "... %,d events so far", events));
      }
      return;
    }
    String cells =
        cells(
            "v" + event.version(),
            event.operation(),
            Json.text(Json.parse(event.key())),
            columns.get());
    String fitted = Screen.cut(cells, screen.width() - STEP_WIDTH - SEPARATOR.length());
    print(screen.paint(ink(event.operation()), fitted.stripTrailing()));
  }

  /** No more events of the step come. */
  void endStep() {
    if (!inStep) {
      return;
    }
    inStep = false;
    if (events == 0) {
      print(screen.paint(Ink.DIM, "(no events)"));
    } else if (events > SHOWN) {
      print(String.format(Locale.ROOT, "... %,d events in all", events));
    }
    while (!step.isEmpty()) {
      print("");
    }
  }

  private void print(String right) {
    String left = step.isEmpty() ? "" : step.remove();
    screen.line(Screen.pad(left, STEP_WIDTH) + SEPARATOR + right);
  }

  private static String cells(String version, String operation, String key, String columns) {
    return Screen.pad(version, 8)
        + Screen.pad(operation, 8)
        + (key.length() < KEY_WIDTH ? Screen.pad(key, KEY_WIDTH) : key + "  ")
        + columns;
  }

  private static Ink ink(String operation) {
    return switch (operation) {
      case "insert" -> Ink.GREEN;
      case "update" -> Ink.YELLOW;
      case "delete" -> Ink.RED;
      default -> Ink.CYAN;
    };
  }
}
