package io.deltacdf.connect.cli;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * A line on the terminal that shows the progress of a long command. It appears after two seconds,
 * is updated twice a second, and is cleared at the end. Not thread-safe.
 */
final class ProgressLine implements RowCounter, AutoCloseable {
  private static final long FIRST_NANOS = 2_000_000_000L;
  private static final long INTERVAL_NANOS = 500_000_000L;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter terminal;
  private final boolean enabled;
  private final String unit;
  private final long started = System.nanoTime();
  private long nextShown = started + FIRST_NANOS;
  private boolean shown;
  private String where = "";
  private long count;

  /**
   * @param enabled whether there is a terminal to write to
   * @param unit what is counted, such as {@code rows}
   */
  ProgressLine(PrintWriter terminal, boolean enabled, String unit) {
    this.terminal = terminal;
    this.enabled = enabled;
    this.unit = unit;
  }

  /** Sets the version that is being processed. */
  void version(long version, VersionRange range) {
    where =
        range.isEndless()
            ? "version " + version + ", "
            : "version " + version + " of " + range.first() + " to " + range.last() + ", ";
    show();
  }

  @Override
  public void add(long more) {
    count += more;
    show();
  }

  private void show() {
    if (!enabled) {
      return;
    }
    long now = System.nanoTime();
    if (now - nextShown < 0) {
      return;
    }
    nextShown = now + INTERVAL_NANOS;
    shown = true;
    double seconds = (now - started) / 1e9;
    terminal.print(
        CLEAR_LINE
            + String.format(
                Locale.ROOT, "%s%,d %s, %,.0f a second", where, count, unit, count / seconds));
    terminal.flush();
  }

  /** Clears the line. */
  @Override
  public void close() {
    if (shown) {
      terminal.print(CLEAR_LINE);
      terminal.flush();
    }
  }
}
